package io.fusebox.testapp;

import static io.fusebox.testapp.RetryRuns.assertHits;
import static io.fusebox.testapp.RetryRuns.guarded;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fusebox.testapp.fault.Hit;
import java.util.List;

/** A call that waits for its next attempt can be given up, and holds nobody else. */
class RetryWaitsTest {

  private static final int ENDS_WITH_DEPENDENT = 16;
  private static final int CAN_BE_CLOSED = 21;
  private static final List<String> METHODS =
      List.of(
          "shutdown", "shutdownNow", "close", "shutdown-sync", "shutdownNow-sync", "close-sync");

  @OnEveryJdk
  void interruptEndsTheWait(Jdk jdk) {
    Outcome guarded = guarded(jdk, "wait.interrupt");
    guarded.assertThrew("java.lang.InterruptedException");
    assertEquals("false", guarded.field("flag"), guarded::told);
    assertSoonAfter(1000, guarded);
    assertHits(1, guarded);
  }

  @OnEveryJdk
  void attemptWhoseTimeIsOverBeforeItsExchangeIsThereIsNeverSent(Jdk jdk) {
    Outcome guarded = guarded(jdk, "late.start");
    guarded.assertReturned("200 200-2");
    assertHits(2, guarded);
  }

  @OnEveryJdk
  void cancellationEndsTheWait(Jdk jdk) {
    Outcome guarded = guarded(jdk, "wait.cancel");
    guarded.assertReturned("cancelled");
    assertEquals("true", guarded.field("cancel"), guarded::told);
    assertEquals("true", guarded.field("is-cancelled"), guarded::told);
    assertHits(1, guarded);
    assertEquals("-1", guarded.field("recovered"));
  }

  @OnEveryJdk
  void cancelledDependentEndsTheCallInItsWaitAsInAnAttempt(Jdk jdk) {
    assertEndsWithDependent(1000, guarded(jdk, "attempt.cancel-dependent"));
    assertEndsWithDependent(1000, guarded(jdk, "wait.cancel-dependent"));
  }

  @OnEveryJdk
  void cancelledDependentEndsTheCallThatAwaitsTheRestOfItsLastOutcome(Jdk jdk) {
    Outcome guarded = guarded(jdk, "rest.cancel-dependent");
    assertEquals("503 503-1", guarded.field("other"), guarded::told);
    assertEndsWithDependent(2500, guarded);
  }

  @OnEveryJdk
  void cancelledDependentEndsTheCallWithoutTheAgentAsWell(Jdk jdk) {
    assumeTrue(jdk.feature() >= ENDS_WITH_DEPENDENT, "before 16 the client does not hear of it");
    assertEndsWithDependent(1000, RetryRuns.plain(jdk, "attempt.cancel-dependent"));
  }

  @OnEveryJdk
  void timeoutOfTheFutureEndsTheWaitForTheCaller(Jdk jdk) {
    Outcome guarded = guarded(jdk, "wait.or-timeout");
    guarded.assertThrew("java.util.concurrent.TimeoutException");
    assertSoonAfter(500, guarded);
    assertHits(1, guarded);
  }

  @OnEveryJdk
  void restOfAnAnswerThatNobodyAwaitsAnyMoreIsEnded(Jdk jdk) throws InterruptedException {
    Outcome guarded = guarded(jdk, "wait.or-timeout.stalled");
    guarded.assertReturned("true");
    assertHits(1, guarded);
    long closed = guarded.hits().get(0).closedAfterMillis(1000);
    // Later ones were closed by the end of the JVM.
    assertTrue(closed >= 0 && closed < 2500, () -> closed + ": " + guarded.told());
  }

  @OnEveryJdk
  void callThatIsGivenUpInItsWaitHurtsNoOtherOnItsConnection(Jdk jdk) {
    for (String scenario : List.of("wait.neighbour.cancel", "wait.neighbour.interrupt")) {
      Outcome guarded = guarded(jdk, scenario);
      guarded.assertReturned("200 slow");
      assertEquals("true", guarded.field("given-up"), guarded::told);
      assertHits(1, guarded);
      List<Hit> beside = Servers.HTTP.hits(guarded.id() + "-b");
      assertEquals(1, beside.size(), guarded::told);
      assertEquals(guarded.hits().get(0).connection(), beside.get(0).connection());
    }
  }

  @OnEveryJdk
  void whatIsGivenUpInTheSecondAttemptEndsIt(Jdk jdk) throws InterruptedException {
    guarded(jdk, "second.interrupt").assertThrew("java.lang.InterruptedException");
    guarded(jdk, "second.cancel").assertReturned("true");
    for (String scenario : List.of("second.interrupt", "second.cancel")) {
      Outcome guarded = guarded(jdk, scenario);
      assertHits(2, guarded);
      long given = Long.parseLong(guarded.field("given-up-at"));
      long closed = guarded.hits().get(1).closedAfterMillis(1000);
      assertTrue(
          closed != Hit.STILL_OPEN && closed < given + Outcome.LATENESS_MILLIS, guarded::told);
    }
  }

