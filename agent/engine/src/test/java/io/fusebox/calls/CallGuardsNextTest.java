package io.fusebox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.engine.Outcome;
import io.fusebox.engine.RetryAfter;
import io.fusebox.engine.RetryState;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Whether there is a further attempt, and what is counted and said about it. */
class CallGuardsNextTest {

  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long UNBOUNDED = Long.MAX_VALUE;

  /** Three attempts, waits of 100 and 200 ms, one retry in 10 s. */
  private static final String[] RETRIES = {
    "retry.attempts = 3",
    "retry.jitter = none",
    "retry.budget.ratio = 0%",
    "retry.budget.floor = 0.1"
  };

  @Test
  void retryIsGrantedAfterItsWaitAndCountedWhenItGoes() {
    Guarded guarded = Guarded.by(RETRIES);
    CallGuards call = guarded.admitted();
    assertEquals(100 * MILLI, guarded.fails(call));
    assertEquals(List.of(), guarded.counted());
    assertTrue(call.admitAgain(guarded.now()));
    assertEquals(List.of("retries 1"), guarded.counted());
    assertEquals(List.of(), guarded.services.said);
  }

  @Test
  void underObserveARetryIsOneThatWouldHaveBeen() {
    Guarded guarded = Guarded.by("retry.attempts = 3", "retry.jitter = none", "mode = observe");
    assertEquals(100 * MILLI, guarded.fails(guarded.admitted()));
    assertEquals(List.of("would-retry 1"), guarded.counted());
    assertEquals(List.of(), guarded.services.said);
  }

  @Test
  void operationRemembersTheAttemptsThatItHasMade() {
    Guarded guarded = Guarded.by("retry.attempts = 3", "retry.jitter = none");
    CallGuards call = guarded.admitted();
    assertEquals(100 * MILLI, guarded.fails(call));
    call.admitAgain(guarded.now());
    assertEquals(200 * MILLI, guarded.fails(call));
    call.admitAgain(guarded.now());
    assertEquals(RetryState.ATTEMPTS_SPENT, guarded.fails(call));
    assertEquals(List.of("retries 2"), guarded.counted());
    assertEquals(List.of(), guarded.services.said);
  }

  @Test
  void operationsDoNotShareTheirAttempts() {
    Guarded guarded = Guarded.by("retry.attempts = 2", "retry.jitter = none");
    assertEquals(100 * MILLI, guarded.fails(guarded.admitted()));
    assertEquals(100 * MILLI, guarded.fails(guarded.admitted()));
  }

  @Test
  void policyWithoutRetriesRetriesNothing() {
    Guarded guarded = Guarded.by("breaker = on", "bulkhead = 1");
    assertEquals(RetryState.NOT_RETRYABLE, guarded.fails(guarded.admitted()));
    assertEquals(List.of(), guarded.counted());
  }

  // What may happen twice.

  @Test
  void whatMayHaveHappenedIsNotRepeatedUnlessItIsIdempotent() {
    Guarded guarded = Guarded.by(RETRIES);
    assertEquals(
        RetryState.NOT_RETRYABLE,
        guarded
            .admitted()
            .next(
                Outcome.BROKEN, 0, false, true, false, RetryAfter.NONE, UNBOUNDED, guarded.now()));
    assertEquals(List.of(), guarded.counted());
  }

  @Test
  void whatNeverArrivedIsRepeatedWhateverItIs() {
    Guarded guarded = Guarded.by(RETRIES);
    assertEquals(
        100 * MILLI,
        guarded
            .admitted()
            .next(
                Outcome.NEVER_SENT,
                0,
                false,
                true,
                false,
                RetryAfter.NONE,
                UNBOUNDED,
                guarded.now()));
  }

  /** An attempt that a redirect took to another origin goes without its key. */
  @Test
  void attemptThatLostItsKeyEndsAnOperationThatBeganWithOne() {
    Guarded guarded = Guarded.by("retry.attempts = 3", "retry.jitter = none");
    CallGuards call = guarded.admitted();
    assertEquals(100 * MILLI, guarded.fails(call));
    assertEquals(
        RetryState.NOT_RETRYABLE,
        call.next(
            Outcome.ANSWERED, 503, false, true, false, RetryAfter.NONE, UNBOUNDED, guarded.now()));
  }

