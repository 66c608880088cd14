package io.fusebox.testapp.users;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a library's callback was told, in that order. Thread-safe. */
final class Told {

  private final BlockingQueue<Object> told = new LinkedBlockingQueue<>();

  void of(Object what) {
    told.add(what);
  }

  /** Waits for the next; throws it, if it is a failure. */
  Object await() throws IOException, InterruptedException {
    Object next = told.take();
    if (next instanceof IOException) {
      throw (IOException) next;
    }
    if (next instanceof Throwable) {
      throw new IllegalStateException((Throwable) next);
    }
    return next;
  }

  /** Whether there is more within that time. */
  boolean isToldAgain(long millis) throws InterruptedException {
    return told.poll(millis, TimeUnit.MILLISECONDS) != null;
  }
}
