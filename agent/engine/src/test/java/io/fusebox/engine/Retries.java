package io.fusebox.engine;

import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Settings and random sources that the tests about retries share. */
final class Retries {

  static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  static final Set<String> METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");
  static final Set<Integer> STATUSES = Set.of(408, 425, 429, 502, 503, 504);

  private Retries() {}

  /** As a policy file gives them that says no more than {@code retry.attempts}. */
  static RetrySettings.Builder attempts(int most) {
    return new RetrySettings.Builder().attempts(most).methods(METHODS).statuses(STATUSES);
  }

  /** Waits of base, doubled up to cap. */
  static RetrySettings backoff(Duration base, Duration cap, Jitter jitter, int attempts) {
    return attempts(attempts).backoff(base.toNanos(), cap.toNanos(), jitter).build();
  }

  static RetryBudget budget(int percent, double floorPerSecond, long now) {
    return new RetryBudget(budgetSettings(percent, floorPerSecond, 10), now);
  }

  static BudgetSettings budgetSettings(int percent, double floorPerSecond, int windowSeconds) {
    return new BudgetSettings(
        percent, (int) Math.round(floorPerSecond * 1000), windowSeconds * SECOND);
  }

  /** The same numbers for the same seed. */
  static RandomSource seeded(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return bound -> bound == Long.MAX_VALUE ? random.nextLong() >>> 1 : random.nextLong(bound + 1);
  }

  /** Always the whole bound: the longest wait there is. */
  static RandomSource most() {
    return bound -> bound;
  }

  /** Always 0: the shortest wait there is. */
  static RandomSource least() {
    return bound -> 0;
  }

  /** Notes whether it was asked. */
  static RandomSource noting(AtomicBoolean asked) {
    return bound -> {
      asked.set(true);
      return 0;
    };
  }
}
