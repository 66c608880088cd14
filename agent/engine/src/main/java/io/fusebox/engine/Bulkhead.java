package io.fusebox.engine;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * So many operations in flight, and no queue: the next one is refused at once. Thread-safe; nothing
 * blocks or allocates.
 *
 * <p>Who acquired gives back exactly once, however the operation ends; this cannot tell whose place
 * it is that comes back. It refuses to count below 0, which would admit too many for ever.
 */
public final class Bulkhead {

  private final AtomicInteger inFlight = new AtomicInteger();
  private volatile int limit;

  /**
   * Opens it, empty.
   *
   * @param limit most operations in flight; 1 to 100,000
   */
  public Bulkhead(int limit) {
    this.limit = limit;
  }

  /**
   * Moves the limit. Where more than that are in flight they stay, and nothing is admitted until
   * enough of them have ended.
   */
  public void configure(int most) {
    limit = most;
  }

  /** Takes a place, to be given back by {@link #release}; false if there is none. */
  public boolean tryAcquire() {
    while (true) {
      int taken = inFlight.get();
      if (taken >= limit) {
        return false;
      }
      if (inFlight.compareAndSet(taken, taken + 1)) {
        return true;
      }
    }
  }

  /** Gives a place back; false, and without effect, if none is taken: a fault of the caller's. */
  public boolean release() {
    while (true) {
      int taken = inFlight.get();
      if (taken <= 0) {
        return false;
      }
      if (inFlight.compareAndSet(taken, taken - 1)) {
        return true;
      }
    }
  }

  /** How many places are taken; may be more than {@link #limit} after that was lowered. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Most operations in flight. */
  public int limit() {
    return limit;
  }
}
