package io.fusebox.engine;

/** How much of the load may be retries. Immutable. */
public final class BudgetSettings {

  // Fixed at construction.
  private final int ratioPercent;
  private final int floorPerThousandSeconds;
  private final long windowNanos;

  /**
   * Values as a policy file has them.
   *
   * @param ratioPercent retries per hundred successful operations; 0 to 100
   * @param floorPerThousandSeconds retries allowed whatever succeeds, per 1,000 s: 1,000 is one a
   *     second; 0 or more
   * @param windowNanos over which both are counted; 1 s to 60 s
   */
  public BudgetSettings(int ratioPercent, int floorPerThousandSeconds, long windowNanos) {
    this.ratioPercent = ratioPercent;
    this.floorPerThousandSeconds = floorPerThousandSeconds;
    this.windowNanos = windowNanos;
  }

  /** Retries per hundred successful operations, 0 to 100. */
  public int ratioPercent() {
    return ratioPercent;
  }

  /** Retries allowed whatever succeeds, per 1,000 s. */
  public int floorPerThousandSeconds() {
    return floorPerThousandSeconds;
  }

  /** The window, in nanoseconds; 1 s to 60 s. */
  public long windowNanos() {
    return windowNanos;
  }
}
