package io.fusebox.jdk11;

import io.fusebox.calls.CallServices;
import io.fusebox.engine.Clock;
import io.fusebox.engine.Cut;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import org.jspecify.annotations.Nullable;

/** That a clock has run out, and what is said of it; made on the timer's thread, told by others. */
final class CutRecord implements CallServices.Step {

  // Fixed at construction.
  final Clock clock;
  private final GuardedCall call;
  private final int attempt;
  private final long waitedNanos;

  // Guarded by this.
  private @Nullable Cut cut;
  private @Nullable HttpTimeoutException exception;

  CutRecord(GuardedCall call, Clock clock, int attempt, long waitedNanos) {
    this.call = call;
    this.clock = clock;
    this.attempt = attempt;
    this.waitedNanos = waitedNanos;
  }

  /** The evidence. */
  synchronized Cut cut() {
    Cut made = cut;
    if (made == null) {
      made = call.cutBy(clock, attempt, waitedNanos);
      cut = made;
    }
    return made;
  }

  /** What the caller gets, one and the same for all who ask. Never throws. */
  synchronized HttpTimeoutException exception() {
    if (exception == null) {
      call.services.safely(this, 0, null);
    }
    if (exception == null) {
      // The caller is freed all the same, only with less to read.
      exception = new HttpTimeoutException("cut by policy " + call.policy.name());
    }
    return exception;
  }

  @Override
  public void run(int event, @Nullable Object argument) {
    String message = cut().message();
    exception =
        clock == Clock.CONNECT || (clock == Clock.APPLICATION && isConnecting())
            ? new HttpConnectTimeoutException(message)
            : new HttpTimeoutException(message);
  }

  /** So does the client itself when its own timer is the first to see that the time is over. */
  private boolean isConnecting() {
    Attempt<?> last = call.current();
    return last != null && !last.mayHaveLeft() && !last.mayBeAnswered();
  }
}
