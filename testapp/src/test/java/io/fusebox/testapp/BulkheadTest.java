package io.fusebox.testapp;

import static io.fusebox.testapp.States.assertGuarded;
import static io.fusebox.testapp.States.assertPlain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two operations at a time, and the next is rejected at once; however one ends, its place comes
 * back, and comes back once.
 */
class BulkheadTest {

  /** Five calls at once, afterwards: two places are free, not one and not three. */
  private static final String FIVE_FREE = ", then, 200*5";

  private static final String TWO_FREE = ", then, 200*2, rejected*3";
  private static final Pattern THROWN = Pattern.compile("I[A-Za-z]+Exception(?:\\*([0-9]+))?, ");

  @OnEveryJdk
  void callWhoseCallerHasGoneWaitsForNoOtherAttempt(Jdk jdk) {
    StateRuns.guarded(jdk).of("bulkhead.gone.async").assertReturned("gone, 200");
  }

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
    assertGuarded(jdk, "bulkhead.closed", "closed*10" + TWO_FREE);
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
      String scenario = "bulkhead.handler-throws" + door;
      // What the client makes of it depends on the JDK.
      String plain = StateRuns.plain(jdk).of(scenario).field("value");
      assertTrue(plain.matches("I[A-Za-z]+Exception\\*5" + Pattern.quote(FIVE_FREE)), plain);
      StateRuns.guarded(jdk).of(scenario).assertReturned(plain.replace(FIVE_FREE, TWO_FREE));
    }
  }

  @OnEveryJdk
  void executorThatRefusesGivesThePlaceBack(Jdk jdk) {
    String scenario = "bulkhead.executor-refuses.async";
    String plain = withoutTypes(StateRuns.plain(jdk).of(scenario));
    assertTrue(plain.contains(FIVE_FREE), plain);
    String guarded = withoutTypes(StateRuns.guarded(jdk).of(scenario));
    assertEquals(plain.replace(FIVE_FREE, TWO_FREE), guarded);
  }

  /** How often anything was thrown, not what: on 26 that is a matter of chance. */
  private static String withoutTypes(Outcome outcome) {
    String value = outcome.field("value");
    int thrown = 0;
    Matcher each = THROWN.matcher(value);
    while (each.find()) {
      thrown += each.group(1) == null ? 1 : Integer.parseInt(each.group(1));
    }
    return THROWN.matcher(value).replaceAll("") + " and thrown*" + thrown;
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
