package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.Hit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** OpenAI's client on OkHttp under the cookbook's policy for a model API. */
@Timeout(180)
class ModelSdkTest {

  private static final int TOTAL = 3000;
  private static final int RETRY_AFTER = 1000;

  /** The client's own limit in these programs. */
  private static final long OWN_MILLIS = 5000;

  private static final String PIECES = "0 1 2 3 4 5 6 7 8 9 ";
  private static final List<String> WAYS = List.of("", "-later");

  private static final String TESTS_OWN =
      """
      policy.warm-up.match = http://127.0.0.1:PORT/warm-up/**, http://127.0.0.1:PORT/warm-up-later/**
      policy.warm-up.mode = off
      policy.down.match = http://127.0.0.1:PORT/down/**
      policy.down.extends = model
      """;

  private static final Map<String, CloudRuns> RUNS = new ConcurrentHashMap<>();

  private static CloudRuns plain() throws Exception {
    return run(Jdks.withHttpClient().findFirst().orElseThrow(), "");
  }

  private static CloudRuns guarded(Jdk jdk) throws Exception {
    String cookbook =
        CloudRuns.cookbook("model-api")
            .replace("https://api.model.example", "http://127.0.0.1:PORT")
            .replace("timeout.attempt = 30s", "timeout.attempt = 2s")
            .replace("timeout.total = 2m", "timeout.total = 3s")
            .replace("timeout.read = 20s", "timeout.read = 1100ms")
            .replace("backoff.base = 500ms", "backoff.base = 50ms");
    return run(jdk, cookbook + TESTS_OWN);
  }

  private static CloudRuns run(Jdk jdk, String policies) throws Exception {
    CloudRuns made = RUNS.get(jdk + policies);
    if (made == null) {
      made = CloudRuns.of(jdk, "Chats", "model", policies, List.of("PORT"));
      RUNS.put(jdk + policies, made);
    }
    return made;
  }

  private static List<Hit> hits(CloudRuns run, String scenario) {
    return run.hits("/" + scenario + "/v1/chat/completions");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  void goodAnswersAreAsWithoutTheAgent(Jdk jdk) throws Exception {
    for (String way : WAYS) {
      assertEquals("hello", plain().told("answered" + way));
      assertEquals("hello", guarded(jdk).told("answered" + way));
      assertEquals(1, hits(guarded(jdk), "answered" + way).size());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  void streamedAnswerOutlivesTotalAndIsWhole(Jdk jdk) throws Exception {
    for (String way : WAYS) {
      assertEquals(PIECES, guarded(jdk).told("streamed" + way));
      assertTrue(guarded(jdk).millis("streamed" + way) > TOTAL);
      assertEquals(1, hits(guarded(jdk), "streamed" + way).size());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  void streamThatFallsSilentIsCutByRead(Jdk jdk) throws Exception {
    for (String way : WAYS) {
      assertTrue(plain().millis("stalled" + way) >= OWN_MILLIS);
      String told = guarded(jdk).told("stalled" + way);
      assertTrue(told.contains("policy model, timeout.read = 1100ms"), told);
      assertEquals(1, hits(guarded(jdk), "stalled" + way).size());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  void hungCallIsCutAtTotalOverAllAttempts(Jdk jdk) throws Exception {
    for (String way : WAYS) {
      assertTrue(plain().millis("hung" + way) >= OWN_MILLIS);
      String told = guarded(jdk).told("hung" + way);
      assertTrue(told.contains("policy model, timeout.total = 3s, attempt 3"), told);
      assertTrue(guarded(jdk).millis("hung" + way) >= TOTAL);
      assertEquals(3, hits(guarded(jdk), "hung" + way).size());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  void retryAfterIsObeyed(Jdk jdk) throws Exception {
    for (String way : WAYS) {
      for (String scenario : List.of("throttled" + way, "busy" + way)) {
        assertTrue(plain().told(scenario).startsWith("threw "), plain().told(scenario));
        CloudRuns guarded = guarded(jdk);
        assertEquals("hello", guarded.told(scenario), guarded.finished()::toString);
        List<Hit> hits = hits(guarded, scenario);
        assertEquals(2, hits.size());
        assertEquals("2", hits.get(1).headers().get("x-envoy-attempt-count"));
        assertTrue(hits.get(1).millisAfter(hits.get(0)) >= RETRY_AFTER);
        assertArrayEquals(hits.get(0).body(), hits.get(1).body());
      }
    }
  }

  /** Two calls, each of which the client makes three times. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  void breakerBoundsWhatTwoLayersOfRetriesMake(Jdk jdk) throws Exception {
    assertEquals(6, hits(plain(), "down").size());
    CloudRuns guarded = guarded(jdk);
    List<Hit> hits = hits(guarded, "down");
    // Three times three of the first call, and the first of the second, which opens the breaker.
    assertEquals(10, hits.size(), guarded.finished()::toString);
    assertEquals("3", hits.get(8).headers().get("x-envoy-attempt-count"));
    assertEquals("2", hits.get(8).headers().get("x-stainless-retry-count"));
    assertTrue(guarded.told("down.first").contains("503"), guarded.told("down.first"));
    assertTrue(guarded.told("down").contains("FuseboxRejectedException"), guarded.told("down"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  void nothingOfTheAgentIsLeft(Jdk jdk) throws Exception {
    int calls = Integer.parseInt(guarded(jdk).told("left.calls"));
    int clientCalls = Integer.parseInt(guarded(jdk).told("left.client-calls"));
    assertTrue(calls <= clientCalls, calls + " calls");
  }
}
