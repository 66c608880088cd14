package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.Jdks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent waits for no class in the wrong order, and keeps no loader of the application's. */
@Timeout(120)
class ClassLoadersTest {

  private static final String RACE = "io.fusebox.testapp.safety.LoadingRace";
  private static final String REDEPLOYER = "io.fusebox.testapp.safety.Redeployer";
  private static final int FORKS = 20;

  private static final String PATIENT =
      "policy.pay.match = 127.0.0.1/pay/**\npolicy.pay.timeout.total = 30s\n";

  @Test
  void firstCallsOfManyThreadsNeverMeetInADeadlock() throws Exception {
    List<Jdk> jdks = Jdks.withHttpClient().toList();
    ExecutorService two = Executors.newFixedThreadPool(2);
    try {
      List<Future<Finished>> races = new ArrayList<>();
      for (int i = 0; i < FORKS; i++) {
        Jdk jdk = jdks.get(i % jdks.size());
        races.add(two.submit(() -> race(jdk)));
      }
      for (Future<Finished> race : races) {
        Finished finished = race.get(60, TimeUnit.SECONDS);
        Calls.assertEnded(finished);
        assertEquals("4", finished.values().get("answered"), finished::toString);
        assertEquals(1, finished.err().lines().count(), finished::err);
      }
    } finally {
      two.shutdownNow();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.safety.Pairs#oldestAndNewest")
  void droppedApplicationsAreCollected(Jdk jdk) throws Exception {
    Finished finished =
        ForkedJvm.on(jdk)
            .agent(Calls.POLICIES.replace("300ms", "20ms") + "policy.pay.timeout.read = 20ms\n")
            .arguments(List.of(System.getProperty("fusebox.testapp.classes") + "/"))
            .arguments(
                List.of(Calls.url("/pay/ok"), Calls.url("/pay/silent"), Calls.url("/pay/drip")))
            .timeoutSeconds(60)
            .main(REDEPLOYER);
    Calls.assertEnded(finished);
    assertEquals("0", finished.values().get("loaders.left"), finished::toString);
    assertEquals("0", finished.values().get("threads.more"), finished::toString);
    assertEquals(0, finished.said("fault of the agent").size(), finished::err);
  }

  private static Finished race(Jdk jdk) throws Exception {
    return ForkedJvm.on(jdk)
        .agent(PATIENT)
        .arguments(List.of(Calls.url("/pay/ok")))
        .timeoutSeconds(20)
        .main(RACE);
  }
}
