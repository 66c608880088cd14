package io.fusebox.engine;

import org.jspecify.annotations.Nullable;

/**
 * One state of a breaker, with its settings and its generation: all that a decision needs, so that
 * one read of it is enough. Immutable but for what it counts, which it hands on to its successor
 * when only the settings change.
 *
 * <p>It never changes the breaker. It says what would come next, and the breaker tries to put that
 * in its place.
 */
abstract class Phase {

  /** What {@link #tryAcquire} returns where the time of this phase is over. */
  static final long OVER = -2;

  // Fixed at construction.
  final BreakerSettings settings;
  final long generation;
  private final CircuitBreaker.Transition entry;

  Phase(BreakerSettings settings, long generation, CircuitBreaker.Transition entry) {
    this.settings = settings;
    this.generation = generation;
    this.entry = entry;
  }

  /** How it came about. */
  final CircuitBreaker.Transition entry() {
    return entry;
  }

  abstract CircuitBreaker.State state(long now);

  abstract boolean admits(long now);

  /** A permit, {@link CircuitBreaker#REJECTED} or {@link #OVER}. */
  abstract long tryAcquire(long now);

  /** The phase that follows when the time of this one is over, its first probe leased already. */
  HalfOpen followed(long now) {
    throw new AssertionError("its time is never over");
  }

  /** Counts an outcome; whether {@link #next} may have changed by it. */
  boolean count(long permit, long now, long durationNanos, boolean failed) {
    return false;
  }

  /** What has to follow by what was counted, or null: nothing yet. */
  @Nullable Phase next(long now, RandomSource random) {
    return null;
  }

  void release(long permit) {}

  /** The same phase, permits included, under other settings. */
  abstract Phase with(BreakerSettings other);

  abstract String describe(long now);

  final boolean isSlow(long durationNanos) {
    return durationNanos > settings.slowCallNanos();
  }

  /** Everything is let through, and counted. */
  static final class Closed extends Phase {
    private final BreakerWindow window;
    private final long permit;

    Closed(BreakerSettings settings, long generation) {
      this(settings, generation, new BreakerWindow(settings.windowNanos()));
    }

    Closed(BreakerSettings settings, long generation, BreakerWindow window) {
      super(settings, generation, CircuitBreaker.Transition.CLOSED);
      this.window = window;
      this.permit = Permits.ordinary(generation);
    }

    @Override
    CircuitBreaker.State state(long now) {
      return CircuitBreaker.State.CLOSED;
    }

    @Override
    boolean admits(long now) {
      return true;
    }

    @Override
    long tryAcquire(long now) {
      return permit;
    }

    @Override
    boolean count(long ofCall, long now, long durationNanos, boolean failed) {
      return window.count(now, failed, isSlow(durationNanos));
    }

    @Override
    @Nullable Phase next(long now, RandomSource random) {
      Evidence why = window.verdict(settings, now);
      return why == null ? null : Open.first(this, now, why, random);
    }

    @Override
    Phase with(BreakerSettings other) {
      return new Closed(other, generation, window.resized(other.windowNanos()));
    }

    @Override
    String describe(long now) {
      return "closed, " + window.describe(now);
    }
  }

  /** Everything is rejected until some time has passed. */
  static final class Open extends Phase {
    private final long since;
    private final long openNanos;
    private final Evidence why;
    private final int reopenings;
    private final long firstSince;

    Open(
        BreakerSettings settings,
        long generation,
        long since,
        long openNanos,
        Evidence why,
        int reopenings,
        long firstSince) {
      super(
          settings,
          generation,
          reopenings == 0 ? CircuitBreaker.Transition.OPENED : CircuitBreaker.Transition.REOPENED);
      this.since = since;
      this.openNanos = openNanos;
      this.why = why;
      this.reopenings = reopenings;
      this.firstSince = firstSince;
    }

    static Open first(Phase before, long now, Evidence why, RandomSource random) {
      long nanos = openNanos(before.settings, 0, random);
      return new Open(before.settings, before.generation + 1, now, nanos, why, 0, now);
    }

    static Open again(HalfOpen before, long now, Evidence why, RandomSource random) {
      int times = before.opened.reopenings + 1;
      long nanos = openNanos(before.settings, times, random);
      return new Open(
          before.settings, before.generation + 1, now, nanos, why, times, before.opened.firstSince);
    }

