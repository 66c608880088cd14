package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** Bounds of every wait, computed a second time with numbers that cannot overflow. */
class BackoffPropertyTest {

  private static final long DAY = 86_400_000_000_000L;

  @Provide
  Arbitrary<Integer> retries() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(0, 70),
        Arbitraries.of(126, 127, 128, Integer.MAX_VALUE - 1, Integer.MAX_VALUE));
  }

  @Property(tries = 2000)
  void everyWaitIsWithinTheDoubledBaseAndTheCap(
      @ForAll @LongRange(max = DAY) long base,
      @ForAll @LongRange(max = DAY) long more,
      @ForAll("retries") int retry,
      @ForAll long seed) {
    long cap = base + more;
    long bound = doubled(base, retry).min(BigInteger.valueOf(cap)).longValueExact();
    assertEquals(bound, waitOf(Jitter.NONE, base, cap, retry, 0, seed));
    assertWithin(0, bound, waitOf(Jitter.FULL, base, cap, retry, 0, seed));
    assertWithin(bound / 2, bound, waitOf(Jitter.EQUAL, base, cap, retry, 0, seed));
  }

  @Property(tries = 1000)
  void theUpperBoundNeverFalls(
      @ForAll @LongRange(max = DAY) long base,
      @ForAll @LongRange(max = DAY) long more,
      @ForAll("retries") int retry) {
    int later = Math.max(retry, retry + 1);
    long cap = base + more;
    assertTrue(
        waitOf(Jitter.NONE, base, cap, retry, 0, 0) <= waitOf(Jitter.NONE, base, cap, later, 0, 0));
  }

  @Property(tries = 1000)
  void decorrelatedWaitsStayBetweenBaseAndCap(
      @ForAll @LongRange(max = DAY) long base,
      @ForAll @LongRange(max = DAY) long more,
      @ForAll long seed) {
    long cap = base + more;
    long wait = 0;
    for (int retry = 0; retry < 20; retry++) {
      long before = Math.max(wait, base);
      wait = waitOf(Jitter.DECORRELATED, base, cap, retry, wait, seed + retry);
      assertWithin(base, Math.min(cap, 3 * before), wait);
    }
  }

  /** The longest durations that a settings object could hold, not only those of a policy file. */
  @Property(tries = 500)
  void nothingOverflowsAtTheEndOfALong(
      @ForAll @LongRange(max = Long.MAX_VALUE) long base,
      @ForAll("retries") int retry,
      @ForAll @LongRange(max = Long.MAX_VALUE) long before,
      @ForAll long seed) {
    for (Jitter jitter : Jitter.values()) {
      long wait = waitOf(jitter, base, Long.MAX_VALUE, retry, before, seed);
      assertWithin(0, Long.MAX_VALUE, wait);
    }
  }

  private static BigInteger doubled(long base, int retry) {
    // More than a cap can be, without making a number of two thousand million bits.
    return BigInteger.valueOf(base).shiftLeft(Math.min(retry, 64));
  }

  private static void assertWithin(long least, long most, long wait) {
    assertTrue(least <= wait && wait <= most, least + " <= " + wait + " <= " + most);
  }

  private static long waitOf(
      Jitter jitter, long base, long cap, int retry, long before, long seed) {
    RetrySettings settings = Retries.attempts(10).backoff(base, cap, jitter).build();
    return Backoff.waitNanos(settings, retry, before, Retries.seeded(seed));
  }
}
