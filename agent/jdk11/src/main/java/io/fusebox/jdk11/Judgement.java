package io.fusebox.jdk11;

import io.fusebox.calls.CallGuards;
import io.fusebox.calls.CallState;
import io.fusebox.engine.BreakerSettings;
import io.fusebox.engine.CallClocks;
import io.fusebox.engine.Clock;
import io.fusebox.engine.Outcome;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a call when something has happened to an attempt of it: a head, a failure, the
 * end of a body, a clock. The order within is what matters: record, then whether there is a further
 * attempt, then whether the outcome is replaced, then what the application gets.
 *
 * <p>Whoever decides has moved the call to JUDGING, so that nobody else does; and moves it on in a
 * finally, so that a fault of ours leaves the outcome that is there. Part of {@link GuardedCall},
 * on whose state it works; has none of its own.
 */
final class Judgement {

  private static final int SWITCHING_PROTOCOLS = 101;

  /**
   * The client's timer drops what is less than a millisecond and so may fire that much early; up to
   * 17 it reads the wall clock besides.
   */
  private static final long TIMER_SLACK = 2_000_000;

  /** A lease has a second more than what bounds an attempt: half of it for us to be late. */
  private static final long LEASE_SLACK = 500_000_000;

  private final GuardedCall call;

  Judgement(GuardedCall call) {
    this.call = call;
  }

  /** A head has come: the application's, unless it is tried again or replaced. */
  void head(Attempt<?> attempt, ResponseInfo info) throws Throwable {
    if (!call.isCurrent(attempt)) {
      return;
    }
    int status = info.statusCode();
    if (call.observes() && call.isOver()) {
      // What would have been of it was said when it would have been cut.
      return;
    }
    if (call.observes()) {
      if (Retrials.isRetried(call.policy, status)) {
        // Recorded first, as when it is enforced: a breaker that this opens allows no retry.
        settle(attempt, Outcome.ANSWERED, status, null);
        Retrials.wouldRetry(call, Outcome.ANSWERED, info);
      }
      Fallbacks.wouldReplace(call, status);
    } else if (call.retrials() != null || call.policy.fallback() != null) {
      // From here on no clock may begin a further attempt or a fallback, unless it is decided here:
      // the application's handler is applied once.
      if (!call.move(attempt.number, CallState.RUNNING, CallState.JUDGING)
          || !isForApplication(attempt, info)) {
        return;
      }
      Throwable failure = attempt.failure;
      if (failure != null && !settled(attempt, failure)) {
        // The client has given up meanwhile, and what it said was left to this decision.
        call.free(failure, failure);
        return;
      }
    }
    attempt.headNanos = call.clocks.elapsed(call.services.ticker().nanos());
    attempt.status = status;
    if (status == SWITCHING_PROTOCOLS) {
      // What follows is another protocol's business.
      settle(attempt, Outcome.ANSWERED, status, null);
      call.end();
      return;
    }
    bodyFollows(attempt, info);
  }

  private boolean isForApplication(Attempt<?> attempt, ResponseInfo info) {
    int next = CallState.RUNNING;
    try {
      next = afterHead(attempt, info);
    } finally {
      attempt.handed = next == CallState.RUNNING;
      if (attempt.handed) {
        attempt.discarded = null;
      }
      if (next != CallState.JUDGING) {
        call.move(attempt.number, CallState.JUDGING, next);
        call.waits();
      }
    }
    return next == CallState.RUNNING;
  }

  /** RUNNING: the application gets it. WAITING: for another. JUDGING: a fallback is on its way. */
  private int afterHead(Attempt<?> attempt, ResponseInfo info) {
    int status = info.statusCode();
    boolean replaces = Fallbacks.replaces(call.policy, status);
    if (!replaces && !Retrials.isRetried(call.policy, status)) {
      return CallState.RUNNING;
    }
    settle(attempt, Outcome.ANSWERED, status, null);
    Retrials further = call.retrials();
    if (further != null && further.pause(attempt, info)) {
      return CallState.WAITING;
    }
    if (replaces) {
      attempt.discard(info);
      return Fallbacks.replace(call, "status " + status) ? CallState.JUDGING : CallState.RUNNING;
    }
    return CallState.RUNNING;
  }

