package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.OnEveryJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A change is seen by the file's content, however it comes about. */
@Timeout(120)
class SwappedFileTest {

  @TempDir static Path directory;
  private static RunsAtOnce runs;

  @BeforeAll
  static void start() {
    runs = RunsAtOnce.of(SwappedFileTest::run);
  }

  @OnEveryJdk
  void linkThatIsSwappedIsFollowed(Jdk jdk) throws Exception {
    Finished finished = runs.on(jdk);
    assertBound(finished, "first", "= 700ms");
    assertPickedUp(finished, "swapped", "= 300ms");
    assertEquals(2, finished.said("changed: 2 policies, enforce").size(), finished::err);
  }

  @OnEveryJdk
  void contentThatChangesBehindTheSameTimeAndLengthIsSeen(Jdk jdk) throws Exception {
    assertPickedUp(runs.on(jdk), "rewritten", "= 500ms");
  }

  private static void assertPickedUp(Finished finished, String step, String bound) {
    assertEquals("true", finished.values().get(step + ".alike"), finished::toString);
    assertBound(finished, step, bound);
    long millis = Long.parseLong(String.valueOf(finished.values().get(step + ".after")));
    // Two looks at intervals of two seconds, and the call that shows it.
    assertTrue(millis < 7_500, finished::toString);
  }

  private static void assertBound(Finished finished, String step, String bound) {
    String outcome = String.valueOf(finished.values().get(step));
    assertTrue(outcome.contains("timeout.total " + bound), finished::toString);
  }

  private static Finished run(Jdk jdk) throws Exception {
    Path own = Files.createDirectory(directory.resolve("java" + jdk.feature()));
    Path first = Files.createDirectory(own.resolve("..first"));
    Files.writeString(
        first.resolve("policies.properties"), Calls.POLICIES.replace("300ms", "700ms"));
    Files.createSymbolicLink(own.resolve("..data"), Path.of("..first"));
    Path file =
        Files.createSymbolicLink(
            own.resolve("policies.properties"), Path.of("..data/policies.properties"));
    return ForkedJvm.on(jdk)
        .option("-javaagent:" + ForkedJvm.agentJar() + "=" + file)
        .arguments(List.of(own.toString(), Calls.url("/pay/silent")))
        .timeoutSeconds(60)
        .main("io.fusebox.testapp.safety.Swapping");
  }
}
