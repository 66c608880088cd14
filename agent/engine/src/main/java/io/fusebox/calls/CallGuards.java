package io.fusebox.calls;

import io.fusebox.engine.BreakerSettings;
import io.fusebox.engine.Bulkhead;
import io.fusebox.engine.CircuitBreaker;
import io.fusebox.engine.Counters;
import io.fusebox.engine.HostState;
import io.fusebox.engine.Outcome;
import io.fusebox.engine.RetryBudget;
import io.fusebox.engine.RetrySettings;
import io.fusebox.engine.RetryState;
import io.fusebox.policy.Mode;
import io.fusebox.policy.Policy;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * What one operation has to do with the breaker, the budget and the bulkhead of its host: the same
 * for every client library.
 *
 * <p>The order is that of the policy's contract: breaker permit, bulkhead, send, classify, record,
 * then whether to try again. A permit and a place are given back exactly once, whoever comes first,
 * for the two fields that hold them are emptied by exchange. Under {@code observe} everything is
 * decided and counted, and nothing comes of it.
 *
 * <p>{@link #settle}, {@link #leave}, {@link #holdsProbe}, {@link #wouldBeRejected}, {@link
 * #admits} and {@link #resends} may be called by any thread; the others only by whoever owns the
 * operation's present step.
 */
public final class CallGuards implements Bulkhead.Holder {

  private static final AtomicLongFieldUpdater<CallGuards> PERMIT =
      AtomicLongFieldUpdater.newUpdater(CallGuards.class, "permit");
  private static final AtomicIntegerFieldUpdater<CallGuards> PLACE =
      AtomicIntegerFieldUpdater.newUpdater(CallGuards.class, "place");
  private static final AtomicIntegerFieldUpdater<CallGuards> OPEN =
      AtomicIntegerFieldUpdater.newUpdater(CallGuards.class, "open");

  // Fixed when the call begins.
  private final CallServices services;
  private final Policy policy;
  private final HostState host;
  private final @Nullable CircuitBreaker breaker;
  private final @Nullable Bulkhead bulkhead;
  private final @Nullable RetryBudget budget;

  // Emptied by whoever gives it back.
  @SuppressWarnings("UnusedVariable") // by PERMIT
  private volatile long permit = CircuitBreaker.REJECTED;

  @SuppressWarnings("UnusedVariable") // by PLACE
  private volatile int place;

  // An attempt that has not been settled.
  @SuppressWarnings("UnusedVariable") // by OPEN
  private volatile int open = 1;

  private volatile boolean wouldBeRejected;

  // Written by whoever hands the body out, emptied as the place is.
  private volatile Bulkhead.@Nullable Loan loan;

  // By the monitor of this.
  private @Nullable RetryState retries;

  private CallGuards(CallServices services, Policy policy, HostState host) {
    this.services = services;
    this.policy = policy;
    this.host = host;
    this.breaker = host.breaker();
    this.bulkhead = host.bulkhead();
    this.budget = host.budget();
  }

  /** Whether a policy has breaker, bulkhead or retries. */
  public static boolean areIn(Policy policy) {
    return policy.retry() != null || policy.breaker() != null || policy.bulkhead() != 0;
  }

  /**
   * The guards of a call, where {@link #areIn} its policy.
   *
   * @param canonicalHost as policies compare it
   * @param port the effective one
   */
  public static CallGuards of(
      CallServices services, Policy policy, String canonicalHost, int port, long now) {
    RetrySettings retry = policy.retry();
    BreakerSettings breaker = policy.breaker();
    boolean shared = policy.sharesState();
    HostState host =
        services
            .hosts()
            .get(
                policy.name(),
                shared ? "" : canonicalHost,
                shared ? 0 : port,
                policy,
                breaker,
                retry == null ? null : retry.budget(),
                policy.bulkhead(),
                now);
    return new CallGuards(services, policy, host);
  }

  /**
   * Asks for the first attempt.
   *
   * @return null if it may go, else why not, as it follows the words "rejected: policy NAME, "
   */
  public @Nullable String admit(long now) {
    return unlessObserved(admitted(now));
  }

  /** The same for a connection that is made, which takes no place in the bulkhead. */
  public @Nullable String admitToConnect(long now) {
    return unlessObserved(refusedByBreaker(now));
  }

  private @Nullable String unlessObserved(@Nullable String refusal) {
    if (refusal == null) {
      return null;
    }
    if (policy.mode() == Mode.OBSERVE) {
      services.happened(
          Counters.Event.WOULD_REJECT,
          policy,
          "observe, would have been rejected: policy " + policy.name() + ", " + refusal);
      wouldBeRejected = true;
      return null;
    }
    return refusal;
  }

  private @Nullable String admitted(long now) {
    String refusal = refusedByBreaker(now);
    if (refusal != null) {
      return refusal;
    }
    Bulkhead rooms = bulkhead;
    if (rooms != null) {
      if (!rooms.tryAcquire()) {
        giveUpPermit();
        return "bulkhead of " + host.label() + ": all " + rooms.limit() + " in use";
      }
      place = 1;
    }
    return null;
  }

  private @Nullable String refusedByBreaker(long now) {
    CircuitBreaker gate = breaker;
    return gate == null || takePermit(gate, now)
        ? null
        : "breaker of " + host.label() + " " + gate.describe(now);
  }

  /** How it is told that a call was refused. */
  static String rejection(String label, Policy policy, String why) {
    return label + " rejected: policy " + policy.name() + ", " + why;
  }

  /**
   * Counts and tells that a call was refused.
   *
   * @param label what messages call it
   * @param why as {@link #admit} has it
   * @return how it was told
   */
  public String tellRejection(String label, String why) {
    String rejection = rejection(label, policy, why);
    services.happened(Counters.Event.REJECTIONS, policy, rejection);
    return rejection;
  }

  /** Asks for a further attempt; false if the breaker keeps it away. */
  public boolean admitAgain(long now) {
    CircuitBreaker gate = breaker;
    if (gate != null && !takePermit(gate, now)) {
      return false;
    }
    count(Counters.Event.RETRIES);
    open = 1;
    return true;
  }

  /** Whether a further attempt would be let through as things are. */
  public boolean admits(long now) {
    CircuitBreaker gate = breaker;
    return gate == null || gate.admits(now);
  }

  /** Whether the attempt under way is a probe of the breaker, whose place is lent for a time. */
  public boolean holdsProbe() {
    return CircuitBreaker.isProbe(permit);
  }

  private boolean takePermit(CircuitBreaker gate, long now) {
    long taken = gate.tryAcquire(now);
    permit = taken;
    return taken != CircuitBreaker.REJECTED;
  }

  /**
   * Records how an attempt ended, once: what comes later about the same attempt counts nothing.
   *
   * @param status of {@link Outcome#ANSWERED}, else 0
   * @param tookNanos from the attempt's start
   * @param hadItsTime false where a timeout came sooner than a caller with its whole time would
   *     have seen it, so that it says nothing about the host
   */
  public void settle(Outcome outcome, int status, long tookNanos, boolean hadItsTime, long now) {
    if (OPEN.getAndSet(this, 0) == 0) {
      return;
    }
    Verdict verdict = Verdict.of(outcome, status, hadItsTime, policy.breaker());
    RetryBudget tokens = budget;
    if (tokens != null && verdict == Verdict.SUCCESS && !isFailing(outcome, status)) {
      tokens.deposit(now);
    }
    CircuitBreaker gate = breaker;
    long held = gate == null ? CircuitBreaker.REJECTED : PERMIT.getAndSet(this, -1L);
    if (gate == null || held == CircuitBreaker.REJECTED) {
      return;
    }
    switch (verdict) {
      case SUCCESS:
        changed(gate, gate.success(held, now, tookNanos), now);
        break;
      case FAILURE:
        changed(gate, gate.failure(held, now, tookNanos), now);
        break;
      case NEUTRAL:
        gate.release(held);
        break;
    }
  }

  /** No success that earns anything, whatever it says of the host. */
  private boolean isFailing(Outcome outcome, int status) {
    RetrySettings settings = policy.retry();
    return outcome == Outcome.ANSWERED
        && (status >= 500 || (settings != null && settings.retriesStatus(status)));
  }

  private void changed(CircuitBreaker gate, CircuitBreaker.Transition transition, long now) {
    if (transition == CircuitBreaker.Transition.NONE) {
      return;
    }
    boolean closed = transition == CircuitBreaker.Transition.CLOSED;
    services.changed(
        closed ? Counters.Event.CLOSINGS : Counters.Event.OPENINGS,
        policy,
        observed("policy ")
            + policy.name()
            + ", breaker of "
            + host.label()
            + ": "
            + (closed ? "closed again, for its probes succeeded" : gate.describe(now)));
  }

  /** Whether, under {@code observe}, the first attempt went although it would have been refused. */
  public boolean wouldBeRejected() {
    return wouldBeRejected;
  }

  private String observed(String words) {
    return policy.mode() == Mode.OBSERVE ? "observe, " + words : words;
  }

  /**
   * Whether and when the operation is tried again after an attempt that was settled.
   *
   * @param idempotent by its method, or because that attempt carried a key
   * @param repeatable whether its body can be sent again
   * @param forbidden the other side asked not to
   * @param retryAfterNanos as {@link io.fusebox.engine.RetryAfter} gives it
   * @param leftNanos of whatever bounds the whole
   * @return the wait in nanoseconds, or a negative refusal of {@link RetryState}
   */
  public long next(
      Outcome outcome,
      int status,
      boolean idempotent,
      boolean repeatable,
      boolean forbidden,
      long retryAfterNanos,
      long leftNanos,
      long now) {
    RetrySettings settings = policy.retry();
    if (settings == null || !admits(now)) {
      return RetryState.NOT_RETRYABLE;
    }
    long wait;
    synchronized (this) {
      wait =
          state(settings, repeatable)
              .next(outcome, status, idempotent, forbidden, retryAfterNanos, leftNanos, now);
    }
    if (wait >= 0) {
      if (policy.mode() == Mode.OBSERVE) {
        count(Counters.Event.WOULD_RETRY);
      }
    } else if (wait == RetryState.BUDGET_SPENT) {
      notRetried(Counters.Event.BUDGET_SPENT, "the retry budget of " + host.label() + " is spent");
    } else if (wait == RetryState.NO_TIME || wait == RetryState.AFTER_TOO_LONG) {
      notRetried(Counters.Event.NO_TIME, host.label() + ": " + RetryState.words(wait));
    }
    return wait;
  }

  /**
   * Whether the client may itself send once more, at once, what the operation as a whole cannot: a
   * request behind a redirect. It counts as a retry.
   *
   * @param repeatable whether the operation's own body can be sent again
   * @param unprocessed whether the other side says that it has not begun with it
   */
  public boolean resends(boolean repeatable, boolean unprocessed, long now) {
    RetrySettings settings = policy.retry();
    if (settings == null || !admits(now)) {
      return false;
    }
    synchronized (this) {
      if (!state(settings, repeatable).resends(unprocessed, now)) {
        return false;
      }
    }
    count(Counters.Event.RETRIES);
    return true;
  }

  /** Only under this: the client may ask on its thread while a clock of ours runs out. */
  private RetryState state(RetrySettings settings, boolean repeatable) {
    RetryState state = retries;
    if (state == null) {
      state = new RetryState(settings, budget, services.random(), repeatable);
      retries = state;
    }
    return state;
  }

  private void notRetried(Counters.Event event, String why) {
    services.happened(event, policy, observed("not retried: policy ") + policy.name() + ", " + why);
  }

  private void count(Counters.Event event) {
    services.counters().count(policy.name(), event);
  }

  /** The operation is over, however it ended: gives back whatever it still holds. */
  @Override
  public void leave() {
    giveUpPermit();
    Bulkhead rooms = bulkhead;
    if (rooms != null && PLACE.getAndSet(this, 0) == 1) {
      rooms.release();
      Bulkhead.Loan lent = loan;
      if (lent != null) {
        rooms.settled(lent);
      }
    }
  }

  /**
   * Its place lasts at most as long as that: what the application reads a body from, and may drop
   * unread. Not anything that this holds.
   */
  public void lastsAsLongAs(Object use) {
    Bulkhead rooms = bulkhead;
    if (rooms != null && place == 1) {
      Bulkhead.Loan made = rooms.lend(use, this);
      loan = made;
      if (place == 0) {
        rooms.settled(made);
      }
    }
  }

  private void giveUpPermit() {
    CircuitBreaker gate = breaker;
    long held = PERMIT.getAndSet(this, -1L);
    if (gate != null && held != CircuitBreaker.REJECTED) {
      gate.release(held);
    }
  }

  @Override
  public String toString() {
    return "guards of " + host.label();
  }
}