  @OnEveryJdk
  void clientThatTheApplicationHasDroppedStillSends(Jdk jdk) {
    Outcome guarded = guarded(jdk, "wait.dropped-client");
    guarded.assertReturned("200 200-2");
    assertHits(2, guarded);
  }

  @OnEveryJdk
  void futureThatIsKeptHoldsNoClient(Jdk jdk) {
    for (String scenario : List.of("kept.recovers", "kept.exhausted", "kept.cancelled")) {
      for (Outcome outcome : List.of(RetryRuns.plain(jdk, scenario), guarded(jdk, scenario))) {
        outcome.assertReturned("cleared");
        assertEquals("true", outcome.field("kept"), outcome::told);
      }
    }
    assertHits(2, guarded(jdk, "kept.recovers"));
    assertHits(3, guarded(jdk, "kept.exhausted"));
    assertHits(1, guarded(jdk, "kept.cancelled"));
  }

  @OnEveryJdk
  void executorThatTakesNothingMoreEndsInTheLastOutcome(Jdk jdk) {
    Outcome guarded = guarded(jdk, "wait.refusing-executor");
    guarded.assertReturned("503 503-1");
    assertHits(1, guarded);
  }

  @OnEveryJdk
  void breakerThatOpensInTheWaitEndsInTheLastOutcome(Jdk jdk) {
    for (String scenario : List.of("wait.breaker", "wait.breaker.slow-body")) {
      Outcome guarded = guarded(jdk, scenario);
      assertEquals("503 503-1", guarded.field("other"), guarded::told);
      guarded.assertReturned("503 503-1");
      assertHits(1, guarded);
    }
  }

  @OnEveryJdk
  void callbacksRunWhereTheyRanWithoutTheAgent(Jdk jdk) {
    Outcome plain = RetryRuns.plain(jdk, "wait.thread");
    guarded(jdk, "wait.thread").assertReturned(plain.field("value"));
  }

  @OnEveryJdk
  void callbacksOfAnOutcomeThatWasKeptRunWhereTheyRanWithoutTheAgent(Jdk jdk) {
    for (String scenario : List.of("kept.thread", "kept.thread.slow-body")) {
      Outcome plain = RetryRuns.plain(jdk, scenario);
      assertEquals("returned", plain.field("outcome"), plain::told);
      Outcome guarded = guarded(jdk, scenario);
      assertHits(1, guarded);
      guarded.assertReturned(plain.field("value"));
    }
  }

  @OnEveryJdk
  void noThreadSleepsForAFuture(Jdk jdk) {
    Outcome guarded = guarded(jdk, "wait.sleepers");
    guarded.assertReturned("40");
    int threads = Integer.parseInt(guarded.field("threads-of-the-agent"));
    assertTrue(threads < 20, guarded::told);
  }

  @OnEveryJdk
  void clientThatIsClosedGivesTheLastOutcomeAtOnce(Jdk jdk) {
    assumeTrue(jdk.feature() >= CAN_BE_CLOSED, "clients can be closed from 21 on");
    for (String method : METHODS) {
      Outcome guarded = guarded(jdk, "wait." + method);
      guarded.assertReturned("503 503-1");
      assertSoonAfter(1000, guarded);
      assertHits(1, guarded);
      assertEquals("-", guarded.field("closing-failed"), guarded::told);
    }
    for (String method : List.of("shutdown", "shutdownNow", "close")) {
      Outcome guarded = guarded(jdk, "wait." + method);
      assertTrue(!guarded.field("closed-at").equals("-"), guarded::told);
    }
  }

  @OnEveryJdk
  void clientThatIsClosedDuringAnAttemptGivesItsOutcomeAtOnce(Jdk jdk) {
    assumeTrue(jdk.feature() >= CAN_BE_CLOSED, "clients can be closed from 21 on");
    for (String method : METHODS) {
      Outcome plain = RetryRuns.plain(jdk, "attempt." + method);
      Outcome guarded = guarded(jdk, "attempt." + method);
      for (String field : List.of("outcome", "value", "exception")) {
        assertEquals(plain.field(field), guarded.field(field), guarded::told);
      }
      // Answered after 2.5 s if at all; ten seconds would pass until the next attempt.
      guarded.assertElapsed(1000, 6000);
      assertHits(1, guarded);
      assertEquals("-", guarded.field("closing-failed"), guarded::told);
    }
    assertEquals("503 503-1", guarded(jdk, "attempt.close").field("value"));
    assertEquals("threw", guarded(jdk, "attempt.shutdownNow").field("outcome"));
  }

  /** Its own future is cancelled then, and no other attempt follows. */
  private static void assertEndsWithDependent(long millis, Outcome outcome) {
    outcome.assertThrew("java.util.concurrent.CancellationException");
    long ended = Long.parseLong(outcome.field("ended-at"));
    assertTrue(ended >= millis && ended < millis + 2000, outcome::told);
    assertHits(1, outcome);
  }

  private static void assertSoonAfter(long millis, Outcome guarded) {
    guarded.assertElapsed(millis, millis + 2 * Outcome.LATENESS_MILLIS);
  }
}
