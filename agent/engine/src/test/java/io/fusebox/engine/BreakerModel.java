package io.fusebox.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a breaker does, written down as plainly as can be: it keeps every call and every probe, and
 * looks through them. For one thread, and a clock that only goes forward.
 */
final class BreakerModel {

  /** A permit, with what became of it. */
  static final class Permit {
    final int episode;
    final boolean probe;
    final long dueMillis;
    @Nullable Boolean failed;
    boolean gone;

    Permit(int episode, boolean probe, long dueMillis) {
      this.episode = episode;
      this.probe = probe;
      this.dueMillis = dueMillis;
    }
  }

  private static final class Call {
    final long millis;
    final boolean failed;
    final boolean slow;

    Call(long millis, boolean failed, boolean slow) {
      this.millis = millis;
      this.failed = failed;
      this.slow = slow;
    }
  }

  BreakerSettings settings;
  CircuitBreaker.State state;
  int episode;

  private final List<Call> calls = new ArrayList<>();
  private final List<Permit> probes = new ArrayList<>();
  private int places;
  private long openUntil;
  private int reopenings;

  BreakerModel(BreakerSettings settings) {
    this.settings = settings;
    this.state = CircuitBreaker.State.CLOSED;
    configure(settings);
  }

  void configure(BreakerSettings other) {
    boolean forced = state == CircuitBreaker.State.FORCED_OPEN;
    settings = other;
    if (other.forcedOpen() != forced) {
      enter(other.forcedOpen() ? CircuitBreaker.State.FORCED_OPEN : CircuitBreaker.State.CLOSED);
    }
  }

  @Nullable Permit tryAcquire(long millis) {
    switch (stateAt(millis)) {
      case CLOSED:
        return new Permit(episode, false, 0);
      case HALF_OPEN:
        if (state == CircuitBreaker.State.OPEN) {
          enter(CircuitBreaker.State.HALF_OPEN);
          places = settings.probes();
        }
        if (taken(millis) == places) {
          return null;
        }
        Permit permit = new Permit(episode, true, millis + settings.leaseNanos() / 1_000_000);
        probes.add(permit);
        return permit;
      default:
        return null;
    }
  }

  CircuitBreaker.State stateAt(long millis) {
    return state == CircuitBreaker.State.OPEN && millis >= openUntil
        ? CircuitBreaker.State.HALF_OPEN
        : state;
  }

  boolean admits(long millis) {
    CircuitBreaker.State now = stateAt(millis);
    boolean due = state != now;
    return now == CircuitBreaker.State.CLOSED
        || due
        || (now == CircuitBreaker.State.HALF_OPEN && taken(millis) < places);
  }

  void release(Permit permit) {
    if (permit.failed == null) {
      permit.gone = true;
    }
  }

  CircuitBreaker.Transition settle(Permit permit, long millis, boolean failed, long nanos) {
    if (permit.episode != episode) {
      return CircuitBreaker.Transition.NONE;
    }
    boolean slow = nanos > settings.slowCallNanos();
    if (!permit.probe) {
      calls.add(new Call(millis, failed, slow));
      return hasToOpen(millis) ? open(millis, 0) : CircuitBreaker.Transition.NONE;
    }
    if (permit.gone || permit.failed != null || millis >= permit.dueMillis) {
      permit.gone |= permit.failed == null;
      return CircuitBreaker.Transition.NONE;
    }
    permit.failed = failed || slow;
    if (2 * done(false) > places) {
      enter(CircuitBreaker.State.CLOSED);
      return CircuitBreaker.Transition.CLOSED;
    }
    return 2 * done(true) > places || done(true) + done(false) == places
        ? open(millis, reopenings + 1)
        : CircuitBreaker.Transition.NONE;
  }

  /** How many are out: neither given back nor over. */
  int out(long millis) {
    int out = 0;
    for (Permit probe : probes) {
      if (!probe.gone && probe.failed == null && millis < probe.dueMillis) {
        out++;
      }
    }
    return out;
  }

  private int taken(long millis) {
    return out(millis) + done(true) + done(false);
  }

  private int done(boolean failed) {
    int done = 0;
    for (Permit probe : probes) {
      if (probe.failed != null && probe.failed == failed) {
        done++;
      }
    }
    return done;
  }

  private boolean hasToOpen(long millis) {
    int row = 0;
    for (Call call : calls) {
      row = call.failed ? row + 1 : call.slow ? row : 0;
    }
    if (settings.consecutive() != BreakerSettings.OFF && row >= settings.consecutive()) {
      return true;
    }
    long all = 0;
    long failed = 0;
    long slow = 0;
    for (Call call : calls) {
      if (slot(millis) - slot(call.millis) < 10) {
        all++;
        failed += call.failed ? 1 : 0;
        slow += call.slow ? 1 : 0;
      }
    }
    boolean enough = all >= settings.minCalls();
    boolean tooManyFailed =
        settings.failureRate() != BreakerSettings.OFF
            && failed * 100 > all * settings.failureRate();
    boolean tooManySlow =
        slow * 100 > all * settings.slowRate() || (slow == all && settings.slowRate() == 100);
    return enough && (tooManyFailed || (settings.slowCallNanos() != Long.MAX_VALUE && tooManySlow));
  }

  private long slot(long millis) {
    return (millis - calls.get(0).millis) / (settings.windowNanos() / 10_000_000);
  }

  private CircuitBreaker.Transition open(long millis, int times) {
    enter(CircuitBreaker.State.OPEN);
    reopenings = times;
    long nanos = settings.openForNanos();
    for (int i = 0; i < times; i++) {
      nanos = Math.min(nanos * 2, settings.maxOpenNanos());
    }
    openUntil = millis + nanos / 1_000_000;
    return times == 0 ? CircuitBreaker.Transition.OPENED : CircuitBreaker.Transition.REOPENED;
  }

  private void enter(CircuitBreaker.State next) {
    state = next;
    episode++;
    calls.clear();
    probes.clear();
  }
}
