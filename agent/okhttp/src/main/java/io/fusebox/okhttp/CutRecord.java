package io.fusebox.okhttp;

import io.fusebox.engine.Clock;
import io.fusebox.engine.Cut;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/** That a clock has run out, and what is said of it; made on the timer's thread, told by others. */
final class CutRecord {

  // Fixed at construction.
  final Clock clock;
  private final Operation operation;
  private final int attempt;
  private final long waitedNanos;

  CutRecord(Operation operation, Clock clock, int attempt, long waitedNanos) {
    this.operation = operation;
    this.clock = clock;
    this.attempt = attempt;
    this.waitedNanos = waitedNanos;
  }

  /** The evidence. */
  Cut cut() {
    return operation.cutBy(clock, attempt, waitedNanos);
  }

  /**
   * What the caller gets: of the type that OkHttp has for such a timeout.
   *
   * @param cause what OkHttp said when it was ended, if it has said it
   */
  IOException exception(@Nullable IOException cause) {
    String message;
    try {
      message = cut().message();
    } catch (RuntimeException | Error fault) {
      // Its caller is freed all the same, only with less to read.
      message = "cut by policy " + operation.policy.name();
    }
    InterruptedIOException exception =
        clock == Clock.CONNECT || clock == Clock.READ
            ? new SocketTimeoutException(message)
            : new InterruptedIOException(message);
    if (cause != null) {
      exception.initCause(cause);
    }
    return exception;
  }
}