  private void bodyFollows(Attempt<?> attempt, ResponseInfo info) {
    boolean stream = Streams.isStream(call.policy.stream(), info);
    CallClocks clocks = call.clocks;
    clocks.headArrived(stream);
    if (stream) {
      settle(attempt, Outcome.ANSWERED, info.statusCode(), null);
    }
    CallGuards guards = call.guards;
    BreakerSettings breaker = call.policy.breaker();
    if (guards != null && breaker != null && guards.holdsProbe()) {
      // Its place is lent until the host has had time for a head; a body may take any.
      call.isProvenBy(attempt.startNanos + breaker.leaseNanos() - LEASE_SLACK);
    }
    if (!call.needsTimer()) {
      // Nothing can be due any more: a body that nobody ever reads shall not be kept for it.
      call.services.timer().disarm(call);
    }
  }

  /** On a worker: the lease of a probe is about to end, and its body goes on. */
  void probeHasSucceeded() {
    Attempt<?> attempt = call.current();
    if (attempt != null && attempt.status != 0) {
      settle(attempt, Outcome.ANSWERED, attempt.status, null);
    }
  }

  /** The application's body has come to its end. */
  void bodyEnded(BodyEnd end) {
    Attempt<?> attempt = call.current();
    if (attempt != null) {
      settle(attempt, end.outcome, attempt.status, null);
    }
    call.end();
  }

  /**
   * The client's own future has completed.
   *
   * @return whether its outcome is not the application's
   */
  boolean settled(Attempt<?> attempt, @Nullable Throwable failure) {
    if (call.current() != attempt) {
      return true;
    }
    if (call.isOver()) {
      return false;
    }
    if (failure == null) {
      if (attempt.body == null) {
        settle(attempt, Outcome.ANSWERED, attempt.status, null);
        call.end();
      }
      return false;
    }
    if (!call.move(attempt.number, CallState.RUNNING, CallState.JUDGING)) {
      // A clock of the attempt was first, and has ended it: it is up to that.
      return !call.isOver();
    }
    return isNotYetTheEnd(attempt, failure);
  }

  private boolean isNotYetTheEnd(Attempt<?> attempt, Throwable failure) {
    boolean waits = false;
    boolean replaced = false;
    try {
      Outcome outcome = attempt.outcomeOf(failure);
      boolean connecting = outcome == Outcome.NEVER_SENT;
      boolean mayBeHasty = connecting ? isHasty(failure) : outcome == Outcome.TIMED_OUT;
      settle(attempt, outcome, 0, null, mayBeHasty);
      Retrials further = call.retrials();
      if (!attempt.handed && call.observes()) {
        Retrials.wouldRetry(call, outcome, null);
      } else if (!attempt.handed && further != null) {
        waits = further.pause(outcome, failure);
        if (waits) {
          call.move(attempt.number, CallState.JUDGING, CallState.WAITING);
        }
      }
      if (!waits && outcome != Outcome.ABANDONED && Failures.isTimeout(failure)) {
        replaced = Fallbacks.replaceOwnTimeout(call, isOfRequest());
      }
    } finally {
      if (waits) {
        call.waits();
      } else if (!replaced) {
        call.end();
      }
    }
    return waits || replaced;
  }

  /** Whether a timeout of the application's request ended it before its connection stood. */
  private boolean isHasty(Throwable failure) {
    return Failures.isTimeout(failure) && isOfRequest();
  }

  /** Whether what the application gave its request is over, so that a timeout is of that. */
  boolean isOfRequest() {
    long bound = call.boundOf(Clock.APPLICATION);
    return bound != CallClocks.NEVER
        && call.clocks.elapsed(call.services.ticker().nanos()) >= bound - TIMER_SLACK;
  }

  /** On a worker: an attempt has had its time; what was left of the call may have another. */
  void attemptIsUp() throws Throwable {
    int number = call.number();
    boolean waits = false;
    try {
      waits = isTriedAgain();
    } finally {
      if (waits) {
        call.move(number, CallState.JUDGING, CallState.WAITING);
        call.waits();
      } else if (call.move(number, CallState.JUDGING, CallState.CUT)) {
        call.services.timer().disarm(call);
        timeIsUp();
      }
    }
  }

