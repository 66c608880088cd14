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
import org.junit.jupiter.api.io.TempDir;

/**
 * The agent's jar is overwritten in its place while it is in use: what was not loaded by then is
 * lost. Nobody hangs, answers are given, and what went wrong is said.
 */
class OverwrittenJarTest {

  private static final String POLICY =
      """
      policy.any.match = 127.0.0.1
      policy.any.timeout.attempt = 500ms
      policy.any.timeout.total = 2s
      policy.any.retry.attempts = 2
      policy.any.breaker = on
      """;

  @TempDir Path directory;

  @OnEveryJdk
  void callsEndAndItIsSaid(Jdk jdk) throws Exception {
    Path jar = Files.copy(ForkedJvm.agentJar(), directory.resolve("agent.jar"));
    Path file = Files.writeString(directory.resolve("policies.properties"), POLICY);
    Finished finished =
        ForkedJvm.on(jdk)
            .option("-javaagent:" + jar + "=" + file)
            .arguments(
                List.of(
                    jar.toString(),
                    Calls.url("/any/ok"),
                    Calls.url("/any/ok"),
                    Calls.url("/any/sequence?of=503&id=" + Calls.newId()),
                    Calls.url("/any/silent"),
                    Calls.url("/any/ok")))
            .main("io.fusebox.testapp.safety.OverwritingJar");
    Calls.assertEnded(finished);
    for (int call : new int[] {1, 2, 5}) {
      assertEquals("200", finished.values().get("call-" + call), finished::toString);
    }
    assertEquals("503", finished.values().get("call-3"), finished::toString);
    assertTrue(
        String.valueOf(finished.values().get("call-4")).endsWith("Exception"), finished::toString);
    for (String said :
        List.of(
            "of the agent; those calls went on unprotected", "a fault of the agent, the call")) {
      assertTrue(!finished.said(said).isEmpty(), finished::err);
    }
  }
}
