package io.fusebox.testapp.fault;

import java.io.InterruptedIOException;

/** Waits that belong to a fault. */
final class Pause {

  private Pause() {}

  static void millis(int millis) throws InterruptedIOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }
}
