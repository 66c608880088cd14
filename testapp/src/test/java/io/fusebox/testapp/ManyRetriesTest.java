package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fusebox.testapp.fault.Hit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Many calls that are tried again. */
class ManyRetriesTest {

  private static final int RACES = 120;

  @OnEveryJdk
  void discardedBodiesHoldNoConnections(Jdk jdk) throws InterruptedException {
    for (String door : RetryRuns.DOORS) {
      Outcome guarded = guarded(jdk, "many.discarded." + door);
      guarded.assertReturned("40");
      Set<Integer> open = new HashSet<>();
      for (int i = 0; i < 40; i++) {
        for (Hit hit : Servers.HTTP.hits(guarded.id() + "-" + i)) {
          // The JVM has ended: what closed no sooner than that was still open then.
          if (hit.closedAfterMillis(1000) > guarded.elapsed()) {
            open.add(hit.connection());
          }
        }
      }
      assertTrue(open.size() <= 2, () -> open + ": " + guarded.told());
    }
  }

  @OnEveryJdk
  void answerAtTheMomentOfTheBoundGivesOneOutcome(Jdk jdk) {
    Outcome guarded = guarded(jdk, "many.race");
    guarded.assertReturned("" + RACES);
    assertEquals("" + RACES, guarded.field("callbacks"), guarded::told);
    for (int i = 0; i < RACES; i++) {
      int hits = Servers.HTTP.hits(guarded.id() + "-" + i).size();
      assertTrue(hits <= 2, () -> hits + " requests: " + guarded.told());
    }
  }

  @OnEveryJdk
  void callsWhoseSecondAnswerFailsInTheApplicationEnd(Jdk jdk) {
    for (String door : RetryRuns.DOORS) {
      guarded(jdk, "many.second-fails." + door).assertReturned("150");
    }
  }

  @OnEveryJdk
  void callsEndWheneverTheirDependentsAreCancelled(Jdk jdk) {
    guarded(jdk, "many.given-up").assertReturned("300");
  }

  @OnEveryJdk
  void retryAfterIsNeverUndercut(Jdk jdk) {
    Outcome guarded = guarded(jdk, "many.after");
    guarded.assertReturned("40");
    for (int i = 0; i < 40; i++) {
      List<Hit> hits = Servers.HTTP.hits(guarded.id() + "-" + i);
      assertEquals(2, hits.size(), guarded::told);
      long gap = hits.get(1).millisAfter(hits.get(0));
      assertTrue(gap >= 1000, () -> gap + " ms: " + guarded.told());
    }
  }

  @OnEveryJdk
  void thousandVirtualThreadsWaitAtOnce(Jdk jdk) {
    assumeTrue(jdk.feature() >= 21, "virtual threads begin with 21");
    RetryRuns.plain(jdk, "retry-load", "many.virtual").assertReturned("0");
    Outcome guarded = guarded(jdk, "many.virtual");
    guarded.assertReturned("1000");
    // One after the other on two carriers they would take a hundred seconds.
    assertTrue(guarded.elapsed() < 10_000, guarded::told);
  }

  @OnEveryJdk
  void callbacksThatBlockDoNotDelayOtherRetries(Jdk jdk) {
    Outcome guarded = guarded(jdk, "many.callbacks");
    guarded.assertReturned("200 200-2");
    assertTrue(guarded.elapsed() < 1500, guarded::told);
  }

  private static Outcome guarded(Jdk jdk, String scenario) {
    return RetryRuns.guarded(jdk, "retry-load", scenario);
  }
}
