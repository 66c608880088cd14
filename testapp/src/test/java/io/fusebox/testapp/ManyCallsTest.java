package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fusebox.testapp.fault.Hit;

/** Many governed calls at once. */
class ManyCallsTest {

  private static final int RACES = 200;

  @OnEveryJdk
  void answerAtTheMomentOfTheBoundGivesOneOutcome(Jdk jdk) {
    Runs.plain(jdk, "load").of("race").assertReturned("" + RACES);
    Outcome guarded = Runs.guarded(jdk, "load").of("race");
    guarded.assertReturned("" + RACES);
    assertEquals("" + RACES, guarded.field("callbacks"), guarded::told);
    // One that is cut before it is sent never arrives; none arrives twice.
    assertTrue(guarded.hits().size() <= RACES, guarded::told);
    int timeouts = Integer.parseInt(guarded.field("timeouts"));
    if (timeouts > 0) {
      Finished finished = Runs.guarded(jdk, "load").finished();
      String summary = "policy race: " + RACES + " calls, " + timeouts + " cut by timeout.total";
      assertEquals(1, finished.said(summary).size(), finished::err);
    }
  }

  @OnEveryJdk
  void redirectAtTheMomentOfTheBoundIsEndedToo(Jdk jdk) throws Exception {
    Runs.plain(jdk, "load").of("turn").assertHung();
    Outcome guarded = Runs.guarded(jdk, "load").of("turn");
    guarded.assertReturned("" + 2 * RACES);
    int turned = 0;
    for (Hit hit : guarded.hits()) {
      if (hit.target().contains("silent")) {
        turned++;
        assertTrue(hit.closedAfterMillis(2000) != Hit.STILL_OPEN, guarded::told);
      }
    }
    assertTrue(turned > 0, guarded::told);
  }

  @OnEveryJdk
  void bodiesThatAreCutAtOnceAllFailWithTheTimeout(Jdk jdk) {
    Runs.plain(jdk, "load").of("storm").assertReturned("0");
    Outcome guarded = Runs.guarded(jdk, "load").of("storm");
    guarded.assertReturned("" + RACES);
    guarded.assertElapsed(500, 2500);
  }

  @OnEveryJdk
  void thousandVirtualThreadsAreAllCut(Jdk jdk) {
    assumeTrue(jdk.feature() >= 21, "virtual threads begin with 21");
    Runs.plain(jdk, "load").of("virtual").assertHung();
    Outcome guarded = Runs.guarded(jdk, "load").of("virtual");
    guarded.assertReturned("1000");
    assertTrue(guarded.elapsed() >= 300 && guarded.elapsed() < 5000, guarded::told);
  }
}
