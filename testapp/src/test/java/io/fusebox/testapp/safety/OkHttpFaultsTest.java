package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
 * Wherever the agent itself fails, a call through OkHttp is made once and gets its answer, once.
 * Each case is a copy of the jar in which one method throws.
 */
@Timeout(180)
class OkHttpFaultsTest {

  private static final String LINKAGE = "java/lang/NoClassDefFoundError";
  private static final String STACK = "java/lang/StackOverflowError";
  private static final String RUNTIME = "java/lang/IllegalStateException";

  private static final String POLICIES =
      """
      policy.pay.match = 127.0.0.1/pay/**
      policy.pay.timeout.total = 20s
      policy.pay.timeout.read = 20s
      policy.pay.timeout.connect = 20s
      policy.pay.retry.attempts = 2
      policy.pay.breaker = on
      policy.pay.bulkhead = 10
      """;

  private static final List<String> ANSWERED =
      List.of(
          "get=execute,GET",
          "post=execute,POST",
          "get.enqueued=enqueue,GET",
          "post.enqueued=enqueue,POST");

  /** Only where the application has interceptors of the network. */
  private static final int HEARS = 15;

  private static final Path LIBRARY =
      Path.of(System.getProperty("fusebox.okhttp.libraries"), "4.12");

  private static final Map<String, Future<Run>> RUNS = new LinkedHashMap<>();

  /** What became of one case. */
  private record Run(Finished finished, List<String> ids) {}

  @TempDir static Path directory;

  private static ExecutorService forks = Executors.newFixedThreadPool(2);

  @BeforeAll
  static void startAll() {
    for (int point : new int[] {100, 101, 102, 103}) {
      start("OkHttpAdapter", "pass", 2, point, LINKAGE);
    }
    for (int point : new int[] {105, 108}) {
      start("OkHttpAdapter", "mark", 1, point, STACK);
    }
    start("OkHttpAdapter", "<init>", -1, 0, RUNTIME);
    start("Shared", "<clinit>", -1, 0, LINKAGE);
    start("Operation", "<init>", -1, 0, STACK);
    for (int step : new int[] {0, 1, 3, 4, 13, 14, HEARS}) {
      start("Operation", "run", 1, step, RUNTIME);
    }
    start("Retrials", "<init>", -1, 0, LINKAGE);
    start("Retrials", "decorated", -1, 0, STACK);
    start("Judgement", "answered", -1, 0, RUNTIME);
    start("Judgement", "settle", -1, 0, LINKAGE);
    start("GuardedSource", "<init>", -1, 0, STACK);
    start("WireSource", "<init>", -1, 0, RUNTIME);
    start("Operations", "put", -1, 0, LINKAGE);
    start("Operations", "of", -1, 0, STACK);
    start("RequestBodies", "<clinit>", -1, 0, RUNTIME);
  }

  @AfterAll
  static void end() {
    forks.shutdownNow();
  }

  @TestFactory
  Stream<DynamicTest> leaveTheCallAndItsAnswerAsTheyAre() {
    return RUNS.entrySet().stream()
        .map(run -> DynamicTest.dynamicTest(run.getKey(), () -> assertUnharmed(run.getValue())));
  }

  private static void assertUnharmed(Future<Run> future) throws Exception {
    Run run = future.get(120, TimeUnit.SECONDS);
    Finished finished = run.finished();
    Calls.assertEnded(finished);
    for (String call : ANSWERED) {
      String of = call.substring(0, call.indexOf('='));
      assertEquals("returned 200 ok", finished.values().get(of), finished::toString);
    }
    for (String id : run.ids()) {
      Calls.assertArrivedOnce(id, finished);
    }
    int faults = finished.said("a fault of the agent").size();
    int unguarded = finished.said("NOT guarded").size();
    assertTrue(faults + unguarded > 0, finished::toString);
    assertTrue(
        finished.err().lines().allMatch(line -> line.startsWith("fusebox: ")), finished::err);
  }

  private static void start(String type, String method, int variable, int value, String error) {
    String name = type + "." + method + (variable < 0 ? "" : " " + value);
    Path own = directory.resolve("run" + RUNS.size());
    List<String> ids = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    for (String call : ANSWERED) {
      ids.add(Calls.newId());
      arguments.add(call + "," + Calls.url("/pay/ok?id=" + ids.get(ids.size() - 1)));
    }
    RUNS.put(
        name,
        forks.submit(
            () -> {
              Files.createDirectory(own);
              Path jar =
                  SabotagedJar.make(
                      own.resolve("fusebox.jar"), "okhttp/" + type, method, variable, value, error);
              return new Run(run(jar, own, value == HEARS, arguments), ids);
            }));
  }

  private static Finished run(Path jar, Path own, boolean behind, List<String> arguments)
      throws Exception {
    Path file = Files.writeString(own.resolve("policies.properties"), POLICIES);
    Jdk running = new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    return ForkedJvm.on(running)
        .libraries(LIBRARY)
        .option("-javaagent:" + jar + "=" + file)
        .option("-Dnetwork-interceptor=" + behind)
        .arguments(arguments)
        .timeoutSeconds(60)
        .main("io.fusebox.testapp.okhttp.OkCaller");
  }
}
