package io.fusebox.jdk11;

import io.fusebox.calls.CallServices;
import io.fusebox.engine.CallClocks;
import io.fusebox.engine.Clock;
import io.fusebox.policy.Mode;
import io.fusebox.policy.Policy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A call with its policy and its clocks, which the places of the client tell how far it has come.
 */
abstract class TimedCall extends CallState {

  /**
   * The client's own timer for the request's timeout goes first; ours is for what it leaves out.
   */
  private static final long APPLICATION_SLACK = 5_000_000;

  // Fixed when the call begins.
  final CallServices services;
  final Policy policy;
  final CallClocks clocks;
  private final long ownBound; // the application's, of its request

  TimedCall(CallServices services, Policy policy, @Nullable Duration timeout) {
    this.services = services;
    this.policy = policy;
    // Beyond a century is beyond every bound of ours, and would not fit.
    this.ownBound =
        timeout != null && timeout.toSeconds() < 3_000_000_000L
            ? timeout.toNanos()
            : CallClocks.NEVER;
    long now = services.ticker().nanos();
    this.clocks = new CallClocks(now, policy, applicationBound(), services.deadline());
  }

  /** Whether nothing is to be ended or begun, only said. */
  final boolean observes() {
    return policy.mode() == Mode.OBSERVE;
  }

  /** Whether silence is bounded at all. */
  final boolean watchesSilence() {
    return clocks.watchesSilence();
  }

  /** A connection is about to be made. */
  final void connectStarts() {
    if (clocks.watchesConnect()) {
      clocks.connecting(services.ticker().nanos());
      services.timer().hasten(this);
    }
  }

  /** Sending, over a connection that stands. */
  final void requestSending() {
    clocks.sending();
  }

  /** The head is due from here on; the client asks for it again after each 1xx. */
  final void requestSent() {
    if (!clocks.isWaiting()) {
      waiting();
    }
  }

  /** The other side has to say something now. */
  final void waiting() {
    if (clocks.watchesSilence()) {
      clocks.waiting(services.ticker().nanos());
      services.timer().hasten(this);
    } else {
      clocks.sending();
    }
  }

  /** The bound of a clock as whoever set it knows it, in nanoseconds; NEVER if nobody did. */
  final long boundOf(Clock expired) {
    return expired == Clock.APPLICATION ? ownBound : clocks.bound(expired);
  }

  /** Under observe the application's own bound is its own affair. */
  private long applicationBound() {
    return ownBound == CallClocks.NEVER || observes()
        ? CallClocks.NEVER
        : ownBound + APPLICATION_SLACK;
  }
}
