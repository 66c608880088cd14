package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.fault.Hit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Wherever the agent itself fails once a POST has left, the server sees no more of it than the
 * policy allows: one without a key, and with a key no more than its attempts, each with that key.
 * The last real outcome comes, and nobody waits for ever. Each case is a copy of the jar in which
 * one method throws.
 */
@Timeout(300)
class RetryFaultsTest {

  private static final String AT_ONCE = "io.fusebox.testapp.safety.AtOnce";

  private static final String LINKAGE = "java/lang/NoClassDefFoundError";
  private static final String STACK = "java/lang/StackOverflowError";
  private static final String RUNTIME = "java/lang/IllegalStateException";
  private static final String[] ERRORS = {LINKAGE, STACK, RUNTIME};

  private static final int ATTEMPTS = 3;
  private static final String NO_KEY = "none";

  private static final String POLICIES =
      """
      policy.once.match = 127.0.0.1/once/**
      policy.once.retry.attempts = 3
      policy.once.retry.backoff.base = 20ms
      policy.once.retry.budget.floor = 1000
      policy.once.timeout.total = 20s
      policy.once.breaker = on
      policy.once.breaker.min-calls = 1000
      policy.late.extends = once
      policy.late.match = 127.0.0.1/late/**
      policy.late.timeout.attempt = 600ms
      policy.keyed.extends = once
      policy.keyed.match = 127.0.0.1/keyed/**
      policy.keyed.retry.idempotency-key = Idempotency-Key
      policy.keyed-late.extends = keyed
      policy.keyed-late.match = 127.0.0.1/keyed-late/**
      policy.keyed-late.timeout.attempt = 600ms
      policy.made.match = 127.0.0.1/made/**
      policy.made.timeout.total = 600ms
      policy.made.fallback.on = timeout, status
      policy.made.fallback.status = 200
      policy.made.fallback.body = made
      """;

  /** A kind of call, its path, and what may become of it. */
  private record Call(String kind, String path, int most, String outcome) {

    boolean isKeyed() {
      return path.startsWith("/keyed");
    }
  }

  private static final String BUSY = "returned 503 503-[123]";
  private static final String GOOD = "returned 200 (200-[123]|ok|slow)";
  private static final String FAILED = "threw java\\.(io|net)\\..*";

  private static final Map<String, Call> CALLS = new LinkedHashMap<>();

  static {
    // First, and alone: it loads the classes.
    CALLS.put("post.good", once("stream", "/once/ok?", GOOD));
    CALLS.put("post", once("sync", "/once/sequence?of=503.200", BUSY));
    CALLS.put("post.async", once("async", "/once/sequence?of=503.200", BUSY));
    CALLS.put("post.reset", once("sync", "/once/sequence?of=reset.200", FAILED));
    CALLS.put("post.late", once("async", "/late/sequence?of=slow.ok&delay=1500", either(FAILED)));
    String made = "returned 200 made|" + either(BUSY) + "|" + FAILED;
    CALLS.put("made.late", once("sync", "/made/sequence?of=slow.ok&delay=1500", made));
    CALLS.put("made.late.async", once("async", "/made/sequence?of=slow.ok&delay=1500", made));
    CALLS.put("made.busy", once("sync", "/made/sequence?of=503", made));
    CALLS.put("made.busy.async", once("async", "/made/sequence?of=503", made));
    CALLS.put("keyed", keyed("sync", "/keyed/sequence?of=503.200", BUSY));
    CALLS.put("keyed.async", keyed("async", "/keyed/sequence?of=503.503.200", BUSY));
    CALLS.put("keyed.spent", keyed("async", "/keyed/sequence?of=503", BUSY));
    CALLS.put("keyed.stream", keyed("stream", "/keyed/sequence?of=503.200", BUSY));
    CALLS.put("keyed.reset", keyed("sync", "/keyed/sequence?of=reset.200", FAILED));
    CALLS.put("keyed.late", keyed("sync", "/keyed-late/sequence?of=slow.ok&delay=1500", FAILED));
  }

  /**
   * Places that these calls need not come by, and those where a fault of ours looks like one of the
   * client or of the application.
   */
  private static final Set<String> UNSAID =
      Set.of(
          "jdk11/MadeResponse.give",
          "jdk11/GuardedCall.takeBack",
          "jdk11/Retrials.giveLast",
          "jdk11/DiscardedBody.onNext",
          "jdk11/DiscardedBody.onComplete");

  private static final Map<String, Future<Run>> RUNS = new LinkedHashMap<>();

  @TempDir static Path directory;

  private static final ExecutorService FORKS = Executors.newFixedThreadPool(2);

  /** What became of one case, and the ids of its calls by their names. */
  private record Run(Finished finished, Map<String, String> ids) {}

  private static Call once(String kind, String path, String outcome) {
    return new Call(kind, path, 1, outcome);
  }

  private static Call keyed(String kind, String path, String bad) {
    return new Call(kind, path, ATTEMPTS, either(bad));
  }

  private static String either(String bad) {
    return bad + "|" + GOOD;
  }

