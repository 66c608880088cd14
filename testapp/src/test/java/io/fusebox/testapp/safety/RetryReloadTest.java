package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A call that waits for its next attempt keeps the policy that it began with. */
@Timeout(120)
class RetryReloadTest {

  private static final String POLICIES =
      """
      policy.first.match = 127.0.0.1/first/**
      policy.first.timeout.total = 60s
      policy.first.retry.attempts = %1$s
      policy.first.retry.backoff.base = 10s
      policy.first.retry.backoff.cap = 10s
      policy.first.retry.jitter = none
      policy.later.match = 127.0.0.1/later/**
      policy.later.timeout.total = 60s
      policy.later.retry.attempts = %1$s
      policy.later.retry.backoff.base = 1ms
      policy.later.retry.budget.floor = 1000
      """;

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.safety.Pairs#oldestAndNewest")
  void callKeepsThePolicyItBeganWith(Jdk jdk, @TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("policies"), String.format(POLICIES, "2"));
    Path without = Files.writeString(directory.resolve("without"), String.format(POLICIES, "1"));
    String id = Calls.newId();
    Finished finished =
        ForkedJvm.on(jdk)
            .option("-javaagent:" + ForkedJvm.agentJar() + "=" + file)
            .arguments(
                List.of(
                    file.toString(),
                    without.toString(),
                    Calls.url("/first/sequence?of=503.200&id=" + id),
                    Calls.url("/later/sequence?of=503.200&id=" + id + "-later")))
            .timeoutSeconds(60)
            .main("io.fusebox.testapp.safety.RetryReloading");
    Calls.assertEnded(finished);
    assertEquals("503 503-1", finished.values().get("later"), finished::toString);
    assertEquals("false", finished.values().get("first.done"), finished::toString);
    assertEquals("200 200-2", finished.values().get("first"), finished::toString);
    assertEquals(2, Calls.SERVER.hits(id).size(), finished::toString);
  }
}