  private boolean isTriedAgain() throws Throwable {
    Attempt<?> attempt = call.current();
    Retrials further = call.retrials();
    CutRecord cut = call.cut;
    if (attempt == null || further == null || cut == null) {
      return false;
    }
    // First, so that whether anything was sent cannot change after it was looked at.
    attempt.cancelExchange(cut.exception());
    boolean left = cut.clock != Clock.CONNECT || attempt.mayHaveLeft();
    Outcome outcome = left ? Outcome.TIMED_OUT : Outcome.NEVER_SENT;
    settle(attempt, attempt.isHeldUp() ? Outcome.ABANDONED : outcome, 0, cut.clock);
    return further.pause(outcome, cut);
  }

  /** On a worker: what the cut means for everybody. */
  void timeIsUp() throws Throwable {
    CutRecord cut = call.cut;
    Attempt<?> attempt = call.current();
    if (cut == null || attempt == null) {
      throw new IllegalStateException("cut by nothing");
    }
    GuardedSubscriber<?> reader = attempt.body;
    boolean lateItself = cut.clock != Clock.READ && reader != null && !reader.isAsking();
    // While the application does not ask for more, it is not the host that takes the time.
    Outcome outcome = lateItself || attempt.isHeldUp() ? Outcome.ABANDONED : Outcome.TIMED_OUT;
    settle(attempt, outcome, 0, cut.clock);
    call.leave();
    if (call.observes()) {
      if (!attempt.handed) {
        Retrials.wouldRetry(call, Outcome.TIMED_OUT, null);
      }
      Fallbacks.wouldReplace(call, cut.clock);
      if (call.wouldHaveBeenSent()) {
        call.services.wouldHaveCut(cut.cut());
      }
      return;
    }
    HttpTimeoutException exception = cut.exception();
    try {
      // Only counts and queues a line; first, for the caller may end the JVM when it is freed.
      call.services.cut(cut.cut());
    } finally {
      try {
        if (!Fallbacks.replace(call, cut.clock)) {
          call.free(new CompletionException(exception), exception);
        }
      } finally {
        endExchange(attempt, exception);
        call.release();
      }
    }
  }

  /**
   * Ends what is below. While a body arrives that is done by its subscription and not by the
   * exchange: the client may have given the connection back already, to be used by another call,
   * when we decide at the last byte, and only the subscription knows that there is nothing to end.
   */
  private static void endExchange(Attempt<?> attempt, HttpTimeoutException exception)
      throws Throwable {
    GuardedSubscriber<?> subscriber = attempt.body;
    if (subscriber != null) {
      subscriber.cut(exception);
    } else {
      attempt.cancelExchange(exception);
    }
  }

  /**
   * Records how an attempt ended; what comes after the first word about it counts nothing.
   *
   * @param expired the clock that ended it, if one of ours did
   */
  private void settle(Attempt<?> attempt, Outcome outcome, int status, @Nullable Clock expired) {
    settle(attempt, outcome, status, expired, outcome == Outcome.TIMED_OUT);
  }

  /**
   * The same.
   *
   * @param mayBeHasty whether a timeout ended it that may have been too short to say anything
   */
  private void settle(
      Attempt<?> attempt,
      Outcome outcome,
      int status,
      @Nullable Clock expired,
      boolean mayBeHasty) {
    CallGuards guards = call.guards;
    if (guards != null) {
      long now = call.services.ticker().nanos();
      // To the head, if it is well: how fast a body is read is the application's affair.
      boolean well = outcome == Outcome.ANSWERED && attempt.status != 0;
      long ended = well ? attempt.headNanos : call.clocks.elapsed(now);
      long took = ended - attempt.startNanos;
      boolean connecting = outcome == Outcome.NEVER_SENT || !attempt.mayHaveLeft();
      boolean hadItsTime = !mayBeHasty || call.clocks.hadItsTime(expired, took, connecting);
      guards.settle(outcome, status, took, hadItsTime, now);
    }
  }
}