  @BeforeAll
  static void startAll() {
    each("jdk11/JdkHttpAdapter", "mark", 1, 10, 12, 13);
    each("jdk11/JdkHttpAdapter", "pass", 2, 3, 5);
    each("jdk11/Attempt", "run", 1, 1, 2, 3);
    each("jdk11/GuardedCall", "run", 1, 3, 12, 13, 14);
    always("jdk11/JdkHttpAdapter", "test");
    always("jdk11/GuardedCall", "begin", "waits", "wakeUp", "goOn", "free", "takeBack");
    always("jdk11/GuardedCall", "end", "handedOut", "completes", "deliver", "isPassedOver");
    always("jdk11/GuardedSubscriber", "finish");
    always("jdk11/Fallbacks", "replace", "run");
    always("jdk11/MadeInfo", "<init>");
    always("jdk11/Opening", "started", "nextStarts");
    always("jdk11/Again", "of", "start", "send");
    always("jdk11/DiscardedBody", "<init>", "onNext", "onComplete");
    always("jdk11/Failures", "outcome");
    always("jdk11/Judgement", "head", "afterHead", "bodyFollows", "settled", "isNotYetTheEnd");
    always("jdk11/Judgement", "attemptIsUp", "isTriedAgain", "timeIsUp", "settle");
    always("jdk11/Retrials", "<init>", "isRetried", "due", "pause", "next", "keep", "decorate");
    always("jdk11/Retrials", "goOn", "start", "forget", "retryAfter", "giveLast");
    always("jdk11/Waiting", "add", "remove");
    always("jdk11/MadeResponse", "give");
    always("calls/CallGuards", "of", "admit", "admitAgain", "settle", "next", "leave");
    always("engine/RetryState", "<init>", "next");
    always("engine/RetryBudget", "tryWithdraw", "deposit");
    always("engine/CallClocks", "pausing", "attemptStarts");
  }

  @AfterAll
  static void end() {
    FORKS.shutdownNow();
  }

  @TestFactory
  Stream<DynamicTest> sendNothingTwiceThatMayNotHappenTwice() {
    return RUNS.entrySet().stream()
        .map(
            run ->
                DynamicTest.dynamicTest(
                    run.getKey(), () -> assertUnharmed(run.getKey(), run.getValue())));
  }

  private static void assertUnharmed(String name, Future<Run> future) throws Exception {
    Run run = future.get(280, TimeUnit.SECONDS);
    Finished finished = run.finished();
    Calls.assertEnded(finished);
    for (Map.Entry<String, Call> entry : CALLS.entrySet()) {
      Call call = entry.getValue();
      String id = String.valueOf(run.ids().get(entry.getKey()));
      List<Hit> arrived = Calls.SERVER.hits(id);
      int hits = arrived.size();
      String outcome = String.valueOf(finished.values().get(entry.getKey()));
      assertTrue(
          hits >= 1 && hits <= call.most(),
          () -> entry.getKey() + " arrived " + hits + " times: " + finished);
      assertTrue(outcome.matches(call.outcome()), () -> entry.getKey() + ": " + finished);
      if (call.isKeyed()) {
        assertOneKey(entry.getKey(), arrived, finished);
      }
    }
    int faults = finished.said("a fault of the agent").size();
    int unguarded = finished.said("NOT guarded").size();
    assertTrue(faults + unguarded > 0 || UNSAID.contains(name), finished::toString);
    assertTrue(
        finished.err().lines().allMatch(line -> line.startsWith("fusebox: ")), finished::err);
  }

  /** A request that a fault of ours left without a key is a call that arrived once. */
  private static void assertOneKey(String name, List<Hit> arrived, Finished finished) {
    Set<String> keys = new TreeSet<>();
    for (Hit hit : arrived) {
      keys.add(hit.headers().getOrDefault("idempotency-key", NO_KEY));
    }
    assertEquals(1, keys.size(), () -> name + " has " + keys + ": " + finished);
    assertTrue(
        arrived.size() == 1 || !keys.contains(NO_KEY),
        () -> name + " was repeated without a key: " + finished);
  }

  private static void each(String type, String method, int variable, int... values) {
    for (int value : values) {
      start(type + "." + method + " " + value, type, method, variable, value);
    }
  }

  private static void always(String type, String... methods) {
    for (String method : methods) {
      start(type + "." + method, type, method, -1, 0);
    }
  }

  private static void start(String name, String type, String method, int variable, int value) {
    int number = RUNS.size();
    Path own = directory.resolve("run" + number);
    RUNS.put(
        name,
        FORKS.submit(
            () -> {
              Files.createDirectory(own);
              Path jar =
                  SabotagedJar.make(
                      own.resolve("fusebox.jar"),
                      type,
                      method,
                      variable,
                      value,
                      ERRORS[number % 3]);
              return run(jar, own);
            }));
  }

  private static Run run(Path jar, Path own) throws Exception {
    Path file = Files.writeString(own.resolve("policies.properties"), POLICIES);
    Map<String, String> ids = new LinkedHashMap<>();
    List<String> arguments = new ArrayList<>();
    CALLS.forEach(
        (name, call) -> {
          ids.put(name, Calls.newId());
          arguments.add(
              Calls.call(name, call.kind(), "POST", call.path() + "&id=" + ids.get(name)));
        });
    Jdk running = new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    Finished finished =
        ForkedJvm.on(running)
            .option("-javaagent:" + jar + "=" + file)
            .option("-Dpatience=8000")
            .arguments(arguments)
            .timeoutSeconds(40)
            .main(AT_ONCE);
    return new Run(finished, ids);
  }
}
