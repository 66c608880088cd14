package io.fusebox.testapp;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A stream that the HTTP/2 server saw, and when it was reset. Thread-safe. */
final class Http2Hit {

  /** What {@link #resetAfterMillis} says of a stream that was not reset. */
  static final long NOT_RESET = -1;

  private final String id;
  private final Object connection;
  private final long arrivedNanos = System.nanoTime();
  private final CompletableFuture<Long> reset = new CompletableFuture<>();

  Http2Hit(String id, Object connection) {
    this.id = id;
    this.connection = connection;
  }

  String id() {
    return id;
  }

  /** Whether the two streams share a connection. */
  boolean isBeside(Http2Hit other) {
    return connection.equals(other.connection);
  }

  /** Milliseconds from the request to the client's reset, for which it waits so long at most. */
  long resetAfterMillis(long waitMillis) throws InterruptedException {
    try {
      return TimeUnit.NANOSECONDS.toMillis(
          reset.get(waitMillis, TimeUnit.MILLISECONDS) - arrivedNanos);
    } catch (TimeoutException | ExecutionException e) {
      return NOT_RESET;
    }
  }

  void reset() {
    reset.complete(System.nanoTime());
  }
}
