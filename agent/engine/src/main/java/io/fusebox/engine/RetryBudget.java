package io.fusebox.engine;

/**
 * How much of the load on one host may be retries, so that a host that fails is not buried under
 * second tries. A retry is allowed while retries in the window &lt; ratio * successful operations
 * in the window + floor * window in seconds. First attempts are free; operations that fail deposit
 * nothing, so that a host which is down is left with the floor once the window has passed.
 *
 * <p>With a ratio of 10 %, a floor of 1 a second and a window of 10 s, a host that serves 1,000
 * operations within the window gets up to 110 retries within it.
 *
 * <p>Shared by all calls to one host. Thread-safe and lock-free; deposits and withdrawals do not
 * allocate. However many threads withdraw at once, no grant exceeds what the rule allows at that
 * moment. Time is a reading of a {@link Ticker}; one that is late, because its thread was held up,
 * counts as the time of the newest grant.
 */
public final class RetryBudget {

  /** What is counted and what that allows, so that both change in one step. */
  private static final class Terms {
    final BudgetWindow window;
    final BudgetRule rule;
    final long windowNanos;

    Terms(BudgetWindow window, BudgetSettings settings) {
      this.window = window;
      this.rule = new BudgetRule(settings);
      this.windowNanos = settings.windowNanos();
    }
  }

  // Replaced under this, read without.
  private volatile Terms terms;

  /**
   * A budget in which nothing has been counted yet.
   *
   * @param now the present tick; no later reading may come before it
   */
  public RetryBudget(BudgetSettings settings, long now) {
    this.terms = new Terms(new BudgetWindow(now, settings.windowNanos()), settings);
  }

  /**
   * Goes on under other settings with what has been counted. Where the window has another length, a
   * deposit or withdrawal that another thread makes at the same moment may not be counted.
   */
  public synchronized void configure(BudgetSettings settings) {
    Terms before = terms;
    boolean sameWindow = settings.windowNanos() == before.windowNanos;
    BudgetWindow window =
        sameWindow ? before.window : before.window.resized(settings.windowNanos());
    terms = new Terms(window, settings);
  }

  /** Counts one operation that succeeded, whether at its first attempt or after a retry. */
  public void deposit(long now) {
    terms.window.addSuccess(now);
  }

  /** Takes one retry; false, and nothing is taken, if the rule does not allow it. */
  public boolean tryWithdraw(long now) {
    Terms present = terms;
    return present.window.tryAddRetry(now, present.rule);
  }

  /** How many retries would be granted now if nothing else happened; 0 or more. */
  public long balance(long now) {
    Terms present = terms;
    return present.window.left(now, present.rule);
  }
}
