package io.fusebox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.engine.CircuitBreaker;
import io.fusebox.engine.Outcome;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the end of an attempt tells the breaker and the budget, once, and that it frees no place.
 */
class CallGuardsSettleTest {

  private static final String[] EARNING = {
    "retry.attempts = 2", "retry.budget.ratio = 100%", "retry.budget.floor = 0"
  };

  // The breaker.

  @ParameterizedTest
  @CsvSource({
    "ANSWERED, 200, true, 0 of 1",
    "ANSWERED, 500, true, 0 of 1",
    "ANSWERED, 502, true, 1 of 1",
    "ANSWERED, 503, true, 1 of 1",
    "ANSWERED, 504, true, 1 of 1",
    "ANSWERED, 429, true, 0 of 0",
    "NEVER_SENT, 0, true, 1 of 1",
    "UNPROCESSED, 0, true, 0 of 0",
    "BROKEN, 0, true, 1 of 1",
    "TIMED_OUT, 0, true, 1 of 1",
    "TIMED_OUT, 0, false, 0 of 0",
    "HOPELESS, 0, true, 1 of 1",
    "ABANDONED, 0, true, 0 of 0",
  })
  void eachEndCountsAsTheContractSays(
      Outcome outcome, int status, boolean hadItsTime, String failedOfAll) {
    Guarded guarded = Guarded.by("breaker = on");
    guarded.admitted().settle(outcome, status, 0, hadItsTime, guarded.now());
    assertEquals("closed, " + failedOfAll + " calls failed in 10 s", guarded.seen());
  }

  @Test
  void tooManyRequestsCountsWhereThePolicySaysSo() {
    Guarded guarded = Guarded.byRow(1, "breaker.count-429 = on");
    guarded.answered(429);
    assertEquals(CircuitBreaker.State.OPEN, guarded.state());
  }

  @Test
  void attemptCountsOnceWhateverIsSaidLater() {
    Guarded guarded = Guarded.by("breaker = on");
    CallGuards call = guarded.admitted();
    guarded.settle(call, Outcome.TIMED_OUT, 0);
    guarded.settle(call, Outcome.ANSWERED, 200);
    guarded.settle(call, Outcome.BROKEN, 0);
    assertEquals("closed, 1 of 1 calls failed in 10 s", guarded.seen());
  }

  @Test
  void nothingIsCountedAfterAnEndThatSaysNothing() {
    Guarded guarded = Guarded.by("breaker = on");
    CallGuards call = guarded.admitted();
    guarded.settle(call, Outcome.ABANDONED, 0);
    guarded.settle(call, Outcome.BROKEN, 0);
    assertEquals("closed, 0 of 0 calls failed in 10 s", guarded.seen());
  }

  @Test
  void eachAttemptOfAnOperationCounts() {
    Guarded guarded = Guarded.by("breaker = on", "retry.attempts = 3");
    CallGuards call = guarded.admitted();
    guarded.fails(call);
    assertTrue(call.admitAgain(guarded.now()));
    guarded.settle(call, Outcome.ANSWERED, 200);
    assertEquals("closed, 1 of 2 calls failed in 10 s", guarded.seen());
  }

  @Test
  void lateEndOfACallFromBeforeTheBreakerOpenedCountsNothing() {
    Guarded guarded = Guarded.byRow(1);
    CallGuards late = guarded.admitted();
    CallGuards later = guarded.admitted();
    guarded.answered(503);
    guarded.settle(late, Outcome.ANSWERED, 200);
    assertEquals(CircuitBreaker.State.OPEN, guarded.state());
    guarded.seconds(30);
    guarded.answered(200);
    guarded.settle(later, Outcome.BROKEN, 0);
    assertEquals("closed, 0 of 0 calls failed in 10 s", guarded.seen());
  }

  @Test
  void callThatTakesLongerThanTheSlowOneIsSlow() {
    Guarded guarded =
        Guarded.by(
            "breaker = on",
            "breaker.min-calls = 2",
            "breaker.slow-call = 1s",
            "breaker.slow-rate = 40%",
            "breaker.jitter = off");
    long second = TimeUnit.SECONDS.toNanos(1);
    guarded.admitted().settle(Outcome.ANSWERED, 200, second, true, guarded.now());
    guarded.admitted().settle(Outcome.ANSWERED, 200, second + 1, true, guarded.now());
    assertEquals(
        "open for 30 s more, since 1 of 2 calls took over 1 s in 10 s, 0 ms ago", guarded.seen());
  }

