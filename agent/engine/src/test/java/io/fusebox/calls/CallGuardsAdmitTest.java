package io.fusebox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.engine.CircuitBreaker;
import io.fusebox.engine.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may go: first the breaker, then the bulkhead; under observe everybody, and it is counted. */
class CallGuardsAdmitTest {

  private static final String OPEN =
      "breaker of a.test:80 open for 30 s more, since 1 call failed, 0 ms ago";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "breaker = on",
        "breaker = open",
        "bulkhead = 1",
        "retry.attempts = 2",
        "retry.idempotency-key = Idempotency-Key"
      })
  void eachSwitchOfTheirsBringsGuards(String key) {
    assertTrue(CallGuards.areIn(Guarded.policy(key)));
  }

  @Test
  void timeoutsBringNone() {
    assertFalse(CallGuards.areIn(Guarded.policy("timeout.total = 1s", "breaker = off")));
  }

  @Test
  void callGoesWhileTheBreakerIsClosedAndThereIsAPlace() {
    Guarded guarded = Guarded.byRow(1, "bulkhead = 1");
    assertNull(guarded.call().admit(guarded.now()));
    assertEquals(1, guarded.inFlight());
  }

  @Test
  void retriesAloneKeepNobodyAway() {
    Guarded guarded = Guarded.by("retry.attempts = 2");
    for (int i = 0; i < 100; i++) {
      guarded.answered(503);
    }
    assertTrue(guarded.call().admits(guarded.now()));
    assertNull(guarded.call().admit(guarded.now()));
  }

  @Test
  void refusalOfABreakerSaysOfWhichHostAndWhy() {
    Guarded guarded = Guarded.byRow(1);
    guarded.answered(503);
    assertEquals(OPEN, guarded.call().admit(guarded.now()));
  }

  @Test
  void refusalOfAForcedBreakerSaysSo() {
    Guarded guarded = Guarded.by("breaker = open");
    assertEquals(
        "breaker of a.test:80 forced open by the policy", guarded.call().admit(guarded.now()));
  }

  @Test
  void refusalOfABulkheadSaysOfWhichHostAndHowMany() {
    Guarded guarded = Guarded.by("bulkhead = 2");
    guarded.admitted();
    guarded.admitted();
    assertEquals("bulkhead of a.test:80: all 2 in use", guarded.call().admit(guarded.now()));
  }

  @Test
  void breakerIsAskedBeforeTheBulkhead() {
    Guarded guarded = Guarded.byRow(1, "bulkhead = 1");
    guarded.settle(guarded.admitted(), Outcome.BROKEN, 0);
    assertEquals(1, guarded.inFlight());
    assertEquals(OPEN, guarded.call().admit(guarded.now()));
  }

  @Test
  void callThatTheBreakerRefusesTakesNoPlace() {
    Guarded guarded = Guarded.byRow(1, "bulkhead = 5");
    guarded.answered(503);
    guarded.call().admit(guarded.now());
    assertEquals(0, guarded.inFlight());
  }

  @Test
  void probeThatTheBulkheadRefusesLeavesItsPlaceToTheNext() {
    Guarded guarded = Guarded.byRow(1, "bulkhead = 1");
    CallGuards reading = guarded.admitted();
    guarded.settle(reading, Outcome.ANSWERED, 503);
    guarded.seconds(30);
    assertEquals("bulkhead of a.test:80: all 1 in use", guarded.call().admit(guarded.now()));
    reading.leave();
    guarded.admitted();
  }

  @Test
  void refusedCallHasNothingToGiveBack() {
    Guarded guarded = Guarded.by("bulkhead = 1");
    guarded.admitted();
    CallGuards refused = guarded.call();
    refused.admit(guarded.now());
    refused.leave();
    assertEquals(1, guarded.inFlight());
  }

  @Test
  void refusalThatIsMeantIsNotCountedAsOneThatWouldHaveBeen() {
    Guarded guarded = Guarded.by("bulkhead = 1");
    guarded.admitted();
    guarded.call().admit(guarded.now());
    assertEquals(List.of(), guarded.counted());
  }

  // Under observe.

  @Test
  void underObserveCallThatTheBreakerWouldRefuseGoesAndIsCounted() {
    Guarded guarded = Guarded.byRow(1, "mode = observe");
    guarded.answered(503);
    guarded.services.said.clear();
    assertNull(guarded.call().admit(guarded.now()));
    assertEquals(
        List.of("observe, would have been rejected: policy p, " + OPEN), guarded.services.said);
    assertEquals(List.of("would-reject 1", "openings 1"), guarded.counted());
  }

  @Test
  void underObserveCallThatTheBulkheadWouldRefuseGoesAndIsCounted() {
    Guarded guarded = Guarded.by("bulkhead = 1", "mode = observe");
    guarded.admitted();
    assertNull(guarded.call().admit(guarded.now()));
    assertEquals(
        List.of("observe, would have been rejected: policy p, bulkhead of a.test:80: all 1 in use"),
        guarded.services.said);
    assertEquals(List.of("would-reject 1"), guarded.counted());
  }

  @Test
  void underObserveCallThatWouldHaveBeenRefusedHoldsNoPlace() {
    Guarded guarded = Guarded.by("bulkhead = 1", "mode = observe");
    guarded.admitted();
    CallGuards refused = guarded.admitted();
    assertEquals(1, guarded.inFlight());
    refused.leave();
    assertEquals(1, guarded.inFlight());
  }

  @Test
  void underObserveCallThatWouldHaveBeenRefusedTellsTheBreakerNothing() {
    Guarded guarded = Guarded.byRow(1, "mode = observe");
    guarded.answered(503);
    guarded.answered(200);
    assertEquals(CircuitBreaker.State.OPEN, guarded.state());
    guarded.seconds(30);
    assertEquals(CircuitBreaker.State.HALF_OPEN, guarded.state());
  }

  // Whose state it is.

  @Test
  void everyHostAndPortHasAStateOfItsOwn() {
    Guarded guarded = Guarded.by("bulkhead = 1");
    guarded.admitted();
    assertNull(guarded.call("b.test", 80).admit(guarded.now()));
    assertNull(guarded.call("a.test", 81).admit(guarded.now()));
  }

  @Test
  void scopeOfAPolicyIsOneStateForAllHosts() {
    Guarded guarded = Guarded.by("bulkhead = 1", "scope = policy");
    guarded.admitted();
    assertEquals(
        "bulkhead of policy p: all 1 in use", guarded.call("b.test", 81).admit(guarded.now()));
  }
}
