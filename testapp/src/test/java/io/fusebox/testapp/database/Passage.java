package io.fusebox.testapp.database;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A connection that a client made to a relay. Thread-safe. */
final class Passage {

  /** What {@link #closedAfterMillis} is while the client has it open. */
  static final long STILL_OPEN = -1;

  private final long openedNanos = System.nanoTime();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile long closedNanos;

  /** The client closed or reset it. */
  void close() {
    if (closed.getCount() > 0) {
      closedNanos = System.nanoTime();
      closed.countDown();
    }
  }

  /** When it was opened, on {@link System#nanoTime}'s clock. */
  long openedNanos() {
    return openedNanos;
  }

  /** How long the client had it open; waits so long for its end. */
  long closedAfterMillis(long waitMillis) throws InterruptedException {
    return closed.await(waitMillis, TimeUnit.MILLISECONDS)
        ? TimeUnit.NANOSECONDS.toMillis(closedNanos - openedNanos)
        : STILL_OPEN;
  }
}
