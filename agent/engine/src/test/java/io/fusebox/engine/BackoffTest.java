package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

  private static final Duration BASE = Duration.ofMillis(100);
  private static final Duration CAP = Duration.ofSeconds(20);

  @Test
  void withoutJitterTheBoundDoublesUpToTheCap() {
    List<Long> millis =
        IntStream.of(0, 1, 2, 3, 7, 8, 29, 70)
            .mapToObj(n -> waitOf(Jitter.NONE, n, 0, Retries.least()) / Retries.MILLI)
            .collect(Collectors.toList());
    assertEquals(List.of(100L, 200L, 400L, 800L, 12_800L, 20_000L, 20_000L, 20_000L), millis);
  }

  @Test
  void noRetryIsTooManyForTheShift() {
    for (int n = 29; n <= 130; n++) {
      assertEquals(CAP.toNanos(), waitOf(Jitter.NONE, n, 0, Retries.least()), "retry " + n);
    }
    assertEquals(CAP.toNanos(), waitOf(Jitter.NONE, Integer.MAX_VALUE, 0, Retries.least()));
  }

  @Test
  void fullJitterReachesFromNothingToTheBound() {
    assertEquals(0, waitOf(Jitter.FULL, 2, 0, Retries.least()));
    assertEquals(400 * Retries.MILLI, waitOf(Jitter.FULL, 2, 0, Retries.most()));
  }

  @Test
  void fullJitterIsUniform() {
    RandomSource random = Retries.seeded(7);
    int[] quarters = new int[4];
    for (int i = 0; i < 40_000; i++) {
      quarters[(int) Math.min(3, waitOf(Jitter.FULL, 0, 0, random) / (25 * Retries.MILLI))]++;
    }
    for (int quarter : quarters) {
      assertEquals(10_000, quarter, 400);
    }
  }

  @Test
  void equalJitterKeepsHalfOfTheBound() {
    assertEquals(200 * Retries.MILLI, waitOf(Jitter.EQUAL, 2, 0, Retries.least()));
    assertEquals(400 * Retries.MILLI, waitOf(Jitter.EQUAL, 2, 0, Retries.most()));
  }

  @Test
  void anOddBoundLosesNothingToEqualJitter() {
    RetrySettings odd = Retries.backoff(Duration.ofNanos(7), Duration.ofNanos(7), Jitter.EQUAL, 2);
    assertEquals(3, Backoff.waitNanos(odd, 0, 0, Retries.least()));
    assertEquals(7, Backoff.waitNanos(odd, 0, 0, Retries.most()));
  }

  @Test
  void decorrelatedJitterGrowsFromTheWaitBefore() {
    assertEquals(100 * Retries.MILLI, waitOf(Jitter.DECORRELATED, 0, 0, Retries.least()));
    assertEquals(300 * Retries.MILLI, waitOf(Jitter.DECORRELATED, 0, 0, Retries.most()));
    long before = 250 * Retries.MILLI;
    assertEquals(100 * Retries.MILLI, waitOf(Jitter.DECORRELATED, 5, before, Retries.least()));
    assertEquals(750 * Retries.MILLI, waitOf(Jitter.DECORRELATED, 5, before, Retries.most()));
  }

  @Test
  void decorrelatedJitterNeverPassesTheCap() {
    long before = 15_000 * Retries.MILLI;
    assertEquals(CAP.toNanos(), waitOf(Jitter.DECORRELATED, 5, before, Retries.most()));
    assertEquals(CAP.toNanos(), waitOf(Jitter.DECORRELATED, 5, Long.MAX_VALUE, Retries.most()));
  }

  /** Drawing first and cutting afterwards would send two thirds of them back at the cap. */
  @Test
  void decorrelatedJitterDoesNotGatherAtTheCap() {
    RandomSource random = Retries.seeded(11);
    int atCap = 0;
    for (int i = 0; i < 1000; i++) {
      if (waitOf(Jitter.DECORRELATED, 5, CAP.toNanos(), random) == CAP.toNanos()) {
        atCap++;
      }
    }
    assertTrue(atCap <= 1, atCap + " of 1000 wait for exactly the cap");
  }

  @Test
  void aBaseOfNothingIsNoWait() {
    for (Jitter jitter : Jitter.values()) {
      RetrySettings none = Retries.backoff(Duration.ZERO, CAP, jitter, 2);
      for (int n : new int[] {0, 1, 62, 63, 64, 65, Integer.MAX_VALUE}) {
        assertEquals(0, Backoff.waitNanos(none, n, 0, Retries.most()), jitter + ", retry " + n);
      }
    }
  }

  private static long waitOf(Jitter jitter, int retry, long before, RandomSource random) {
    return Backoff.waitNanos(Retries.backoff(BASE, CAP, jitter, 10), retry, before, random);
  }
}
