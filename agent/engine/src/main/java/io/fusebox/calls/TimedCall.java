package io.fusebox.calls;

import io.fusebox.engine.CallClocks;
import io.fusebox.engine.Clock;
import io.fusebox.engine.Counters;
import io.fusebox.engine.Cut;
import io.fusebox.policy.Mode;
import io.fusebox.policy.Policy;

/**
 * A call with its policy and its clocks, which the places of the client tell how far it has come.
 */
public abstract class TimedCall extends CallState {

  /**
   * The client's own timer for the request's timeout goes first; ours is for what it leaves out.
   */
  private static final long APPLICATION_SLACK = 5_000_000;

  /** The reason of a fallback that stands for a rejection. */
  public static final String REJECTED = "rejected";

  // Fixed when the call begins.
  /** What the agent gives. */
  public final CallServices services;

  /** The policy as it was when the call began. */
  public final Policy policy;

  /** What bounds the call. */
  public final CallClocks clocks;

  private final long ownBound; // the application's, of its request

  /**
   * A call that begins now.
   *
   * @param ownBound the application's own bound up to the head, in nanoseconds, where its client
   *     leaves that to us in part; else {@link CallClocks#NEVER}
   */
  protected TimedCall(CallServices services, Policy policy, long ownBound) {
    this.services = services;
    this.policy = policy;
    this.ownBound = ownBound;
    long now = services.ticker().nanos();
    this.clocks = new CallClocks(now, policy, applicationBound(), services.deadline());
  }

  /** Whether nothing is to be ended or begun, only said. */
  public final boolean observes() {
    return policy.mode() == Mode.OBSERVE;
  }

  /** Whether silence is bounded at all. */
  public final boolean watchesSilence() {
    return clocks.watchesSilence();
  }

  /** A connection is about to be made. */
  public final void connectStarts() {
    if (clocks.watchesConnect()) {
      clocks.connecting(services.ticker().nanos());
      services.timer().hasten(this);
    }
  }

  /** Sending, over a connection that stands. */
  public final void requestSending() {
    clocks.sending();
  }

  /** The head is due from here on; the client asks for it again after each 1xx. */
  public final void requestSent() {
    if (!clocks.isWaiting()) {
      waiting();
    }
  }

  /** The other side has to say something now. */
  public final void waiting() {
    if (clocks.watchesSilence()) {
      clocks.waiting(services.ticker().nanos());
      services.timer().hasten(this);
    } else {
      clocks.sending();
    }
  }

  // What is said of it, in the same words for every client.

  /** Method, host and port: what messages call it. Nothing in it that could be a secret. */
  public abstract String label();

  /**
   * The evidence that a clock has run out.
   *
   * @param attempt which try it was, from 1
   * @param waitedNanos since the call began
   */
  public final Cut cutBy(Clock expired, int attempt, long waitedNanos) {
    return new Cut(policy.name(), expired, boundOf(expired), label(), attempt, waitedNanos);
  }

  /**
   * How a rejection is told.
   *
   * @param why as {@link CallGuards#admit} has it
   */
  public final String rejection(String why) {
    return CallGuards.rejection(label(), policy, why);
  }

  /** Counts and tells a rejection. */
  public final void tellRejection(String rejection) {
    services.happened(Counters.Event.REJECTIONS, policy, rejection);
  }

  /** Counts and tells that a response was made up, by its reason too: a clock, a status. */
  public final void tellFallback(String reason) {
    services.happened(Counters.Event.FALLBACKS, policy, fallback(reason));
    services.counters().count(policy.name() + ' ' + reason, Counters.Event.FALLBACKS);
  }

  /** Counts and tells that one would have been, but for observe. */
  public final void tellWouldFallBack(String reason) {
    services.happened(
        Counters.Event.WOULD_FALL_BACK, policy, "observe, would have been " + fallback(reason));
  }

  private String fallback(String reason) {
    return "answered by fallback: " + label() + ", policy " + policy.name() + ", " + reason;
  }

  /**
   * How it is told that an outcome which had been put aside cannot be given as it was.
   *
   * @param what it was, after the label
   */
  public final String notKept(String what) {
    return label() + " " + what + "; no further attempt could be made: policy " + policy.name();
  }

  /** The bound of a clock as whoever set it knows it, in nanoseconds; NEVER if nobody did. */
  public final long boundOf(Clock expired) {
    return expired == Clock.APPLICATION ? ownBound : clocks.bound(expired);
  }

  /** Under observe the application's own bound is its own affair. */
  private long applicationBound() {
    return ownBound == CallClocks.NEVER || observes()
        ? CallClocks.NEVER
        : ownBound + APPLICATION_SLACK;
  }
}
