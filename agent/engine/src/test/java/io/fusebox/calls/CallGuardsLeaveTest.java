package io.fusebox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.engine.CircuitBreaker;
import io.fusebox.engine.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an operation holds is given back once, however it ends. */
class CallGuardsLeaveTest {

  @Test
  void placeIsGivenBackByItsOwnCallOnly() {
    Guarded guarded = Guarded.by("bulkhead = 2");
    CallGuards call = guarded.admitted();
    guarded.admitted();
    call.leave();
    assertEquals(1, guarded.inFlight());
    call.leave();
    assertEquals(1, guarded.inFlight());
  }

  @Test
  void placeIsGivenBackAfterAnAttemptWasSettled() {
    Guarded guarded = Guarded.by("bulkhead = 1");
    guarded.answered(200);
    assertEquals(0, guarded.inFlight());
  }

  @Test
  void operationKeepsItsPlaceFromAttemptToAttempt() {
    Guarded guarded = Guarded.by("bulkhead = 1", "retry.attempts = 2");
    CallGuards call = guarded.admitted();
    guarded.fails(call);
    assertEquals(1, guarded.inFlight());
    call.admitAgain(guarded.now());
    assertEquals(1, guarded.inFlight());
    call.leave();
    assertEquals(0, guarded.inFlight());
  }

  @Test
  void operationThatABreakerEndsAfterItsWaitGivesItsPlaceBack() {
    Guarded guarded = Guarded.byRow(2, "bulkhead = 5", "retry.attempts = 2");
    CallGuards call = guarded.admitted();
    guarded.fails(call);
    guarded.answered(503);
    assertFalse(call.admitAgain(guarded.now()));
    assertEquals(1, guarded.inFlight());
    call.leave();
    assertEquals(0, guarded.inFlight());
  }

  @Test
  void probeThatIsNeverSettledLeavesItsPlaceToTheNext() {
    Guarded guarded = due();
    guarded.admitted().leave();
    assertEquals(CircuitBreaker.State.HALF_OPEN, guarded.state());
    guarded.admitted();
  }

  /** Its place is another's by then. */
  @Test
  void probeThatLeavesTwiceTakesNoPlaceFromAnother() {
    Guarded guarded = due();
    CallGuards gone = guarded.admitted();
    gone.leave();
    guarded.admitted();
    gone.leave();
    assertFalse(guarded.call().admits(guarded.now()));
  }

  @Test
  void probeThatHasLeftDecidesNothing() {
    Guarded guarded = due();
    CallGuards gone = guarded.admitted();
    gone.leave();
    guarded.settle(gone, Outcome.ANSWERED, 200);
    assertEquals(CircuitBreaker.State.HALF_OPEN, guarded.state());
    assertEquals(List.of("openings 1"), guarded.counted());
  }

  @Test
  void probeThatWasSettledHasDecidedAndLeavingChangesNothing() {
    Guarded guarded = due();
    CallGuards probe = guarded.admitted();
    guarded.settle(probe, Outcome.ANSWERED, 200);
    probe.leave();
    assertEquals("closed, 0 of 0 calls failed in 10 s", guarded.seen());
  }

  @Test
  void callThatLeavesBeforeItsEndTellsTheBreakerNothing() {
    Guarded guarded = Guarded.byRow(1);
    CallGuards call = guarded.admitted();
    call.leave();
    guarded.settle(call, Outcome.BROKEN, 0);
    assertEquals("closed, 0 of 0 calls failed in 10 s", guarded.seen());
  }

  /** Cancelled while the next attempt was let through: who let it through leaves once more. */
  @Test
  void permitThatIsTakenAfterLeavingIsGivenBackByLeavingAgain() {
    Guarded guarded = due("retry.attempts = 2", "bulkhead = 5");
    CallGuards call = guarded.admitted();
    guarded.settle(call, Outcome.ABANDONED, 0);
    call.leave();
    assertTrue(call.admitAgain(guarded.now()));
    assertFalse(call.admits(guarded.now()));
    call.leave();
    assertTrue(call.admits(guarded.now()));
  }

  @Test
  void callThatNeverAskedHasNothingToGiveBack() {
    Guarded guarded = Guarded.byRow(1, "bulkhead = 1");
    CallGuards call = guarded.call();
    guarded.admitted();
    call.leave();
    assertEquals(1, guarded.inFlight());
  }

  /** Its time is over, and the next call is its only probe. */
  private static Guarded due(String... more) {
    Guarded guarded = Guarded.byRow(1, more);
    guarded.answered(503);
    guarded.seconds(30);
    return guarded;
  }
}
