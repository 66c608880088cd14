package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * Wherever the agent itself fails, the application's call is made once and gets its answer, and the
 * fault is said. Each case is a copy of the jar in which one method throws.
 */
@Timeout(180)
class FaultsOfTheAgentTest {

  private static final String LINKAGE = "java/lang/NoClassDefFoundError";
  private static final String STACK = "java/lang/StackOverflowError";
  private static final String RUNTIME = "java/lang/IllegalStateException";

  /** Long enough for the first call of a JVM; the second is what a broken cut is asked for. */
  private static final String POLICIES =
      """
      policy.pay.match = 127.0.0.1/pay/**
      policy.pay.timeout.total = 20s
      policy.pay.timeout.read = 20s
      policy.pay.timeout.connect = 20s
      policy.late.match = 127.0.0.1/late/**
      policy.late.timeout.total = 300ms
      """;

  /** What each case calls; their answers must come whatever the fault. */
  private static final List<String> ANSWERED =
      List.of(
          "get=sync,GET",
          "post=sync,POST",
          "get.async=async,GET",
          "post.async=async,POST",
          "stream=stream,POST");

  /** Places that not every Java comes by. */
  private static final Set<String> OPTIONAL = Set.of("jdk11/JdkHttpAdapter.pass 6");

  private static final Map<String, Future<Run>> RUNS = new LinkedHashMap<>();

  @TempDir static Path directory;

  private static ExecutorService forks = Executors.newFixedThreadPool(2);

  /** What became of one case. */
  private record Run(Finished finished, List<String> ids) {}

  @BeforeAll
  static void startAll() {
    // Before the client has started: the value that came in is used.
    each("jdk11/JdkHttpAdapter", "pass", 2, new int[] {1, 3, 4, 5, 6, 7});
    always("agent/LazyAdapter", "run", LINKAGE);
    always("jdk11/Internals", "<clinit>", RUNTIME);
    always("jdk11/JdkHttpAdapter", "<init>", LINKAGE);
    always("jdk11/GuardedCall", "<clinit>", LINKAGE);
    always("jdk11/GuardedCall", "<init>", STACK);
    always("jdk11/Attempt", "<init>", LINKAGE);
    always("jdk11/Opening", "<init>", RUNTIME);
    always("policy/PolicySet", "matchHttp", RUNTIME);
    always("engine/CallClocks", "<init>", RUNTIME);
    always("engine/Counters", "newRow", STACK);
    // Once it has.
    each("jdk11/JdkHttpAdapter", "mark", 1, new int[] {8, 9, 10, 11, 12, 13, 14});
    each("jdk11/Attempt", "run", 1, new int[] {1, 2, 3});
    each("jdk11/GuardedCall", "run", 1, new int[] {3, 4, 5, 7, 8});
    always("jdk11/GuardedFuture", "<init>", LINKAGE);
    always("jdk11/GuardedSubscriber", "<clinit>", LINKAGE);
    always("jdk11/GuardedSubscriber", "<init>", STACK);
    always("engine/DueTable", "arm", RUNTIME);
    always("engine/DueTable", "disarm", LINKAGE);
    always("engine/DueTable", "hasten", STACK);
    // Beside it.
    always("weaving/Weaver", "weave", LINKAGE);
    always("weaving/MethodWeaver", "<init>", RUNTIME);
    always("agent/Bridge", "build", RUNTIME);
    always("agent/TimerThread", "begin", LINKAGE);
    always("agent/TimerThread", "sweep", STACK);
    always("engine/DueTable", "sweep", RUNTIME);
    always("agent/Workers", "handOver", LINKAGE);
    always("engine/Cut", "message", RUNTIME);
  }

  @AfterAll
  static void end() {
    forks.shutdownNow();
  }

  @TestFactory
  Stream<DynamicTest> leaveTheCallAndItsAnswerAsTheyAre() {
    return RUNS.entrySet().stream()
        .map(
            run ->
                DynamicTest.dynamicTest(
                    run.getKey(), () -> assertUnharmed(run.getKey(), run.getValue())));
  }

  private static void assertUnharmed(String name, Future<Run> future) throws Exception {
    Run run = future.get(120, TimeUnit.SECONDS);
    Finished finished = run.finished();
    Calls.assertEnded(finished);
    for (String call : ANSWERED) {
      Calls.assertReturned(finished, call.substring(0, call.indexOf('=')), "ok");
    }
    // As the client itself has it, one time so and one time so.
    String cancelled = String.valueOf(finished.values().get("cancel"));
    assertTrue(
        cancelled.matches("cancelled true|threw .*CancellationException.*"), finished::toString);
    String late = String.valueOf(finished.values().get("late"));
    assertTrue(
        late.equals("returned 200 slow") || late.contains("HttpTimeoutException"),
        finished::toString);
    for (String id : run.ids()) {
      Calls.assertArrivedOnce(id, finished);
    }
    int faults = finished.said("a fault of the agent").size();
    int unguarded = finished.said("NOT guarded").size();
    assertTrue(faults + unguarded > 0 || OPTIONAL.contains(name), finished::toString);
    if (faults > 0) {
      assertTrue(
          finished.said("at exit: ").stream().anyMatch(FaultsOfTheAgentTest::counts),
          finished::toString);
    }
    assertTrue(
        finished.err().lines().allMatch(line -> line.startsWith("fusebox: ")), finished::err);
    assertTrue(finished.err().lines().count() < 12, finished::err);
  }

  private static boolean counts(String line) {
    return line.matches("fusebox: at exit: [1-9][0-9]{0,3} faults? of the agent.*");
  }

  private static void each(String type, String method, int variable, int[] values) {
    String[] errors = {LINKAGE, STACK, RUNTIME};
    for (int value : values) {
      start(type + "." + method + " " + value, type, method, variable, value, errors[value % 3]);
    }
  }

  private static void always(String type, String method, String error) {
    start(type + "." + method, type, method, -1, 0, error);
  }

  private static void start(
      String name, String type, String method, int variable, int value, String error) {
    Path own = directory.resolve("run" + RUNS.size());
    RUNS.put(
        name,
        forks.submit(
            () -> {
              Files.createDirectory(own);
              Path jar =
                  SabotagedJar.make(
                      own.resolve("fusebox.jar"), type, method, variable, value, error);
              return run(jar, own);
            }));
  }

  private static Run run(Path jar, Path own) throws Exception {
    Path file = Files.writeString(own.resolve("policies.properties"), POLICIES);
    List<String> ids = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    for (String call : ANSWERED) {
      ids.add(Calls.newId());
      arguments.add(call + "," + Calls.url("/pay/ok?id=" + ids.get(ids.size() - 1)));
    }
    arguments.add("cancel=cancel,GET," + Calls.url("/pay/silent"));
    ids.add(Calls.newId());
    arguments.add(
        "late=sync,POST," + Calls.url("/late/slow?delay=600&id=" + ids.get(ids.size() - 1)));
    Jdk running = new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    Finished finished =
        ForkedJvm.on(running)
            .option("-javaagent:" + jar + "=" + file)
            .option("-Dpatience=8000")
            .arguments(arguments)
            .timeoutSeconds(30)
            .main(Calls.CALLER);
    return new Run(finished, ids);
  }
}
