package io.fusebox.engine;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The places of the probes of one half-open state, and all that is known about them.
 *
 * <p>There is no counter that could be given back twice or not at all. A place is a long, moved by
 * compare-and-set: free; leased, with the number of the lease and the time at which it ends; or
 * done, succeeded or failed, for good. A permit names its place and its lease, so only the present
 * holder can end a lease, and only once. A lease that is over is as good as a free place. How many
 * have succeeded or failed is counted by looking.
 *
 * <p>Times are in whole milliseconds since the state began. Thread-safe; never blocks or allocates.
 */
final class Probes {

  private static final long SUCCEEDED = -1;
  private static final long FAILED = -2;
  private static final long NANOS_PER_MILLI = 1_000_000;

  // Fixed at construction.
  private final long since;

  // Below the lease's number, above when it ends; 0 above: free. Negative: done.
  private final AtomicLongArray places;

  // So that who looks for a place notices that one has become free behind its back.
  private final AtomicInteger freed = new AtomicInteger();

  Probes(int count, long now) {
    this.since = now;
    this.places = new AtomicLongArray(count);
  }

  int size() {
    return places.length();
  }

  /** A permit of that generation, or {@link CircuitBreaker#REJECTED} where all places are taken. */
  long lease(long generation, long now, long leaseNanos, boolean first) {
    long present = millis(now);
    while (true) {
      int before = freed.get();
      boolean moved = false;
      for (int place = 0; place < places.length(); place++) {
        long held = places.get(place);
        if (isTaken(held, present)) {
          continue;
        }
        long lease = (held + 1) & Permits.LEASE_MASK;
        if (places.compareAndSet(place, held, end(present, leaseNanos) | lease)) {
          return Permits.probe(generation, place, lease, first);
        }
        // By whom, and whether it is free now, is found out in the next round.
        moved = true;
      }
      if (!moved && before == freed.get()) {
        return CircuitBreaker.REJECTED;
      }
    }
  }

  boolean hasPlace(long now) {
    long present = millis(now);
    for (int place = 0; place < places.length(); place++) {
      if (!isTaken(places.get(place), present)) {
        return true;
      }
    }
    return false;
  }

  /** Ends a lease with an outcome; false if it was over or not the holder's, and nothing counts. */
  boolean settle(long permit, long now, boolean failed) {
    int place = Permits.place(permit);
    long held = places.get(place);
    if (!isHolder(permit, held)) {
      return false;
    }
    if (!isTaken(held, millis(now))) {
      free(place, held);
      return false;
    }
    return places.compareAndSet(place, held, failed ? FAILED : SUCCEEDED);
  }

  /** Ends a lease without one. */
  void release(long permit) {
    int place = Permits.place(permit);
    long held = places.get(place);
    if (isHolder(permit, held)) {
      free(place, held);
    }
  }

  int succeeded() {
    return count(SUCCEEDED);
  }

  int failed() {
    return count(FAILED);
  }

  int underWay(long now) {
    long present = millis(now);
    int leased = 0;
    for (int place = 0; place < places.length(); place++) {
      long held = places.get(place);
      if (held >= 0 && isTaken(held, present)) {
        leased++;
      }
    }
    return leased;
  }

  /** How long the first of the leases may still last, in nanoseconds; 0 if there is a place now. */
  long leftNanos(long now) {
    long present = millis(now);
    long least = Long.MAX_VALUE;
    for (int place = 0; place < places.length(); place++) {
      long held = places.get(place);
      if (held >= 0) {
        least = Math.min(least, Math.max(0, (held >>> Permits.LEASE_BITS) - present));
      }
    }
    return least == Long.MAX_VALUE ? 0 : least * NANOS_PER_MILLI;
  }

  private int count(long outcome) {
    int found = 0;
    for (int place = 0; place < places.length(); place++) {
      if (places.get(place) == outcome) {
        found++;
      }
    }
    return found;
  }

  private void free(int place, long held) {
    if (places.compareAndSet(place, held, held & Permits.LEASE_MASK)) {
      freed.incrementAndGet();
    }
  }

  /** Done, or leased and not over. */
  private static boolean isTaken(long held, long present) {
    return held < 0 || present < (held >>> Permits.LEASE_BITS);
  }

  private static boolean isHolder(long permit, long held) {
    return held > Permits.LEASE_MASK && (held & Permits.LEASE_MASK) == Permits.lease(permit);
  }

  private static long end(long present, long leaseNanos) {
    return (present + Math.max(1, leaseNanos / NANOS_PER_MILLI)) << Permits.LEASE_BITS;
  }

  private long millis(long now) {
    return Math.max(0, now - since) / NANOS_PER_MILLI;
  }
}
