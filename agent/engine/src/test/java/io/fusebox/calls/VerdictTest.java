package io.fusebox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fusebox.engine.BreakerSettings;
import io.fusebox.engine.Outcome;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the contract calls a failure, a success, and nothing of either. */
class VerdictTest {

  private static final BreakerSettings USUAL = new BreakerSettings.Builder().build();
  private static final BreakerSettings WITH_429 =
      new BreakerSettings.Builder().counts429(true).build();

  @Test
  void threeStatusesAreFailuresAndEveryOtherButOneIsASuccess() {
    for (int status = 100; status < 600; status++) {
      if (status != 429) {
        Verdict expected =
            Set.of(502, 503, 504).contains(status) ? Verdict.FAILURE : Verdict.SUCCESS;
        assertEquals(expected, answered(status, USUAL), "status " + status);
      }
    }
  }

  @Test
  void tooManyRequestsSaysNothing() {
    assertEquals(Verdict.NEUTRAL, answered(429, USUAL));
  }

  @Test
  void tooManyRequestsIsAFailureWhereThePolicyCountsIt() {
    assertEquals(Verdict.FAILURE, answered(429, WITH_429));
  }

  @Test
  void countingTooManyRequestsChangesNoOtherStatus() {
    for (int status = 100; status < 600; status++) {
      if (status != 429) {
        assertEquals(answered(status, USUAL), answered(status, WITH_429), "status " + status);
      }
    }
  }

  @Test
  void statusesMeanTheSameWithoutABreaker() {
    for (int status = 100; status < 600; status++) {
      assertEquals(answered(status, USUAL), answered(status, null), "status " + status);
    }
  }

  @Test
  void timeoutIsAFailureOnlyWhereTheHostHadItsTime() {
    for (Outcome outcome : EnumSet.of(Outcome.TIMED_OUT, Outcome.NEVER_SENT)) {
      assertEquals(Verdict.FAILURE, Verdict.of(outcome, 0, true, USUAL));
      assertEquals(Verdict.NEUTRAL, Verdict.of(outcome, 0, false, USUAL));
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ANSWERED", "TIMED_OUT", "NEVER_SENT"})
  void whatIsNoTimeoutMeansTheSameHoweverMuchTimeItHad(Outcome outcome) {
    Verdict expected =
        EnumSet.of(Outcome.BROKEN, Outcome.HOPELESS).contains(outcome)
            ? Verdict.FAILURE
            : Verdict.NEUTRAL;
    assertEquals(expected, Verdict.of(outcome, 0, true, USUAL));
    assertEquals(expected, Verdict.of(outcome, 0, false, USUAL));
  }

  @Test
  void answerMeansTheSameHoweverMuchTimeItHad() {
    assertEquals(Verdict.SUCCESS, Verdict.of(Outcome.ANSWERED, 200, false, USUAL));
    assertEquals(Verdict.FAILURE, Verdict.of(Outcome.ANSWERED, 503, false, USUAL));
  }

  private static Verdict answered(int status, @Nullable BreakerSettings settings) {
    return Verdict.of(Outcome.ANSWERED, status, true, settings);
  }
}
