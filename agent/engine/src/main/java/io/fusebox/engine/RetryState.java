package io.fusebox.engine;

import org.jspecify.annotations.Nullable;

/**
 * What one operation has used up of its retries, and whether there is to be another attempt.
 *
 * <p>Asked in this order: may what happened be tried again at all; is it left to others; are there
 * attempts left; does the wait fit in the time that is left; does the budget allow it. The budget
 * comes last, so that nothing is taken from it for a retry that does not happen.
 *
 * <p>Some decisions that are not self-evident:
 *
 * <ul>
 *   <li>A body that is not known to be repeatable forbids every retry, even where no byte left: the
 *       client may have asked for it already, and what is consumed would go out empty.
 *   <li>What the other side says it has not begun with (UNPROCESSED) is not a sign of overload: the
 *       first retry of an operation after it draws nothing from the budget. It does count as an
 *       attempt, for the settings promise so many sends, and it does wait. Every further one draws:
 *       a host that always refuses would otherwise be free of any budget.
 *   <li>Retry-After is served first, and then our own wait on top of it. With the longer of the two
 *       instead, all those who were told the same second would come back in that second.
 * </ul>
 *
 * <p>Belongs to whoever decides for one operation; not thread-safe. Make it when the first attempt
 * has failed. No method allocates or throws.
 */
public final class RetryState {

  /** What happened must not be tried again. */
  public static final long NOT_RETRYABLE = -1;

  /** As many attempts as the policy allows have been made. */
  public static final long ATTEMPTS_SPENT = -2;

  /** By the end of the wait there would be no time for an attempt. */
  public static final long NO_TIME = -3;

  /** The server asks for a longer wait than the policy obeys, or than there is time for. */
  public static final long AFTER_TOO_LONG = -4;

  /** Too much of the load on that host is retries. */
  public static final long BUDGET_SPENT = -5;

  /** The server says not to come again. */
  public static final long FORBIDDEN = -6;

  /** A sidecar does the retrying. */
  public static final long LEFT_TO_MESH = -7;

  /** With less than this left, in nanoseconds, an operation counts as over. */
  public static final long LEAST_LEFT_NANOS = 5_000_000;

  // Fixed at construction.
  private final RetrySettings settings;
  private final @Nullable RetryBudget budget;
  private final RandomSource random;
  private final boolean repeatable;

  // Only whoever decides.
  private int attempts = 1;
  private long previousWait;
  private boolean refusedFreely;

  /**
   * The state of an operation whose first attempt has been made.
   *
   * @param budget of the host, or null where retries are not rationed
   * @param repeatable whether its body, if any, provably can be sent again
   */
  public RetryState(
      RetrySettings settings,
      @Nullable RetryBudget budget,
      RandomSource random,
      boolean repeatable) {
    this.settings = settings;
    this.budget = budget;
    this.random = random;
    this.repeatable = repeatable;
  }

  /**
   * Decides about another attempt. Once it is granted it counts as made, and its budget as spent.
   *
   * @param outcome of the latest attempt
   * @param status of the response; ignored unless ANSWERED
   * @param idempotent whether it may happen twice: {@link RetrySettings#allowsMethod}, or the
   *     latest attempt carried a key wherever it went
   * @param forbidden whether the server said not to come again, as {@code x-envoy-overloaded} does
   * @param retryAfterNanos as {@link RetryAfter#nanos} read it
   * @param leftNanos until the operation has to be over; {@link Long#MAX_VALUE} for no bound
   * @param now the present tick
   * @return the wait before the next attempt in nanoseconds, 0 or more; or one of the refusals
   *     above, below 0, which {@link #words} explains
   */
  public long next(
      Outcome outcome,
      int status,
      boolean idempotent,
      boolean forbidden,
      long retryAfterNanos,
      long leftNanos,
      long now) {
    if (!isRetryable(outcome, status, idempotent)) {
      return NOT_RETRYABLE;
    }
    if (settings.leftToMesh()) {
      return LEFT_TO_MESH;
    }
    if (forbidden) {
      return FORBIDDEN;
    }
    if (attempts >= settings.attempts()) {
      return ATTEMPTS_SPENT;
    }
    return schedule(outcome == Outcome.UNPROCESSED, Math.max(retryAfterNanos, 0), leftNanos, now);
  }

  /**
   * Asks whether a client may itself send once more, at once, what the whole operation cannot: a
   * request behind a redirect. Once it is granted it counts as an attempt, and its budget as spent.
   *
   * @param unprocessed whether the other side says that it has not begun with it
   * @param now the present tick
   */
  public boolean resends(boolean unprocessed, long now) {
    if (settings.leftToMesh() || attempts >= settings.attempts() || !pays(unprocessed, now)) {
      return false;
    }
    attempts++;
    return true;
  }

  /** Attempts made so far, the granted one included; 1 at first. */
  public int attempts() {
    return attempts;
  }

  /** A refusal in words that follow "not retried: ". */
  public static String words(long refusal) {
    if (refusal == NOT_RETRYABLE) {
      return "not safe or not useful to repeat";
    }
    if (refusal == ATTEMPTS_SPENT) {
      return "all attempts made";
    }
    if (refusal == NO_TIME) {
      return "no time left for another attempt";
    }
    if (refusal == AFTER_TOO_LONG) {
      return "Retry-After too long to wait for";
    }
    if (refusal == BUDGET_SPENT) {
      return "retry budget spent";
    }
    if (refusal == FORBIDDEN) {
      return "forbidden by the server";
    }
    return refusal == LEFT_TO_MESH ? "left to the mesh" : "granted";
  }

  private boolean isRetryable(Outcome outcome, int status, boolean idempotent) {
    if (!repeatable) {
      return false;
    }
    switch (outcome) {
      case NEVER_SENT:
      case UNPROCESSED:
        return true;
      case BROKEN:
      case CLOSING:
      case TIMED_OUT:
        return idempotent;
      case ANSWERED:
        return idempotent && settings.retriesStatus(status);
      case HOPELESS:
      case ABANDONED:
        return false;
    }
    throw new AssertionError(outcome);
  }

  private long schedule(boolean unprocessed, long after, long leftNanos, long now) {
    boolean bounded = leftNanos != Long.MAX_VALUE;
    long room = bounded ? Math.max(leftNanos, 0) - LEAST_LEFT_NANOS : leftNanos;
    boolean tooLong = after > settings.afterMaxNanos() || after > room;
    if (after == RetryAfter.BEYOND || (after > 0 && tooLong)) {
      return AFTER_TOO_LONG;
    }
    long backoff = Backoff.waitNanos(settings, attempts - 1, previousWait, random);
    if (backoff > room - after) {
      return NO_TIME;
    }
    if (!pays(unprocessed, now)) {
      return BUDGET_SPENT;
    }
    attempts++;
    previousWait = backoff;
    return after + backoff;
  }

  private boolean pays(boolean unprocessed, long now) {
    boolean free = unprocessed && !refusedFreely;
    if (!free && budget != null && !budget.tryWithdraw(now)) {
      return false;
    }
    refusedFreely |= free;
    return true;
  }
}
