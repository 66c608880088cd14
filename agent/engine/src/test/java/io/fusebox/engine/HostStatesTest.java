package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HostStatesTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final Object VERSION = "one";
  private static final BreakerSettings BREAKER =
      new BreakerSettings.Builder()
          .rate(10 * SECOND, 20, BreakerSettings.OFF)
          .consecutive(1)
          .open(3600 * SECOND, 3600 * SECOND, false)
          .build();

  private final HostStates states = new HostStates(RandomSource.SYSTEM);
  private long now = Long.MAX_VALUE - SECOND;

  @Test
  void stateBelongsToPolicyHostAndPort() {
    HostState state = state("pay", "a.test", 443);
    assertSame(state, state("pay", "a.test", 443));
    assertNotSame(state, state("pay", "a.test", 8443));
    assertNotSame(state, state("pay", "b.test", 443));
    assertNotSame(state, state("search", "a.test", 443));
  }

  @Test
  void itIsCalledByHostAndPortOrByThePolicyThatSharesIt() {
    assertEquals("a.test:443", state("pay", "a.test", 443).label());
    assertEquals("[::1]:443", state("pay", "::1", 443).label());
    assertEquals("policy pay", state("pay", "", 0).label());
  }

  @Test
  void anyNumberOfHostsIsBounded() {
    for (int i = 0; i < 100_000; i++) {
      now += 1000;
      state("pay", "u" + i + ".test", 443);
      assertTrue(states.size() <= HostStates.MOST + 1, () -> states.size() + " states");
    }
  }

  @Test
  void whoWasNotUsedForLongestGoesFirst() {
    HostState used = state("pay", "used.test", 443);
    HostState idle = state("pay", "idle.test", 443);
    for (int i = 0; i < 5_000; i++) {
      now += 1000;
      state("pay", "u" + i + ".test", 443);
      assertSame(used, state("pay", "used.test", 443));
    }
    assertNotSame(idle, state("pay", "idle.test", 443));
  }

  @Test
  void openBreakerIsNotForgottenForHostsThatAreWell() {
    HostState open = state("pay", "open.test", 443);
    fail(open);
    for (int i = 0; i < 10_000; i++) {
      now += 1000;
      state("pay", "u" + i + ".test", 443);
    }
    assertSame(open, state("pay", "open.test", 443));
    assertFalse(breaker(open).admits(now));
  }

  @Test
  void anotherVersionOfThePolicyKeepsWhatIsKnown() {
    HostState state = state("pay", "a.test", 443);
    fail(state);
    state.configure("two", BREAKER, null, 3, now);
    assertFalse(breaker(state).admits(now));
    assertNotNull(state.bulkhead());
    assertNull(state.budget());
  }

  @Test
  void whatAPolicySwitchesOffStartsAnewWhenItIsOnAgain() {
    HostState state = state("pay", "a.test", 443);
    fail(state);
    state.configure("two", null, null, 0, now);
    assertNull(state.breaker());
    state.configure("three", BREAKER, null, 0, now);
    assertTrue(breaker(state).admits(now));
  }

  @Test
  void whoIsInsideStaysInsideWhileABulkheadIsOff() {
    HostState state = state("pay", "a.test", 443);
    state.configure("two", null, null, 1, now);
    Bulkhead before = state.bulkhead();
    assertNotNull(before);
    assertTrue(before.tryAcquire());
    state.configure("three", null, null, 0, now);
    assertNull(state.bulkhead());
    state.configure("four", null, null, 1, now);
    assertSame(before, state.bulkhead());
    assertFalse(before.tryAcquire());
  }

  @Test
  void everyStateIsShownWithItsPolicy() {
    state("pay", "a.test", 443);
    state("search", "a.test", 443);
    List<String> shown = new ArrayList<>();
    states.forEach((policy, state) -> shown.add(policy + " " + state.label()));
    shown.sort(null);
    assertEquals(List.of("pay a.test:443", "search a.test:443"), shown);
  }

  private HostState state(String policy, String host, int port) {
    return states.get(policy, host, port, VERSION, BREAKER, null, 0, now);
  }

  private void fail(HostState state) {
    CircuitBreaker breaker = breaker(state);
    assertEquals(
        CircuitBreaker.Transition.OPENED, breaker.failure(breaker.tryAcquire(now), now, 1));
  }

  private static CircuitBreaker breaker(HostState state) {
    @Nullable CircuitBreaker breaker = state.breaker();
    assertNotNull(breaker);
    return breaker;
  }
}