  @Test
  void bodyThatCannotBeRepeatedIsNotSentAgainEvenIfNothingArrived() {
    Guarded guarded = Guarded.by(RETRIES);
    assertEquals(
        RetryState.NOT_RETRYABLE,
        guarded
            .admitted()
            .next(
                Outcome.NEVER_SENT,
                0,
                true,
                false,
                false,
                RetryAfter.NONE,
                UNBOUNDED,
                guarded.now()));
  }

  @Test
  void serverThatForbidsItIsObeyedInSilence() {
    Guarded guarded = Guarded.by(RETRIES);
    assertEquals(
        RetryState.FORBIDDEN,
        guarded
            .admitted()
            .next(
                Outcome.ANSWERED,
                503,
                true,
                true,
                true,
                RetryAfter.NONE,
                UNBOUNDED,
                guarded.now()));
    assertEquals(List.of(), guarded.counted());
    assertEquals(List.of(), guarded.services.said);
    assertEquals(1, guarded.balance());
  }

  // The budget.

  @Test
  void spentBudgetIsCountedAndSaid() {
    Guarded guarded = Guarded.by(RETRIES);
    guarded.fails(guarded.admitted());
    assertEquals(RetryState.BUDGET_SPENT, guarded.fails(guarded.admitted()));
    assertEquals(
        List.of("not retried: policy p, the retry budget of a.test:80 is spent"),
        guarded.services.said);
    assertEquals(List.of("budget-spent 1"), guarded.counted());
  }

  @Test
  void underObserveASpentBudgetSaysThatItOnlyObserves() {
    Guarded guarded =
        Guarded.by(
            "retry.attempts = 3",
            "retry.budget.ratio = 0%",
            "retry.budget.floor = 0.1",
            "mode = observe");
    guarded.fails(guarded.admitted());
    guarded.fails(guarded.admitted());
    assertEquals(
        List.of("observe, not retried: policy p, the retry budget of a.test:80 is spent"),
        guarded.services.said);
    assertEquals(List.of("would-retry 1", "budget-spent 1"), guarded.counted());
  }

  @Test
  void budgetIsThatOfTheHost() {
    Guarded guarded = Guarded.by(RETRIES);
    guarded.fails(guarded.admitted());
    CallGuards elsewhere = guarded.call("b.test", 80);
    assertEquals(100 * MILLI, guarded.next(elsewhere, Outcome.BROKEN, 0));
  }

  @Test
  void spentBudgetComesBackWithTheWindow() {
    Guarded guarded = Guarded.by(RETRIES);
    guarded.fails(guarded.admitted());
    guarded.seconds(11);
    assertEquals(100 * MILLI, guarded.fails(guarded.admitted()));
  }

  // Time.

  @Test
  void retryThatThereIsNoTimeForIsCountedAndSaidAndCostsNothing() {
    Guarded guarded = Guarded.by(RETRIES);
    CallGuards call = guarded.admitted();
    long left = 100 * MILLI + RetryState.LEAST_LEFT_NANOS;
    assertEquals(
        RetryState.NO_TIME, guarded.next(call, Outcome.BROKEN, 0, RetryAfter.NONE, left - 1));
    assertEquals(
        List.of("not retried: policy p, a.test:80: no time left for another attempt"),
        guarded.services.said);
    assertEquals(List.of("no-time 1"), guarded.counted());
    assertEquals(1, guarded.balance());
  }

  @Test
  void retryAfterBeyondWhatIsObeyedIsCountedAndSaidAndCostsNothing() {
    Guarded guarded = Guarded.by(RETRIES);
    long after = TimeUnit.SECONDS.toNanos(31);
    assertEquals(
        RetryState.AFTER_TOO_LONG,
        guarded.next(guarded.admitted(), Outcome.ANSWERED, 503, after, UNBOUNDED));
    assertEquals(
        List.of("not retried: policy p, a.test:80: Retry-After too long to wait for"),
        guarded.services.said);
    assertEquals(List.of("no-time 1"), guarded.counted());
    assertEquals(1, guarded.balance());
  }

  @Test
  void underObserveNoTimeSaysThatItOnlyObserves() {
    Guarded guarded = Guarded.by("retry.attempts = 3", "mode = observe");
    guarded.next(guarded.admitted(), Outcome.BROKEN, 0, RetryAfter.NONE, MILLI);
    assertEquals(
        List.of("observe, not retried: policy p, a.test:80: no time left for another attempt"),
        guarded.services.said);
    assertEquals(List.of("no-time 1"), guarded.counted());
  }