  @Test
  void openingIsCountedAndSaidWithItsReason() {
    Guarded guarded = Guarded.byRow(2);
    guarded.answered(503);
    assertEquals(List.of(), guarded.services.said);
    guarded.answered(503);
    assertEquals(
        List.of(
            "changed: policy p, breaker of a.test:80: open for 30 s more, since 2 calls in a row"
                + " failed, 0 ms ago"),
        guarded.services.said);
    assertEquals(List.of("openings 1"), guarded.counted());
  }

  @Test
  void closingIsCountedAndSaid() {
    Guarded guarded = opened();
    guarded.answered(200);
    assertEquals(
        List.of("changed: policy p, breaker of a.test:80: closed again, for its probes succeeded"),
        guarded.services.said);
    assertEquals(List.of("openings 1", "closings 1"), guarded.counted());
  }

  @Test
  void reopeningIsAnOpening() {
    Guarded guarded = opened();
    guarded.answered(503);
    assertEquals(CircuitBreaker.State.OPEN, guarded.state());
    assertEquals(List.of("openings 2"), guarded.counted());
  }

  @Test
  void underObserveABreakerOpensAndSaysThatItOnlyObserves() {
    Guarded guarded = Guarded.byRow(1, "mode = observe");
    guarded.answered(503);
    assertEquals(
        List.of(
            "changed: observe, policy p, breaker of a.test:80: open for 30 s more, since 1 call"
                + " failed, 0 ms ago"),
        guarded.services.said);
    assertEquals(List.of("openings 1"), guarded.counted());
  }

  @ParameterizedTest
  @CsvSource({"ABANDONED, 0", "UNPROCESSED, 0", "ANSWERED, 429"})
  void probeThatSaysNothingLeavesItsPlaceToTheNext(Outcome outcome, int status) {
    Guarded guarded = opened();
    CallGuards probe = guarded.admitted();
    assertFalse(guarded.call().admits(guarded.now()));
    guarded.settle(probe, outcome, status);
    guarded.admitted();
  }

  // The budget.

  @ParameterizedTest
  @CsvSource({
    "200, 1", "301, 1", "404, 1", "408, 0", "425, 0", "429, 0", "500, 0", "501, 0", "503, 0"
  })
  void answerThatIsNotTriedAgainEarnsARetry(int status, int earned) {
    Guarded guarded = Guarded.by(EARNING);
    guarded.answered(status);
    assertEquals(earned, guarded.balance());
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 502, 503, 504})
  void statusOfAHostInTroubleEarnsNothingEvenIfItIsNotTriedAgain(int status) {
    Guarded guarded = Guarded.by(EARNING[0], EARNING[1], EARNING[2], "retry.statuses = -" + status);
    guarded.answered(status);
    assertEquals(0, guarded.balance());
  }

  @Test
  void statusThatThePolicyAddsEarnsNothing() {
    Guarded guarded = Guarded.by(EARNING[0], EARNING[1], EARNING[2], "retry.statuses = +500");
    guarded.answered(500);
    assertEquals(0, guarded.balance());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ANSWERED")
  void whatIsNotAnsweredEarnsNothing(Outcome outcome) {
    Guarded guarded = Guarded.by(EARNING);
    guarded.settle(guarded.admitted(), outcome, 0);
    assertEquals(0, guarded.balance());
  }

  @Test
  void attemptEarnsOnce() {
    Guarded guarded = Guarded.by(EARNING);
    CallGuards call = guarded.admitted();
    guarded.settle(call, Outcome.ANSWERED, 200);
    guarded.settle(call, Outcome.ANSWERED, 200);
    assertEquals(1, guarded.balance());
  }

  @Test
  void operationThatSucceedsByARetryEarnsOne() {
    Guarded guarded = Guarded.by(EARNING);
    guarded.answered(200);
    CallGuards call = guarded.admitted();
    assertTrue(guarded.fails(call) >= 0);
    assertEquals(0, guarded.balance());
    call.admitAgain(guarded.now());
    guarded.settle(call, Outcome.ANSWERED, 200);
    assertEquals(1, guarded.balance());
  }

  // The bulkhead.

  @ParameterizedTest
  @EnumSource
  void endOfAnAttemptIsNotTheEndOfTheOperation(Outcome outcome) {
    Guarded guarded = Guarded.by("bulkhead = 1");
    guarded.settle(guarded.admitted(), outcome, outcome == Outcome.ANSWERED ? 200 : 0);
    assertEquals(1, guarded.inFlight());
  }

  /** Its time is over, and the next call is its probe. */
  private static Guarded opened() {
    Guarded guarded = Guarded.byRow(1);
    guarded.answered(503);
    guarded.services.said.clear();
    guarded.seconds(30);
    return guarded;
  }
}
