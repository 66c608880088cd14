package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetryStateTest {

  private static final long UNBOUNDED = Long.MAX_VALUE;
  private static final long NONE = RetryAfter.NONE;

  private final FakeTicker ticker = new FakeTicker();

  // What may be tried again.

  @Test
  void whatNeverArrivedIsRetriedWhateverTheMethod() {
    assertGranted(once(get(3), Outcome.NEVER_SENT));
    assertGranted(once(get(3), Outcome.UNPROCESSED));
  }

  @Test
  void whatMayHaveHappenedIsRetriedOnlyIfItMayHappenTwice() {
    for (Outcome outcome : EnumSet.of(Outcome.BROKEN, Outcome.TIMED_OUT)) {
      assertGranted(ask(get(3), outcome));
      assertEquals(RetryState.NOT_RETRYABLE, once(get(3), outcome), outcome + " of a POST");
    }
  }

  @Test
  void aStatusOfTheListIsRetriedOnlyIfItMayHappenTwice() {
    for (int status : Retries.STATUSES) {
      assertGranted(answer(get(3), status));
      assertEquals(RetryState.NOT_RETRYABLE, answer(get(3), status, false), status + " to a POST");
    }
  }

  /** A redirect to another origin leaves the key behind. */
  @Test
  void whatLostItsKeyOnTheWayMayNotHappenAgain() {
    RetryState state = get(3);
    assertGranted(answer(state, 503, true));
    assertEquals(RetryState.NOT_RETRYABLE, answer(state, 503, false));
    assertEquals(2, state.attempts());
    assertGranted(once(state, Outcome.NEVER_SENT));
  }

  @Test
  void everyOtherStatusIsFinal() {
    for (int status : new int[] {101, 200, 204, 301, 400, 401, 404, 409, 412, 500, 501, 505}) {
      assertEquals(RetryState.NOT_RETRYABLE, answer(get(3), status), "status " + status);
    }
  }

  @Test
  void whatEndsTheSameWayOrConcernsNobodyIsNotRetried() {
    assertEquals(RetryState.NOT_RETRYABLE, ask(get(3), Outcome.HOPELESS));
    assertEquals(RetryState.NOT_RETRYABLE, ask(get(3), Outcome.ABANDONED));
  }

  @Test
  void aBodyThatIsNotRepeatableForbidsEveryRetry() {
    for (Outcome outcome : Outcome.values()) {
      RetryState state =
          new RetryState(Retries.attempts(3).build(), null, Retries.seeded(42), false);
      long decision = state.next(outcome, 503, true, false, NONE, UNBOUNDED, ticker.nanos());
      assertEquals(RetryState.NOT_RETRYABLE, decision, outcome.toString());
    }
  }

  @Test
  void methodsAreComparedToTheLetter() {
    RetrySettings settings = Retries.attempts(3).build();
    for (String method : new String[] {"get", "Get", "POST", "PATCH", "PROPFIND", ""}) {
      assertFalse(settings.allowsMethod(method), method);
    }
  }

  @Test
  void aMethodThatThePolicyAddsIsRetried() {
    Set<String> methods = new HashSet<>(Retries.METHODS);
    methods.add("PROPFIND");
    RetrySettings settings = Retries.attempts(3).methods(methods).build();
    assertTrue(settings.allowsMethod("PROPFIND"));
  }

  @Test
  void whatTheServerForbidsIsNotRetried() {
    long decision = get(3).next(Outcome.ANSWERED, 503, true, true, NONE, UNBOUNDED, ticker.nanos());
    assertEquals(RetryState.FORBIDDEN, decision);
  }

  @Test
  void underAMeshNothingIsRetried() {
    RetryState state = state(Retries.attempts(3).leftToMesh(true).build(), null);
    assertEquals(RetryState.LEFT_TO_MESH, answer(state, 503));
    assertEquals(RetryState.NOT_RETRYABLE, answer(state, 200));
  }

  // How often.

  @Test
  void threeAttemptsAreThreeSends() {
    RetryState state = get(3);
    assertEquals(1, state.attempts());
    assertGranted(answer(state, 503));
    assertEquals(2, state.attempts());
    assertGranted(answer(state, 503));
    assertEquals(3, state.attempts());
    assertEquals(RetryState.ATTEMPTS_SPENT, answer(state, 503));
    assertEquals(3, state.attempts());
  }

  @Test
  void oneAttemptIsNoRetry() {
    assertEquals(RetryState.ATTEMPTS_SPENT, answer(get(1), 503));
    assertEquals(RetryState.ATTEMPTS_SPENT, once(get(1), Outcome.UNPROCESSED));
  }

  @Test
  void aServerThatRefusesEveryStreamEndsTheOperationLikeAnyOther() {
    RetryState state = get(3);
    assertGranted(once(state, Outcome.UNPROCESSED));
    assertGranted(once(state, Outcome.UNPROCESSED));
    assertEquals(RetryState.ATTEMPTS_SPENT, once(state, Outcome.UNPROCESSED));
  }

  // When.

  @Test
  void waitsDoubleUpToTheCap() {
    RetryState state = state(ticks(10, 5), null);
    assertEquals(Retries.SECOND, answer(state, 503));
    assertEquals(2 * Retries.SECOND, answer(state, 503));
    assertEquals(4 * Retries.SECOND, answer(state, 503));
    assertEquals(5 * Retries.SECOND, answer(state, 503));
  }

  @Test
  void aDecorrelatedWaitRemembersTheOneBefore() {
    RetrySettings settings =
        Retries.backoff(Duration.ofSeconds(1), Duration.ofSeconds(20), Jitter.DECORRELATED, 10);
    RetryState state = new RetryState(settings, null, Retries.most(), true);
    assertEquals(3 * Retries.SECOND, answer(state, 503));
    assertEquals(9 * Retries.SECOND, answer(state, 503));
    assertEquals(20 * Retries.SECOND, answer(state, 503));
  }

  /** Attempts that take no time: at 0, 1, 3; the one at 7 would be beyond 5. */
  @Test
  void waitsOfOneTwoAndFourStopBeforeTheAttemptBeyondADeadlineOfFive() {
    RetryState state = state(ticks(10, 60), null);
    Deadline deadline = Deadline.after(5 * Retries.SECOND, ticker.nanos());
    assertEquals(Retries.SECOND, askWithin(state, deadline));
    ticker.advance(Duration.ofSeconds(1));
    assertEquals(2 * Retries.SECOND, askWithin(state, deadline));
    ticker.advance(Duration.ofSeconds(2));
    long refusal = askWithin(state, deadline);
    assertEquals("no time left for another attempt", RetryState.words(refusal));
    assertEquals(3, state.attempts());
  }

  @Test
  void anAttemptNeedsFiveMillisecondsToLive() {
    long wait = Retries.SECOND;
    assertEquals(wait, within(wait + RetryState.LEAST_LEFT_NANOS));
    assertEquals(RetryState.NO_TIME, within(wait + RetryState.LEAST_LEFT_NANOS - 1));
  }

  @Test
  void nothingLeftIsNoTimeEvenForNoWait() {
    RetrySettings noWait = Retries.backoff(Duration.ZERO, Duration.ZERO, Jitter.FULL, 3);
    for (long left : new long[] {0, 1, 4_999_999, -1, Long.MIN_VALUE}) {
      RetryState state = state(noWait, null);
      long decision = state.next(Outcome.BROKEN, 0, true, false, NONE, left, ticker.nanos());
      assertEquals(RetryState.NO_TIME, decision, left + " ns left");
    }
  }

  // Retry-After.

  @Test
  void retryAfterIsNeverUndercut() {
    RandomSource random = Retries.seeded(1);
    for (int i = 0; i < 200; i++) {
      RetryState state = new RetryState(Retries.attempts(3).build(), null, random, true);
      long wait = after(state, Retries.SECOND, UNBOUNDED);
      assertTrue(wait >= Retries.SECOND, "waited only " + wait);
      assertTrue(wait <= Retries.SECOND + 100 * Retries.MILLI, "waited " + wait);
    }
  }

  @Test
  void ourOwnWaitSpreadsThoseWhoWereToldTheSameSecond() {
    Set<Long> waits = new HashSet<>();
    RandomSource random = Retries.seeded(2);
    for (int i = 0; i < 100; i++) {
      RetryState state = new RetryState(Retries.attempts(3).build(), null, random, true);
      waits.add(after(state, Retries.SECOND, UNBOUNDED));
    }
    assertEquals(100, waits.size());
  }

  @Test
  void retryAfterOfNothingLeavesOurOwnWait() {
    RetryState state = state(ticks(3, 60), null);
    assertEquals(Retries.SECOND, after(state, 0, UNBOUNDED));
  }

  @Test
  void retryAfterBeyondWhatIsLeftEndsTheOperation() {
    assertEquals(RetryState.AFTER_TOO_LONG, after(get(3), 30 * Retries.SECOND, Retries.SECOND));
  }

  @Test
  void retryAfterBeyondThePolicysBoundEndsTheOperation() {
    assertGranted(after(get(3), 30 * Retries.SECOND, UNBOUNDED));
    assertEquals(RetryState.AFTER_TOO_LONG, after(get(3), 30 * Retries.SECOND + 1, UNBOUNDED));
  }

  @Test
  void retryAfterBeyondAllNumbersEndsTheOperationWhateverThePolicyAllows() {
    RetrySettings patient = Retries.attempts(3).afterMaxNanos(Long.MAX_VALUE).build();
    RetryState state = state(patient, null);
    assertEquals(RetryState.AFTER_TOO_LONG, after(state, RetryAfter.BEYOND, UNBOUNDED));
  }

  @Test
  void retryAfterThatFitsWithoutRoomForOurOwnWaitIsNoTime() {
    RetryState state = state(ticks(3, 60), null);
    assertEquals(RetryState.NO_TIME, after(state, Retries.SECOND, 1900 * Retries.MILLI));
  }

  // The budget.

  @Test
  void aSpentBudgetEndsTheOperation() {
    RetryBudget budget = Retries.budget(0, 0.1, ticker.nanos());
    RetrySettings settings = Retries.attempts(10).build();
    assertGranted(answer(state(settings, budget), 503));
    assertEquals(RetryState.BUDGET_SPENT, answer(state(settings, budget), 503));
  }

  @Test
  void twoOperationsOnOneHostShareItsBudget() {
    RetryBudget budget = Retries.budget(0, 0.2, ticker.nanos());
    RetryState one = state(Retries.attempts(10).build(), budget);
    RetryState other = state(Retries.attempts(10).build(), budget);
    assertGranted(answer(one, 503));
    assertGranted(answer(other, 503));
    assertEquals(RetryState.BUDGET_SPENT, answer(one, 503));
  }

  @Test
  void aRefusedRetryIsNotAnAttempt() {
    RetryBudget spent = Retries.budget(0, 0, ticker.nanos());
    RetryState state = state(Retries.attempts(10).build(), spent);
    assertEquals(RetryState.BUDGET_SPENT, answer(state, 503));
    assertEquals(1, state.attempts());
  }

  @Test
  void theBudgetIsLeftAloneByWhatIsNotRetried() {
    RetryBudget budget = Retries.budget(0, 1, ticker.nanos());
    RetrySettings settings = Retries.attempts(2).build();
    answer(state(settings, budget), 503, false);
    answer(state(settings, budget), 200);
    answer(state(Retries.attempts(1).build(), budget), 503);
    answer(state(Retries.attempts(2).leftToMesh(true).build(), budget), 503);
    after(state(settings, budget), 60 * Retries.SECOND, UNBOUNDED);
    state(settings, budget)
        .next(Outcome.ANSWERED, 503, true, true, NONE, UNBOUNDED, ticker.nanos());
    assertEquals(10, budget.balance(ticker.nanos()));
  }

  @Test
  void aDeadlineThatLeavesNoRoomLeavesTheBudgetAlone() {
    RetryBudget budget = Retries.budget(0, 1, ticker.nanos());
    RetryState state = state(ticks(3, 60), budget);
    long decision =
        state.next(Outcome.BROKEN, 0, true, false, NONE, Retries.SECOND / 2, ticker.nanos());
    assertEquals(RetryState.NO_TIME, decision);
    assertEquals(10, budget.balance(ticker.nanos()));
  }

  @Test
  void firstAttemptsAreNotCharged() {
    RetryBudget budget = Retries.budget(0, 1, ticker.nanos());
    for (int i = 0; i < 100; i++) {
      assertEquals(RetryState.NOT_RETRYABLE, answer(state(ticks(3, 5), budget), 200));
    }
    assertEquals(10, budget.balance(ticker.nanos()));
  }

  @Test
  void theFirstStreamThatIsRefusedIsNotChargedTheNextOnesAre() {
    RetryBudget budget = Retries.budget(0, 1, ticker.nanos());
    RetryState state = state(Retries.attempts(4).build(), budget);
    assertGranted(ask(state, Outcome.UNPROCESSED));
    assertEquals(10, budget.balance(ticker.nanos()));
    assertGranted(ask(state, Outcome.UNPROCESSED));
    assertEquals(9, budget.balance(ticker.nanos()));
  }

  @Test
  void aRefusedStreamIsRetriedThoughTheBudgetIsSpent() {
    RetryBudget spent = Retries.budget(0, 0, ticker.nanos());
    RetryState state = state(Retries.attempts(4).build(), spent);
    assertGranted(ask(state, Outcome.UNPROCESSED));
    assertEquals(RetryState.BUDGET_SPENT, ask(state, Outcome.UNPROCESSED));
  }

  @Test
  void whatAClientSendsAgainByItselfIsAnAttemptAndPaysAsOne() {
    RetryBudget budget = Retries.budget(0, 1, ticker.nanos());
    RetryState state = state(Retries.attempts(4).build(), budget);
    assertTrue(state.resends(true, ticker.nanos()));
    assertEquals(10, budget.balance(ticker.nanos()));
    assertTrue(state.resends(true, ticker.nanos()));
    assertTrue(state.resends(false, ticker.nanos()));
    assertEquals(8, budget.balance(ticker.nanos()));
    assertEquals(4, state.attempts());
    assertFalse(state.resends(false, ticker.nanos()));
    assertEquals(RetryState.ATTEMPTS_SPENT, ask(state, Outcome.BROKEN));
    assertEquals(8, budget.balance(ticker.nanos()));
  }

  @Test
  void aClientSendsNothingAgainWhereNobodyPaysOrASidecarDoes() {
    RetryBudget spent = Retries.budget(0, 0, ticker.nanos());
    assertFalse(state(Retries.attempts(4).build(), spent).resends(false, ticker.nanos()));
    RetryState mesh = state(Retries.attempts(4).leftToMesh(true).build(), spent);
    assertFalse(mesh.resends(true, ticker.nanos()));
  }

  /** What did not reach the host still costs it a handshake. */
  @Test
  void aRefusedConnectionIsCharged() {
    RetryBudget budget = Retries.budget(0, 1, ticker.nanos());
    assertGranted(ask(state(Retries.attempts(2).build(), budget), Outcome.NEVER_SENT));
    assertEquals(9, budget.balance(ticker.nanos()));
  }

  @Test
  void chanceIsNotAskedWhereNothingIsRetried() {
    AtomicBoolean asked = new AtomicBoolean();
    RetryState state =
        new RetryState(Retries.attempts(1).build(), null, Retries.noting(asked), true);
    answer(state, 503);
    assertFalse(asked.get());
  }

  @Test
  void everyRefusalHasWordsOfItsOwn() {
    Set<String> words = new HashSet<>();
    for (long refusal = RetryState.NOT_RETRYABLE; refusal >= RetryState.LEFT_TO_MESH; refusal--) {
      words.add(RetryState.words(refusal));
    }
    assertEquals(7, words.size());
    assertFalse(words.contains(RetryState.words(0)));
  }

  private long within(long left) {
    RetryState state = state(ticks(3, 60), null);
    return state.next(Outcome.BROKEN, 0, true, false, NONE, left, ticker.nanos());
  }

  private long askWithin(RetryState state, Deadline deadline) {
    long now = ticker.nanos();
    return state.next(Outcome.ANSWERED, 503, true, false, NONE, deadline.timeLeftNanos(now), now);
  }

  private long ask(RetryState state, Outcome outcome) {
    return state.next(outcome, 0, true, false, NONE, UNBOUNDED, ticker.nanos());
  }

  /** Of an operation that must not happen twice. */
  private long once(RetryState state, Outcome outcome) {
    return state.next(outcome, 0, false, false, NONE, UNBOUNDED, ticker.nanos());
  }

  private long answer(RetryState state, int status) {
    return answer(state, status, true);
  }

  private long answer(RetryState state, int status, boolean idempotent) {
    long now = ticker.nanos();
    return state.next(Outcome.ANSWERED, status, idempotent, false, NONE, UNBOUNDED, now);
  }

  private long after(RetryState state, long retryAfter, long left) {
    return state.next(Outcome.ANSWERED, 503, true, false, retryAfter, left, ticker.nanos());
  }

  private static void assertGranted(long decision) {
    assertTrue(decision >= 0, () -> "refused: " + RetryState.words(decision));
  }

  /** Waits of 1, 2, 4 ... seconds, without jitter. */
  private static RetrySettings ticks(int attempts, int cap) {
    return Retries.backoff(Duration.ofSeconds(1), Duration.ofSeconds(cap), Jitter.NONE, attempts);
  }

  private static RetryState get(int attempts) {
    return state(Retries.attempts(attempts).build(), null);
  }

  private static RetryState state(RetrySettings settings, @Nullable RetryBudget budget) {
    return new RetryState(settings, budget, Retries.seeded(42), true);
  }
}