  // The breaker.

  @Test
  void openBreakerEndsTheOperationInSilenceAndCostsNothing() {
    Guarded guarded = Guarded.byRow(1, RETRIES);
    assertEquals(RetryState.NOT_RETRYABLE, guarded.fails(guarded.admitted()));
    assertEquals(List.of("openings 1"), guarded.counted());
    assertEquals(1, guarded.balance());
  }

  @Test
  void breakerThatOnlyObservesEndsWhatWouldHaveBeenRetried() {
    Guarded guarded = Guarded.byRow(1, "retry.attempts = 3", "mode = observe");
    assertEquals(RetryState.NOT_RETRYABLE, guarded.fails(guarded.admitted()));
    assertEquals(List.of("openings 1"), guarded.counted());
  }

  @Test
  void breakerThatIsClosedKeepsNoRetryAway() {
    Guarded guarded = Guarded.byRow(2, RETRIES);
    assertEquals(100 * MILLI, guarded.fails(guarded.admitted()));
  }

  @Test
  void whatAClientSendsAgainByItselfIsARetryThatAnOpenBreakerKeepsAway() {
    Guarded guarded = Guarded.by("retry.attempts = 4", "breaker = on", "breaker.consecutive = 1");
    CallGuards call = guarded.admitted();
    assertTrue(call.resends(false, true, guarded.now()));
    assertEquals(List.of("retries 1"), guarded.counted());
    guarded.fails(guarded.admitted());
    assertFalse(call.resends(false, true, guarded.now()));
    assertEquals(List.of("retries 1", "openings 1"), guarded.counted());
  }

  /** Its places are those of others; by the end of the wait it would still be half-open. */
  @Test
  void halfOpenBreakerWithoutAPlaceEndsTheOperation() {
    Guarded guarded = Guarded.byRow(1, RETRIES);
    CallGuards late = guarded.admitted();
    guarded.answered(503);
    guarded.seconds(30);
    CallGuards probe = guarded.admitted();
    assertEquals(RetryState.NOT_RETRYABLE, guarded.next(late, Outcome.BROKEN, 0));
    probe.leave();
    assertEquals(100 * MILLI, guarded.next(late, Outcome.BROKEN, 0));
  }

  // After the wait.

  @Test
  void attemptAfterTheWaitGoesWhileTheBreakerIsClosed() {
    Guarded guarded = Guarded.byRow(3, RETRIES);
    CallGuards call = guarded.admitted();
    guarded.fails(call);
    assertTrue(call.admitAgain(guarded.now()));
  }

  @Test
  void breakerThatOpenedDuringTheWaitEndsTheOperation() {
    Guarded guarded = Guarded.byRow(2, RETRIES);
    CallGuards call = guarded.admitted();
    assertEquals(100 * MILLI, guarded.fails(call));
    guarded.answered(503);
    assertFalse(call.admits(guarded.now()));
    assertFalse(call.admitAgain(guarded.now()));
    assertEquals(List.of("openings 1"), guarded.counted());
  }

  /** What the client says of its exchange later is not about an attempt. */
  @Test
  void attemptThatWasKeptAwayTellsTheBreakerNothing() {
    Guarded guarded = Guarded.byRow(2, RETRIES);
    CallGuards call = guarded.admitted();
    guarded.fails(call);
    guarded.answered(503);
    call.admitAgain(guarded.now());
    guarded.settle(call, Outcome.ANSWERED, 200);
    guarded.seconds(30);
    guarded.settle(call, Outcome.BROKEN, 0);
    guarded.admitted();
  }

  @Test
  void attemptAfterTheWaitMayBeTheProbe() {
    Guarded guarded = Guarded.byRow(2, RETRIES);
    CallGuards call = guarded.admitted();
    guarded.fails(call);
    guarded.answered(503);
    guarded.seconds(30);
    assertTrue(call.admitAgain(guarded.now()));
    assertFalse(guarded.call().admits(guarded.now()));
    guarded.settle(call, Outcome.ANSWERED, 200);
    assertEquals(List.of("retries 1", "openings 1", "closings 1"), guarded.counted());
  }

  @Test
  void attemptAfterTheWaitAlwaysGoesWithoutABreaker() {
    Guarded guarded = Guarded.by(RETRIES);
    CallGuards call = guarded.admitted();
    guarded.fails(call);
    assertTrue(call.admitAgain(guarded.now()));
  }
}
