package io.fusebox.engine;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many operations succeeded and how many retries were granted within a window of time.
 *
 * <p>Time is cut into steps of a fifteenth of the window, numbered by epoch. A ring has a slot for
 * each of the last sixteen: the present, unfinished step and fifteen whole ones. So nothing is
 * forgotten before the window has passed, and everything at most one step later. A slot is a single
 * long, the epoch above and the count below; a slot whose epoch is not one of the last sixteen
 * counts as empty, so nobody has to clear anything as time goes by.
 *
 * <p>Successes may come in any order and are simply added. A grant has to be exact: of two threads
 * that see room for one, only one may get it. So the retries of the newest step do not stand in the
 * ring but in one word, which every grant moves by compare-and-set. What older steps hold cannot
 * change while that word stands, and so the count that a grant was decided by was true at the
 * moment it was made. Who moves the word to a new epoch copies the old one into the ring first.
 * Epoch and count only grow, so what a slow thread copies too late is known by its smaller number.
 *
 * <p>Thread-safe and lock-free; no count allocates.
 */
final class BudgetWindow {

  private static final int SLOTS = 16;
  private static final int STEPS = SLOTS - 1;

  // A count of 16 million within one step; the epochs above it last for centuries.
  private static final int COUNT_BITS = 24;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

  // Short of the mask by more than there are threads that add at the same moment.
  private static final long FULL = COUNT_MASK - (1 << 20);

  // Fixed at construction.
  private final long origin;
  private final long stepNanos;

  // Moved by all.
  private final AtomicLongArray successes = new AtomicLongArray(SLOTS);
  private final AtomicLongArray olderRetries = new AtomicLongArray(SLOTS);
  private final AtomicLong newestRetries = new AtomicLong();

  /**
   * An empty window.
   *
   * @param origin the tick at which counting begins; an earlier one counts as this
   * @param windowNanos its length
   */
  BudgetWindow(long origin, long windowNanos) {
    this.origin = origin;
    this.stepNanos = (windowNanos + STEPS - 1) / STEPS;
  }

  /**
   * The same counts over another length, each as young as it can have been, but none younger than
   * the beginning of the newest step: that is all that is known of the present. What others count
   * while this copies may be missing in it.
   */
  BudgetWindow resized(long windowNanos) {
    BudgetWindow other = new BudgetWindow(origin, windowNanos);
    long newest = newestEpoch();
    // From old to young, for a retry can only be entered into the newest step.
    for (long epoch = newest - STEPS; epoch <= newest; epoch++) {
      long age = Math.min((epoch - SLOTS + 1) * stepNanos - 1, (newest - SLOTS) * stepNanos);
      long then = other.epochAt(origin + age);
      other.enterSuccesses(then, count(successes.get(slot(epoch)), epoch));
      other.enterRetries(then, count(olderRetries.get(slot(epoch)), epoch));
    }
    return other;
  }

  /** Counts a success. */
  void addSuccess(long now) {
    long epoch = epochAt(now);
    int slot = slot(epoch);
    while (true) {
      long word = successes.get(slot);
      if (epochOf(word) == epoch) {
        if ((word & COUNT_MASK) < FULL) {
          successes.getAndIncrement(slot);
        }
        return;
      }
      // Larger: the reading is older than the window by now.
      if (epochOf(word) > epoch || successes.compareAndSet(slot, word, word(epoch, 1))) {
        return;
      }
    }
  }

  /** Counts a retry if {@code rule} allows one more; exact among threads. */
  boolean tryAddRetry(long now, BudgetRule rule) {
    while (true) {
      long newest = newestRetries.get();
      long epoch = present(now, newest);
      if ((newest & COUNT_MASK) >= FULL || !rule.allows(retries(newest, epoch), successes(epoch))) {
        return false;
      }
      if (moveNewest(newest, epoch, 1)) {
        return true;
      }
    }
  }

  /** How many retries {@code rule} allows now; 0 or more. */
  long left(long now, BudgetRule rule) {
    long newest = newestRetries.get();
    long epoch = present(now, newest);
    return rule.left(retries(newest, epoch), successes(epoch));
  }

  /** The epoch of a reading; one that is older than the newest grant counts as the time of that. */
  private long present(long now, long newest) {
    return Math.max(epochAt(now), epochOf(newest));
  }

  private boolean moveNewest(long newest, long epoch, long more) {
    if (epochOf(newest) == epoch) {
      return newestRetries.compareAndSet(newest, newest + more);
    }
    archive(newest);
    return newestRetries.compareAndSet(newest, word(epoch, more));
  }

  private void archive(long word) {
    int slot = slot(epochOf(word));
    while (true) {
      long there = olderRetries.get(slot);
      if (there >= word || olderRetries.compareAndSet(slot, there, word)) {
        return;
      }
    }
  }

  private long retries(long newest, long epoch) {
    long sum = isWithin(newest, epoch) ? newest & COUNT_MASK : 0;
    for (int i = 0; i < SLOTS; i++) {
      long word = olderRetries.get(i);
      // Not older than the newest: another thread has just copied that one.
      if (epochOf(word) < epochOf(newest) && isWithin(word, epoch)) {
        sum += word & COUNT_MASK;
      }
    }
    return sum;
  }

  private long successes(long epoch) {
    long sum = 0;
    for (int i = 0; i < SLOTS; i++) {
      long word = successes.get(i);
      if (isWithin(word, epoch)) {
        sum += word & COUNT_MASK;
      }
    }
    return sum;
  }

  /** Among the last sixteen, or younger: another thread's clock reading may be later. */
  private static boolean isWithin(long word, long epoch) {
    return epoch - epochOf(word) < SLOTS;
  }

  // To be used only while nobody else knows this window.

  private void enterSuccesses(long epoch, long more) {
    if (more > 0) {
      int slot = slot(epoch);
      successes.set(slot, word(epoch, Math.min(FULL, count(successes.get(slot), epoch) + more)));
    }
  }

  private void enterRetries(long epoch, long more) {
    if (more > 0) {
      long newest = newestRetries.get();
      moveNewest(newest, epoch, Math.min(more, FULL - count(newest, epoch)));
    }
  }

  /** The youngest epoch with a count; from here on the newest retries stand in the ring too. */
  private long newestEpoch() {
    archive(newestRetries.get());
    long newest = epochOf(newestRetries.get());
    for (int i = 0; i < SLOTS; i++) {
      newest = Math.max(newest, epochOf(successes.get(i)));
    }
    return newest;
  }

  /**
   * From {@link #SLOTS} on, so that a slot never written, whose epoch is 0, is too old to count.
   */
  private long epochAt(long now) {
    return Math.max(now - origin, 0) / stepNanos + SLOTS;
  }

  private static int slot(long epoch) {
    return (int) epoch & (SLOTS - 1);
  }

  private static long word(long epoch, long count) {
    return epoch << COUNT_BITS | count;
  }

  private static long epochOf(long word) {
    return word >>> COUNT_BITS;
  }

  private static long count(long word, long epoch) {
    return epochOf(word) == epoch ? word & COUNT_MASK : 0;
  }
}