    /** Doubled with each reopening up to the most, then spread by a tenth either way. */
    private static long openNanos(BreakerSettings settings, int times, RandomSource random) {
      long nanos = settings.openForNanos();
      long most = Math.max(nanos, settings.maxOpenNanos());
      for (int i = 0; i < times && nanos < most; i++) {
        nanos = nanos > most / 2 ? most : nanos * 2;
      }
      return settings.jitter() ? nanos - nanos / 10 + random.upTo(nanos / 10 * 2) : nanos;
    }

    private boolean isOver(long now) {
      return now - since >= openNanos;
    }

    @Override
    CircuitBreaker.State state(long now) {
      return isOver(now) ? CircuitBreaker.State.HALF_OPEN : CircuitBreaker.State.OPEN;
    }

    @Override
    boolean admits(long now) {
      return isOver(now);
    }

    @Override
    long tryAcquire(long now) {
      return isOver(now) ? OVER : CircuitBreaker.REJECTED;
    }

    @Override
    HalfOpen followed(long now) {
      return new HalfOpen(settings, generation + 1, this, now, new Probes(settings.probes(), now));
    }

    @Override
    Phase with(BreakerSettings other) {
      return new Open(other, generation, since, openNanos, why, reopenings, firstSince);
    }

    @Override
    String describe(long now) {
      return (isOver(now)
              ? "half-open, the next call is a probe"
              : "open for " + Durations.rounded(openNanos - (now - since)) + " more")
          + ", since "
          + why
          + ", "
          + Durations.rounded(now - since)
          + " ago"
          + (reopenings == 0 ? "" : ", not closed for " + Durations.rounded(now - firstSince));
    }
  }

  /** A few are let through, and decide. */
  static final class HalfOpen extends Phase {
    private final Open opened;
    private final long since;
    private final Probes probes;

    HalfOpen(BreakerSettings settings, long generation, Open opened, long since, Probes probes) {
      super(settings, generation, CircuitBreaker.Transition.HALF_OPENED);
      this.opened = opened;
      this.since = since;
      this.probes = probes;
    }

    /** The permit of the call that makes it half-open, taken before any other can see it. */
    long firstPermit(long now) {
      return probes.lease(generation, now, settings.leaseNanos(), true);
    }

    @Override
    CircuitBreaker.State state(long now) {
      return CircuitBreaker.State.HALF_OPEN;
    }

    @Override
    boolean admits(long now) {
      return probes.hasPlace(now);
    }

    @Override
    long tryAcquire(long now) {
      return probes.lease(generation, now, settings.leaseNanos(), false);
    }

    @Override
    boolean count(long permit, long now, long durationNanos, boolean failed) {
      // A host that is slow still has not recovered.
      return probes.settle(permit, now, failed || isSlow(durationNanos));
    }

    @Override
    @Nullable Phase next(long now, RandomSource random) {
      int failed = probes.failed();
      int succeeded = probes.succeeded();
      if (succeeded * 2 > probes.size()) {
        return new Closed(settings, generation + 1);
      }
      // As many of either, and none left: that is no recovery.
      if (failed * 2 > probes.size() || failed + succeeded == probes.size()) {
        return Open.again(this, now, Evidence.probes(failed, probes.size()), random);
      }
      return null;
    }

    @Override
    void release(long permit) {
      probes.release(permit);
    }

    @Override
    Phase with(BreakerSettings other) {
      return new HalfOpen(other, generation, opened, since, probes);
    }

    @Override
    String describe(long now) {
      long left = probes.leftNanos(now);
      return "half-open for "
          + Durations.rounded(now - since)
          + ", "
          + probes.underWay(now)
          + " of "
          + probes.size()
          + " probes under way, "
          + probes.succeeded()
          + " succeeded, "
          + probes.failed()
          + " failed, next "
          + (left == 0 ? "now" : "in " + Durations.rounded(left) + " at the latest")
          + ", not closed for "
          + Durations.rounded(now - opened.firstSince);
    }
  }

  /** Everything is rejected, because the policy says so. */
  static final class Forced extends Phase {
    Forced(BreakerSettings settings, long generation) {
      super(settings, generation, CircuitBreaker.Transition.OPENED);
    }

    @Override
    CircuitBreaker.State state(long now) {
      return CircuitBreaker.State.FORCED_OPEN;
    }

    @Override
    boolean admits(long now) {
      return false;
    }

    @Override
    long tryAcquire(long now) {
      return CircuitBreaker.REJECTED;
    }

    @Override
    Phase with(BreakerSettings other) {
      return new Forced(other, generation);
    }

    @Override
    String describe(long now) {
      return "forced open by the policy";
    }
  }
}
