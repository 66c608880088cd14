package io.fusebox.testapp;

import static io.fusebox.testapp.States.assertGuarded;
import static io.fusebox.testapp.States.assertPlain;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Two operations at a time, and the next is rejected at once; however one ends, its place comes
 * back, and comes back once.
 */
class BulkheadTest {

  /** Five calls at once, afterwards: two places are free, not one and not three. */
  private static final String TWO_FREE = ", then, 200*2, rejected*3";

  @OnEveryJdk
  void whatIsTooMuchIsRejected(Jdk jdk) {
    assertPlain(jdk, "bulkhead.full", "200*52");
    assertGuarded(jdk, "bulkhead.full", "200*2, rejected*48, 200*2", 4);
  }

  @OnEveryJdk
  void bodyThatIsReadGivesItsPlaceBack(Jdk jdk) {
    assertGuarded(jdk, "bulkhead.read", "200*5" + TWO_FREE);
  }

  @OnEveryJdk
  void answerWithoutABodyGivesItsPlaceBack(Jdk jdk) {
    assertGuarded(jdk, "bulkhead.no-body", "204*5, 200*5" + TWO_FREE);
  }

  @OnEveryJdk
  void redirectsAreOneOperation(Jdk jdk) {
    assertGuarded(jdk, "bulkhead.redirects", "200*5" + TWO_FREE, 17);
  }

  @OnEveryJdk
  void bodyThatIsClosedGivesItsPlaceBack(Jdk jdk) {
    assertGuarded(jdk, "bulkhead.closed", "closed*5" + TWO_FREE);
  }

  @OnEveryJdk
  void bodyThatIsNotReadYetHoldsItsPlace(Jdk jdk) {
    assertGuarded(jdk, "bulkhead.half-read", "20, rejected" + TWO_FREE);
    assertGuarded(jdk, "bulkhead.stream", "4, rejected" + TWO_FREE);
  }

  @OnEveryJdk
  void cancelledCallGivesItsPlaceBack(Jdk jdk) {
    assertGuarded(
        jdk, "bulkhead.cancelled", "rejected, cancelled*2, ".repeat(3) + TWO_FREE.substring(2));
  }

  @OnEveryJdk
  void callThatFailsGivesItsPlaceBack(Jdk jdk) {
    assertGuarded(jdk, "bulkhead.failed", "IOException*5" + TWO_FREE);
  }

  @OnEveryJdk
  void callThatIsCutGivesItsPlaceBack(Jdk jdk) {
    assertGuarded(jdk, "bulkhead.timed-out", "timeout*2" + TWO_FREE);
    assertGuarded(jdk, "bulkhead.body-timed-out", "timeout*2" + TWO_FREE);
  }

  @OnEveryJdk
  void answerInTheMomentOfTheCutGivesOnePlaceBack(Jdk jdk) {
    assertGuarded(jdk, "bulkhead.race", TWO_FREE.substring(2));
  }

  @OnEveryJdk
  void handlerThatThrowsGivesItsPlaceBack(Jdk jdk) {
    for (String door : States.DOORS) {
      String thrown = door.equals(".send") ? "IOException" : "IllegalStateException";
      StateRuns.guarded(jdk)
          .of("bulkhead.handler-throws" + door)
          .assertReturned(thrown + "*5" + TWO_FREE);
    }
  }

  @OnEveryJdk
  void executorThatRefusesGivesThePlaceBack(Jdk jdk) {
    String scenario = "bulkhead.executor-refuses.async";
    Outcome plain = StateRuns.plain(jdk).of(scenario);
    plain.assertReturned(plain.field("value").replace(", then, 200*5", "") + ", then, 200*5");
    // Whatever the client makes of it, it makes with the agent.
    StateRuns.guarded(jdk)
        .of(scenario)
        .assertReturned(plain.field("value").replace(", then, 200*5", TWO_FREE));
  }

  @OnEveryJdk
  void scopeOfThePolicyIsOneForAllItsHosts(Jdk jdk) {
    StateRuns.guarded(jdk).of("bulkhead.shared.send").assertReturned("rejected, 200*3");
  }

  @OnEveryJdk
  void rejectionSaysWhy(Jdk jdk) {
    for (String door : States.DOORS) {
      String message = StateRuns.guarded(jdk).of("bulkhead.half-read" + door).field("rejection");
      assertTrue(
          message.matches(
              "GET (h[0-9]+\\.test:[0-9]+) rejected: policy two, bulkhead of \\1: all 2 in use"),
          message);
    }
  }

  @OnEveryJdk
  void http2StreamsHoldAndGiveBackPlacesAlike(Jdk jdk) {
    for (String door : States.DOORS) {
      StateRuns.guarded(jdk)
          .of("h2.bulkhead" + door)
          .assertReturned("rejected, cancelled*2, ".repeat(2) + "200*2, rejected*2");
    }
  }
}
