package io.fusebox.engine;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * Keeps calls away from a host that fails, and finds out with a few of them when it works again.
 *
 * <p>Closed: every call is let through and counted. It opens once the calls of the window are at
 * least min-calls and strictly more than failure-rate of them failed, or more than slow-rate of
 * them were slow, or so many in a row failed. Open: every call is rejected, for open-for, doubled
 * with each reopening up to max-open, spread by a tenth. Half-open: so many probes are let through.
 * As soon as more than half of all have succeeded it is closed, with an empty window; as soon as
 * more than half have failed, or all are done and as many succeeded as failed, it is open again.
 *
 * <p>Who asks for a permit gives it back exactly once: with {@link #success}, with {@link
 * #failure}, or with {@link #release} where the call says nothing about the host. A permit carries
 * the generation of the state that gave it, and what comes back to another state counts nothing. A
 * probe holds its place under a lease. When that is over the place is free for another, and the
 * late outcome counts nothing. A slow call counts for the slow rate only. It does not end a row of
 * failures and does not lengthen it; but as a probe it has failed.
 *
 * <p>The state, with its settings, is one object that is replaced by compare-and-set; a decision
 * reads it once. Nothing happens by itself: whoever asks after open-for has passed makes it
 * half-open. Time is a parameter, in nanoseconds of a {@link Ticker}, compared by subtraction; a
 * reading that is older than another thread's last one does no harm.
 *
 * <p>Thread-safe; no method blocks or calls back, and none allocates but for a change of state and
 * for each tenth of the window in which there are calls.
 */
public final class CircuitBreaker {

  /** What {@link #tryAcquire} returns instead of a permit. */
  public static final long REJECTED = -1;

  /** What becomes of calls. */
  public enum State {
    /** They are let through. */
    CLOSED,
    /** They are rejected for some time. */
    OPEN,
    /** A few are let through, or would be if there were any. */
    HALF_OPEN,
    /** They are rejected as long as the policy says so. */
    FORCED_OPEN
  }

  /** What a call has changed; exactly one call is told about each change. */
  public enum Transition {
    /** Nothing. */
    NONE,
    /** It was closed and is open. */
    OPENED,
    /** It was half-open and is open again. */
    REOPENED,
    /** It was open and is half-open. */
    HALF_OPENED,
    /** It was half-open and is closed. */
    CLOSED
  }

  private static final AtomicReferenceFieldUpdater<CircuitBreaker, Phase> PHASE =
      AtomicReferenceFieldUpdater.newUpdater(CircuitBreaker.class, Phase.class, "phase");

  // Fixed at construction.
  private final RandomSource random;

  // Replaced by whichever thread finds that it has to be.
  private volatile Phase phase;

  /**
   * A closed breaker, or one that is forced open if the settings say so.
   *
   * @param settings its rules, until {@link #configure}
   * @param random where the spread of open times comes from
   */
  public CircuitBreaker(BreakerSettings settings, RandomSource random) {
    this.random = random;
    this.phase = initial(settings, 0);
  }

  /**
   * Asks for a permit.
   *
   * @param now the present tick
   * @return the permit, 0 or more, or {@link #REJECTED}
   */
  public long tryAcquire(long now) {
    while (true) {
      Phase seen = phase;
      long permit = seen.tryAcquire(now);
      if (permit != Phase.OVER) {
        return permit;
      }
      Phase.HalfOpen next = seen.followed(now);
      long first = next.firstPermit(now);
      if (PHASE.compareAndSet(this, seen, next)) {
        return first;
      }
    }
  }

  /** Whether {@link #tryAcquire} would give a permit now. Takes and changes nothing. */
  public boolean admits(long now) {
    return phase.admits(now);
  }

  /**
   * Gives a permit back after a call that the host answered well.
   *
   * @param now the present tick
   * @param durationNanos how long the call took, in nanoseconds
   * @return what that has changed
   */
  public Transition success(long permit, long now, long durationNanos) {
    return settle(permit, now, durationNanos, false);
  }

  /**
   * Gives a permit back after a call that failed.
   *
   * @param now the present tick
   * @param durationNanos how long the call took, in nanoseconds
   * @return what that has changed
   */
  public Transition failure(long permit, long now, long durationNanos) {
    return settle(permit, now, durationNanos, true);
  }

  /** Gives a permit back after a call that says nothing about the host. Nothing is counted. */
  public void release(long permit) {
    Phase seen = phase;
    if (seen.generation == Permits.generation(permit)) {
      seen.release(permit);
    }
  }

  /** What the call that got this permit has changed: {@code HALF_OPENED} or {@code NONE}. */
  public static Transition transitionOf(long permit) {
    return Permits.isFirst(permit) ? Transition.HALF_OPENED : Transition.NONE;
  }

  /** Whether a permit is that of a probe. */
  public static boolean isProbe(long permit) {
    return permit >= 0 && Permits.place(permit) >= 0;
  }

  /**
   * Goes on under other settings. State, permits, counts, open times and the places of probes that
   * were fixed already stay as they are; a window of another length takes the counts along. Forcing
   * takes effect at once. What was forced open starts anew when it is so no longer: closed, with an
   * empty window, for while it was forced nothing was learnt about the host.
   */
  public void configure(BreakerSettings settings) {
    while (true) {
      Phase seen = phase;
      boolean same = seen.settings.forcedOpen() == settings.forcedOpen();
      Phase next = same ? seen.with(settings) : initial(settings, seen.generation + 1);
      if (PHASE.compareAndSet(this, seen, next)) {
        return;
      }
    }
  }

  /**
   * What becomes of calls at {@code now}: half-open as soon as open-for has passed, whether or not
   * there was a call since.
   */
  public State state(long now) {
    return phase.state(now);
  }

  /**
   * For messages: the state, since when, why, and when the next probe is due, as in {@code open for
   * 3.2 s more, since 12 of 20 calls failed in 10 s, 27 s ago}.
   */
  public String describe(long now) {
    return phase.describe(now);
  }

  private Transition settle(long permit, long now, long durationNanos, boolean failed) {
    long generation = Permits.generation(permit);
    Phase seen = phase;
    if (seen.generation != generation || !seen.count(permit, now, durationNanos, failed)) {
      return Transition.NONE;
    }
    // Counted once. What follows from it is asked again if the settings have changed meanwhile.
    while (seen.generation == generation) {
      Phase next = seen.next(now, random);
      if (next == null) {
        return Transition.NONE;
      }
      if (PHASE.compareAndSet(this, seen, next)) {
        return next.entry();
      }
      seen = phase;
    }
    return Transition.NONE;
  }

  private static Phase initial(BreakerSettings settings, long generation) {
    return settings.forcedOpen()
        ? new Phase.Forced(settings, generation)
        : new Phase.Closed(settings, generation);
  }
}
