package io.fusebox.engine;

/**
 * Retries in the window &lt; ratio * successes in the window + floor * window in seconds, in whole
 * millionths of a retry: nothing is rounded, so nothing drifts. Where the right side is not whole,
 * the retry that reaches into the fraction is still granted, as the sentence says. Immutable.
 */
final class BudgetRule {

  private static final long MILLIONTHS = 1_000_000;

  // Fixed at construction.
  private final long perSuccess;
  private final long floor;

  /** The rule that these settings state. */
  BudgetRule(BudgetSettings settings) {
    this.perSuccess = settings.ratioPercent() * (MILLIONTHS / 100);
    // Thousandths of a retry a second, times thousandths of a second.
    this.floor = settings.floorPerThousandSeconds() * (settings.windowNanos() / 1_000_000);
  }

  /** Whether one more is allowed after so many. */
  boolean allows(long retries, long successes) {
    return retries * MILLIONTHS < successes * perSuccess + floor;
  }

  /** How many more are allowed; 0 or more. */
  long left(long retries, long successes) {
    long room = successes * perSuccess + floor - retries * MILLIONTHS;
    return Math.max(0, (room + MILLIONTHS - 1) / MILLIONTHS);
  }
}
