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

/** What a policy file includes is watched as it is itself, and so is what it includes later. */
@Timeout(120)
class IncludedFileTest {

  @TempDir static Path directory;
  private static RunsAtOnce runs;

  @BeforeAll
  static void start() {
    runs = RunsAtOnce.of(IncludedFileTest::run);
  }

  @OnEveryJdk
  void includeThatChangesIsTaken(Jdk jdk) throws Exception {
    assertBound(runs.on(jdk), "first", "= 700ms");
    assertBound(runs.on(jdk), "changed", "= 300ms");
  }

  @OnEveryJdk
  void includeThatAChangeHasBroughtIsWatchedToo(Jdk jdk) throws Exception {
    assertBound(runs.on(jdk), "another", "= 500ms");
    assertBound(runs.on(jdk), "another.changed", "= 600ms");
    assertEquals(3, runs.on(jdk).said("changed: 1 policy, enforce").size(), runs.on(jdk)::err);
  }

  private static void assertBound(Finished finished, String step, String bound) {
    String outcome = String.valueOf(finished.values().get(step));
    assertTrue(outcome.contains("timeout.total " + bound), finished::toString);
  }

  private static Finished run(Jdk jdk) throws Exception {
    Path own = Files.createDirectory(directory.resolve("java" + jdk.feature()));
    Path file = own.resolve("policies.properties");
    Files.writeString(file, "include = first.properties\npolicy.pay.match = 127.0.0.1/pay/**\n");
    Files.writeString(own.resolve("first.properties"), "policy.pay.timeout.total = 700ms\n");
    return ForkedJvm.on(jdk)
        .option("-javaagent:" + ForkedJvm.agentJar() + "=" + file)
        .arguments(List.of(own.toString(), Calls.url("/pay/silent")))
        .timeoutSeconds(60)
        .main("io.fusebox.testapp.safety.Including");
  }
}
