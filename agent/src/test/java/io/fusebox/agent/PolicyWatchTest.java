package io.fusebox.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.policy.file.PolicyReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file is what it holds, up to the length at which it is refused anyway. */
@Timeout(60)
class PolicyWatchTest {

  private static final long TIME = 1_600_000_000_000L;

  @TempDir private Path directory;

  /** Zeros without an end. */
  private static final class Endless extends InputStream {
    private long given;

    @Override
    public int read() {
      given++;
      return 0;
    }

    @Override
    public int read(byte[] buffer, int from, int count) throws IOException {
      if (count > 0 && given > PolicyReader.MAX_BYTES) {
        throw new IOException("it reads on and on");
      }
      given += count;
      return count;
    }
  }

  private File file(String name, long length, int last) throws IOException {
    File file = directory.resolve(name).toFile();
    try (RandomAccessFile sparse = new RandomAccessFile(file, "rw")) {
      sparse.setLength(length);
      sparse.seek(length - 1);
      sparse.write(last);
    }
    assertTrue(file.setLastModified(TIME));
    return file;
  }

  private static String look(File file) {
    return PolicyWatch.look(Collections.singletonList(file));
  }

  @Test
  void fileThatIsTooLongIsNotReadWhateverItsLength() throws IOException {
    long length = 4L << 30;
    assertEquals(look(file("a", length, 1)), look(file("b", length, 2)));
    assertEquals(
        look(file("c", PolicyReader.MAX_BYTES + 1L, 1)),
        look(file("d", PolicyReader.MAX_BYTES + 1L, 2)));
  }

  @Test
  void fileThatIsTooLongHasChangedWhenItsTimeOrLengthHas() throws IOException {
    File file = file("a", 4L << 30, 1);
    String before = look(file);
    assertTrue(file.setLastModified(TIME + 2_000));
    assertNotEquals(before, look(file));
    assertNotEquals(before, look(file("a", 5L << 30, 1)));
  }

  @Test
  void longestFileIsReadToItsLastByte() throws IOException {
    assertNotEquals(
        look(file("a", PolicyReader.MAX_BYTES, 1)), look(file("b", PolicyReader.MAX_BYTES, 2)));
  }

  @Test
  void fileThatGrowsWhileItIsReadIsNotReadForEver() throws IOException {
    Endless endless = new Endless();
    PolicyWatch.sum(endless);
    assertEquals(PolicyReader.MAX_BYTES + 1, endless.given);
  }

  @Test
  void fileThatIsOnlyTouchedStandsStill() throws IOException {
    File file = Files.writeString(directory.resolve("f"), "agent.mode = off\n").toFile();
    String before = look(file);
    assertTrue(file.setLastModified(TIME));
    assertEquals(before, look(file));
  }

  @Test
  void emptyFileIsNotAMissingOne() throws IOException {
    File file = directory.resolve("f").toFile();
    String missing = look(file);
    Files.createFile(file.toPath());
    assertNotEquals(missing, look(file));
  }
}
