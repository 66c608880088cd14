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
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file that changes while the application runs is taken if it is good, and only then. */
@Timeout(120)
class ReloadTest {

  private static final String RELOADING = "io.fusebox.testapp.safety.Reloading";

  @TempDir static Path directory;
  private static RunsAtOnce runs;

  @BeforeAll
  static void start() {
    runs = RunsAtOnce.of(ReloadTest::run);
  }

  @OnEveryJdk
  void followsTheFileAndKeepsTheLastGoodOne(Jdk jdk) throws Exception {
    Finished finished = runs.on(jdk);
    Map<String, String> values = finished.values();
    assertEquals("hung", values.get("broken-at-start"), finished::toString);
    assertPickedUp(finished, "fixed", "timeout.total = 700ms");
    assertTrue(
        String.valueOf(values.get("broken-later")).contains("timeout.total = 700ms"),
        finished::toString);
    assertPickedUp(finished, "changed", "timeout.total = 300ms");
    // Begun under the file before: what was in force then counts for it.
    assertTrue(
        String.valueOf(values.get("begun.before")).contains("timeout.total = 8s"),
        finished::toString);
    assertEquals(1, finished.said("PASSIVE: 1 error above").size(), finished::err);
    assertEquals(1, finished.said("PASSIVE as before").size(), finished::err);
    assertEquals(2, finished.said("changed: 2 policies, enforce").size(), finished::err);
    assertEquals(1, finished.said("the last good one stays").size(), finished::err);
    assertEquals(2, finished.said("5s or 5ms").size(), finished::err);
  }

  private static void assertPickedUp(Finished finished, String step, String bound) {
    assertTrue(String.valueOf(finished.values().get(step)).contains(bound), finished::toString);
    long millis = Long.parseLong(String.valueOf(finished.values().get(step + ".after")));
    // Two looks at intervals of two seconds, and the call that shows it.
    assertTrue(millis < 7_500, finished::toString);
  }

  private static Finished run(Jdk jdk) throws Exception {
    Path file = directory.resolve("policies" + jdk.feature() + ".properties");
    Files.writeString(file, Calls.POLICIES.replace("300ms", "5"));
    return ForkedJvm.on(jdk)
        .option("-javaagent:" + ForkedJvm.agentJar() + "=" + file)
        .arguments(List.of(file.toString(), Calls.url("/pay/silent"), Calls.url("/longer/silent")))
        .timeoutSeconds(60)
        .main(RELOADING);
  }
}
