package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.Jdks;
import io.fusebox.testapp.OnEveryJdk;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

/** Bodies that nobody reads hold their connections for ever, or until their total is over. */
@Timeout(120)
class AbandonedBodiesTest {

  private static final String PROGRAM = "io.fusebox.testapp.safety.AbandonedBodies";
  private static final String BODY = Calls.url("/pay/bytes?size=200000");

  private static final Map<Jdk, Future<Finished>> RUNS = new LinkedHashMap<>();

  private static ExecutorService forks = Executors.newFixedThreadPool(2);

  /** Mostly waiting for idle threads to go. */
  @BeforeAll
  static void start() {
    Jdks.withHttpClient()
        .forEach(
            jdk ->
                RUNS.put(
                    jdk,
                    forks.submit(
                        () -> run(ForkedJvm.on(jdk).agent(Calls.POLICIES), 1000, 30_000))));
  }

  @AfterAll
  static void end() {
    forks.shutdownNow();
  }

  @OnEveryJdk
  void withoutTheAgentTheyHoldTheirConnections(Jdk jdk) throws Exception {
    Finished plain = run(ForkedJvm.on(jdk), 50, 1_500);
    assertEquals("50", plain.values().get("sockets"), plain::toString);
    assertEquals("50", plain.values().get("bodies"), plain::toString);
  }

  @OnEveryJdk
  void nothingIsLeftOfThemAfterTheirTotal(Jdk jdk) throws Exception {
    Finished guarded = Objects.requireNonNull(RUNS.get(jdk)).get(110, TimeUnit.SECONDS);
    assertEquals("0", guarded.values().get("bodies"), guarded::toString);
    assertEquals("0", guarded.values().get("sockets"), guarded::toString);
    assertEquals(
        "[fusebox-timer, fusebox-watch]", guarded.values().get("threads"), guarded::toString);
    assertEquals(
        1, guarded.said("1000 calls, 1000 cut by timeout.total").size(), guarded::toString);
  }

  private static Finished run(ForkedJvm jvm, int count, long millis) throws Exception {
    Finished finished =
        jvm.arguments(List.of("" + count, "" + millis, BODY)).timeoutSeconds(60).main(PROGRAM);
    Calls.assertEnded(finished);
    return finished;
  }
}
