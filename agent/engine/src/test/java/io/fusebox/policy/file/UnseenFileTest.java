package io.fusebox.policy.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file in a directory that may not be entered looks as if it were missing. */
class UnseenFileTest {

  @TempDir private Path directory;

  /** As it is for who may not enter {@code closed}, which for root is no directory. */
  private static final class Seen extends File {
    private static final long serialVersionUID = 1;
    private final File closed;

    Seen(File file, File closed) {
      super(file.getPath());
      this.closed = closed;
    }

    @Override
    public boolean isFile() {
      return !isBelow() && super.isFile();
    }

    @Override
    public boolean exists() {
      return !isBelow() && super.exists();
    }

    @Override
    public boolean canExecute() {
      return !equals(closed) && super.canExecute();
    }

    @Override
    public File getAbsoluteFile() {
      return new Seen(super.getAbsoluteFile(), closed);
    }

    @Override
    public File getParentFile() {
      return new Seen(super.getParentFile(), closed);
    }

    private boolean isBelow() {
      return getPath().startsWith(closed.getPath() + separator);
    }
  }

  private String error(Path file, Path closed) {
    File seen = new Seen(file.toFile(), closed.toFile());
    LoadResult result = PolicyReader.load(seen, "1.1.0", new HashMap<>(), new Properties());
    return String.join("\n", result.errorLines()).replace(directory + File.separator, "");
  }

  @Test
  void directoryThatMayNotBeEnteredIsToldInPlaceOfAMissingFile() throws Exception {
    Path inner = Files.createDirectories(directory.resolve("d/e"));
    Path file = inner.resolve("p.properties");
    Files.writeString(file, "agent.mode = off\n");
    assertEquals(
        "d/e/p.properties: cannot be read: Permission denied for the directory d/e",
        error(file, inner));
    assertEquals(
        "d/e/p.properties: cannot be read: Permission denied for the directory d",
        error(file, directory.resolve("d")));
  }

  @Test
  void linkToNowhereIsToldByWhatOpeningItSays() throws Exception {
    Path none = directory.resolve("other");
    Path loop = Files.createSymbolicLink(directory.resolve("loop"), directory.resolve("loop"));
    assertEquals("loop: cannot be read: Too many levels of symbolic links", error(loop, none));
    Path file = Files.writeString(directory.resolve("f"), "agent.mode = off\n");
    assertEquals("f/p: cannot be read: Not a directory", error(file.resolve("p"), none));
    Path dangling = Files.createSymbolicLink(directory.resolve("l"), directory.resolve("gone"));
    assertEquals("l: no such file", error(dangling, none));
  }

  @Test
  void missingFileStaysAMissingOne() {
    assertEquals(
        "x/y/p.properties: no such file",
        error(directory.resolve("x/y/p.properties"), directory.resolve("other")));
    assertEquals("p: no such file", error(directory.resolve("p"), directory.resolve("other")));
  }
}
