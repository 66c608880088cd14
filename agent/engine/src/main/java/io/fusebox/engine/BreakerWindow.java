package io.fusebox.engine;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What a closed breaker has seen lately: calls, failures and slow calls of the last window, and how
 * many failed in a row.
 *
 * <p>The window is cut into {@link #SLOTS} slots, each stamped with its epoch: the newest, in which
 * is counted, and those behind it whose epochs lie within the window. So the window reaches back by
 * between nine tenths of its length and all of it. A slot that has grown too old is never cleared;
 * it is left behind, and its epoch says that it does not count. That is why there is no moment at
 * which a count could be taken for another slot's: who still holds an old slot counts into
 * something that nobody reads any more. It costs one small object per slot that was used, not per
 * call. Epochs follow from how far a slot begins behind the one before, so no reading of the ticker
 * is compared with a fixed origin.
 *
 * <p>Whoever counts a failure first counts the call, and whoever sums reads failures first: a sum
 * never shows more failures than calls. And whoever counts sums afterwards, so the last of several
 * at once sees what all of them counted.
 *
 * <p>Thread-safe; never blocks. Calls that all end well share nothing but what they read, for the
 * count of calls is a striped one.
 */
final class BreakerWindow {

  static final int SLOTS = 10;

  private static final AtomicLongFieldUpdater<Slot> FAILED =
      AtomicLongFieldUpdater.newUpdater(Slot.class, "failed");
  private static final AtomicLongFieldUpdater<Slot> SLOW =
      AtomicLongFieldUpdater.newUpdater(Slot.class, "slow");

  // More in a row than any setting asks for: no need to count on.
  private static final int ROW_LIMIT = 10_000;

  /** The calls of one tenth of the window. */
  private static final class Slot {
    // Fixed at construction.
    final long start;
    final long epoch;

    // Counted by the threads whose calls end.
    final LongAdder calls = new LongAdder();
    volatile long failed;
    volatile long slow;

    // Cut by whoever makes a newer one.
    volatile @Nullable Slot previous;

    Slot(long start, long epoch, @Nullable Slot previous) {
      this.start = start;
      this.epoch = epoch;
      this.previous = previous;
    }
  }

  // Fixed at construction.
  private final long windowNanos;
  private final long slotNanos;

  // Moved on by whoever counts first in a slot's time.
  private final AtomicReference<@Nullable Slot> newest = new AtomicReference<>();

  // Written by failures, and by the first success after one.
  private final AtomicLong row = new AtomicLong();
  private final AtomicLong lastBadEpoch = new AtomicLong(-SLOTS);

  BreakerWindow(long windowNanos) {
    this.windowNanos = windowNanos;
    this.slotNanos = Math.max(1, windowNanos / SLOTS);
  }

  /** The same calls in a window of another length; this one if it has that length already. */
  BreakerWindow resized(long nanos) {
    if (nanos == windowNanos) {
      return this;
    }
    BreakerWindow other = new BreakerWindow(nanos);
    other.row.set(row.get());
    Slot last = newest.get();
    if (last != null) {
      other.copy(last, last.epoch - SLOTS);
    }
    return other;
  }

  /**
   * Counts a call.
   *
   * @return whether {@link #verdict} may have changed for the worse
   */
  boolean count(long now, boolean failed, boolean slow) {
    Slot slot = slotAt(now);
    slot.calls.increment();
    if (slow) {
      SLOW.incrementAndGet(slot);
    }
    if (failed) {
      FAILED.incrementAndGet(slot);
      if (row.get() < ROW_LIMIT) {
        row.incrementAndGet();
      }
    } else if (!slow && row.get() != 0) {
      row.set(0);
    }
    if (failed || slow) {
      bad(slot.epoch);
      return true;
    }
    // A success can open it too: the call that makes the number full, or one that comes after
    // others have left the window.
    return lastBadEpoch.get() > slot.epoch - SLOTS;
  }

  /** Why the breaker has to open, or null. */
  @Nullable Evidence verdict(BreakerSettings settings, long now) {
    long inRow = row.get();
    if (settings.consecutive() != BreakerSettings.OFF && inRow >= settings.consecutive()) {
      return Evidence.row(inRow);
    }
    long failed = 0;
    long slow = 0;
    long calls = 0;
    Slot last = newest.get();
    long oldest = oldestEpoch(last, now);
    for (Slot slot = last; slot != null && slot.epoch >= oldest; slot = slot.previous) {
      failed += slot.failed;
      slow += slot.slow;
      calls += slot.calls.sum();
    }
    if (calls < settings.minCalls()) {
      return null;
    }
    if (settings.failureRate() != BreakerSettings.OFF
        && failed * 100 > calls * settings.failureRate()) {
      return Evidence.rate(failed, calls, windowNanos);
    }
    boolean watchesSlow = settings.slowCallNanos() != Long.MAX_VALUE;
    // More than all of them cannot be slow.
    long enough = settings.slowRate() == 100 ? calls * 100 - 1 : calls * settings.slowRate();
    if (watchesSlow && slow * 100 > enough) {
      return Evidence.slow(slow, calls, windowNanos, settings.slowCallNanos());
    }
    return null;
  }

  /** For messages: {@code 3 of 40 calls failed in 10 s}. */
  String describe(long now) {
    long failed = 0;
    long calls = 0;
    Slot last = newest.get();
    long oldest = oldestEpoch(last, now);
    for (Slot slot = last; slot != null && slot.epoch >= oldest; slot = slot.previous) {
      failed += slot.failed;
      calls += slot.calls.sum();
    }
    return Evidence.rate(failed, calls, windowNanos).toString();
  }

  private Slot slotAt(long now) {
    while (true) {
      Slot last = newest.get();
      // An older reading than the slot's start is that of a thread that was held up: it counts now.
      if (last != null && now - last.start < slotNanos) {
        return last;
      }
      Slot next = last == null ? new Slot(now, 0, null) : following(last, now);
      if (newest.compareAndSet(last, next)) {
        leaveBehind(next);
        return next;
      }
    }
  }

  private Slot following(Slot last, long now) {
    long steps = (now - last.start) / slotNanos;
    return new Slot(
        last.start + steps * slotNanos, last.epoch + steps, steps < SLOTS ? last : null);
  }

  /** Lets go of the slots that are too old, so that they can be collected. */
  private static void leaveBehind(Slot last) {
    Slot slot = last;
    Slot before = slot.previous;
    while (before != null && before.epoch > last.epoch - SLOTS) {
      slot = before;
      before = slot.previous;
    }
    slot.previous = null;
  }

  private long oldestEpoch(@Nullable Slot last, long now) {
    return last == null ? 0 : last.epoch + Math.max(0, now - last.start) / slotNanos - SLOTS + 1;
  }

  private void bad(long epoch) {
    long seen = lastBadEpoch.get();
    while (seen < epoch && !lastBadEpoch.compareAndSet(seen, epoch)) {
      seen = lastBadEpoch.get();
    }
  }

  /** Counts here what was counted there, the oldest first. */
  private void copy(Slot theirs, long beyond) {
    Slot before = theirs.previous;
    if (before != null && before.epoch > beyond) {
      copy(before, beyond);
    }
    Slot slot = slotAt(theirs.start);
    long failed = theirs.failed;
    long slow = theirs.slow;
    slot.calls.add(theirs.calls.sum());
    FAILED.addAndGet(slot, failed);
    SLOW.addAndGet(slot, slow);
    if (failed + slow > 0) {
      bad(slot.epoch);
    }
  }
}
