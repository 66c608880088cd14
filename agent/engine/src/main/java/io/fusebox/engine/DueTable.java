package io.fusebox.engine;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The due times of all that is in flight, in flat arrays that are swept.
 *
 * <p>Nearly every timeout is disarmed before it is due, so what has to be cheap is coming and
 * going. An entry takes any free slot: one compare-and-set, two stores; leaving is the same. Slots
 * are looked for one after the other, so that with many in flight the next one is in the cache.
 * There is no order to keep and so no lock and no heap. The price is paid by the sweep, which looks
 * at every slot: reading 100,000 longs that lie side by side takes about a tenth of a millisecond,
 * and it happens only when the earliest due time comes, which for calls that end in time is about
 * once per timeout and not once per call.
 *
 * <p>A slot's due time is both its state and its lock. FREE: nobody's. CLAIMED: one thread, the
 * owner that comes or goes or the sweep, has it for a few instructions. DORMANT: an entry for which
 * nothing is due for now. Anything else: the time, in nanoseconds since this table was made.
 * Whoever wants to change a slot moves it to CLAIMED by compare-and-set first, so an entry is ended
 * exactly once, either by its owner or by the sweep. An owner that finds its slot claimed by the
 * sweep leaves a mark that the sweep reads afterwards.
 *
 * <p>The sweeping thread sleeps until {@link #sweep} tells it to look again. Who arms something
 * earlier than that wakes it, through {@link Waker}. While the sweep runs {@code wakeAt} says
 * AWAKE, and who arms meanwhile leaves a mark that makes the sweep start over.
 */
public final class DueTable implements Timer {

  /** Wakes the thread that sweeps. Must not block. */
  public interface Waker {
    /** Makes the sweeping thread look now. */
    void wake();
  }

  /** What {@link #sweep} returns when nothing is armed. */
  public static final long NOTHING = Long.MAX_VALUE;

  private static final long FREE = Long.MAX_VALUE;
  private static final long CLAIMED = Long.MAX_VALUE - 1;
  private static final long DORMANT = Long.MAX_VALUE - 2;
  private static final long AWAKE = Long.MIN_VALUE;
  private static final int FIRST_SIZE = 256;
  private static final int PROBES = 8;
  private static final int RUNS = 8;

  // A cursor has a cache line of its own.
  private static final int CURSORS = 16;
  private static final int CURSOR_SPAN = 16;

  /** A flat run of slots. */
  static final class Segment {
    final AtomicLongArray due;
    final AtomicReferenceArray<@Nullable Entry> entries;

    Segment(int size) {
      due = new AtomicLongArray(size);
      for (int i = 0; i < size; i++) {
        due.lazySet(i, FREE);
      }
      entries = new AtomicReferenceArray<>(size);
    }
  }

  // Fixed at construction.
  private final long origin;
  private final Waker waker;

  // Grown under this, read without.
  private volatile Segment[] segments = {new Segment(FIRST_SIZE)};

  // Where to look for a free slot next, by thread; hints, written without order.
  private final int[] cursors = scattered();

  // Shared by those who arm and the one that sweeps.
  private volatile long wakeAt = NOTHING;
  private volatile boolean sweepAgain;

  /**
   * Makes an empty table.
   *
   * @param now the present tick
   * @param waker called by threads that arm something due earlier than the sweeper expects
   */
  public DueTable(long now, Waker waker) {
    this.origin = now;
    this.waker = waker;
  }

  @Override
  public void arm(Entry entry) {
    long due = relative(entry.dueTick());
    for (Segment[] seen = segments; !place(entry, due); seen = segments) {
      grow(seen);
    }
    wakeIfEarlier(due);
    // Whoever ended or hastened it while the slot was claimed could not do it to the slot itself.
    if (entry.ended) {
      disarm(entry);
    } else if (relative(entry.dueTick()) < due) {
      hasten(entry);
    }
  }

  @Override
  public void hasten(Entry entry) {
    Segment segment = entry.segment;
    if (segment == null) {
      return;
    }
    int slot = entry.slot;
    long due = relative(entry.dueTick());
    while (true) {
      long current = segment.due.get(slot);
      // Claimed: whoever has it asks for the due time again after letting go.
      if (current >= CLAIMED || current <= due) {
        return;
      }
      if (segment.due.compareAndSet(slot, current, CLAIMED)) {
        wakeIfEarlier(settle(segment, slot));
        return;
      }
    }
  }

  @Override
  public void disarm(Entry entry) {
    entry.ended = true;
    Segment segment = entry.segment;
    if (segment == null) {
      return;
    }
    int slot = entry.slot;
    while (segment.entries.get(slot) == entry) {
      long current = segment.due.get(slot);
      // Claimed: whoever has it reads the mark after letting go.
      if (current >= CLAIMED) {
        return;
      }
      if (segment.due.compareAndSet(slot, current, CLAIMED)) {
        // By now it may be another entry's, whose time is as good a reason to wake.
        wakeIfEarlier(settle(segment, slot));
        return;
      }
    }
  }

  /**
   * Fires what is due. For one thread only, which then waits until the tick that is returned or
   * until it is woken.
   *
   * @param ticker read once for each pass
   * @return the tick of the earliest entry left, or {@link #NOTHING}
   */
  public long sweep(Ticker ticker) {
    while (true) {
      wakeAt = AWAKE;
      sweepAgain = false;
      long earliest = pass(ticker.nanos());
      wakeAt = earliest;
      if (!sweepAgain) {
        return earliest == NOTHING ? NOTHING : origin + earliest;
      }
    }
  }

  /** How many entries are armed. A walk over all slots: for tests and reports. */
  public int size() {
    int armed = 0;
    for (Segment segment : segments) {
      for (int i = 0; i < segment.due.length(); i++) {
        if (segment.due.get(i) != FREE) {
          armed++;
        }
      }
    }
    return armed;
  }

  private long pass(long now) {
    long present = now - origin;
    long earliest = NOTHING;
    for (Segment segment : segments) {
      AtomicLongArray due = segment.due;
      for (int i = 0; i < due.length(); i++) {
        long slotDue = due.get(i);
        if (slotDue <= present) {
          slotDue = fire(segment, i, slotDue, now);
        }
        if (slotDue < DORMANT && slotDue < earliest) {
          earliest = slotDue;
        }
      }
    }
    return earliest;
  }

  /** Looks at a slot that is due; returns its new due time, or FREE. */
  private long fire(Segment segment, int slot, long slotDue, long now) {
    if (!segment.due.compareAndSet(slot, slotDue, CLAIMED)) {
      // It left, moved or was taken by another just now: look once more at what became of it.
      sweepAgain = true;
      return FREE;
    }
    Entry entry = segment.entries.get(slot);
    boolean done = false;
    try {
      if (entry != null && !entry.ended) {
        entry.onDue(now);
      }
      done = true;
    } finally {
      if (!done && entry != null) {
        // It would fail again at once, and for ever.
        entry.ended = true;
      }
      slotDue = settle(segment, slot);
    }
    return slotDue;
  }

  /**
   * Lets go of a claimed slot: freed if its entry has ended, else with the due time that the entry
   * gives now. By the time a slot is claimed it may have changed hands, so it is the entry found
   * there that counts, whoever claimed it.
   */
  private static long settleOnce(Segment segment, int slot, long due) {
    if (due == FREE) {
      segment.entries.lazySet(slot, null);
      segment.due.set(slot, FREE);
      return FREE;
    }
    segment.due.set(slot, due);
    return due;
  }

  private long settle(Segment segment, int slot) {
    Entry entry = segment.entries.get(slot);
    while (true) {
      long due = settleOnce(segment, slot, dueOf(entry));
      if (due == FREE) {
        return due;
      }
      // Ended or hastened while it was claimed: nobody else will do it.
      long again = dueOf(entry);
      if (again >= due && again != FREE) {
        return due;
      }
      if (!segment.due.compareAndSet(slot, due, CLAIMED)) {
        return FREE;
      }
      entry = segment.entries.get(slot);
    }
  }

  private long dueOf(@Nullable Entry entry) {
    return entry == null || entry.ended ? FREE : relative(entry.dueTick());
  }

  /**
   * Finds a slot in the newest segment, the largest; the older ones only run empty. Goes on where
   * this thread, or one that shares its cursor, found the last one: the next slots are in the
   * cache. Where those are taken it tries elsewhere; several runs that find nothing mean that more
   * than half of the segment is taken.
   */
  private boolean place(Entry entry, long due) {
    Segment[] all = segments;
    Segment segment = all[all.length - 1];
    int cursor = (System.identityHashCode(Thread.currentThread()) & (CURSORS - 1)) * CURSOR_SPAN;
    int spot = cursors[cursor];
    for (int run = 0; run < RUNS; run++) {
      int slot = place(entry, due, segment, spot);
      if (slot >= 0) {
        // Two threads may write here at once, and one of them is forgotten: it is only a hint.
        cursors[cursor] = slot + 1;
        return true;
      }
      spot = ThreadLocalRandom.current().nextInt();
    }
    return false;
  }

  /** Looks at a run of slots; the one that was free, or -1. */
  private static int place(Entry entry, long due, Segment segment, int spot) {
    int mask = segment.due.length() - 1;
    for (int probe = 0; probe < PROBES; probe++) {
      int slot = (spot + probe) & mask;
      if (segment.due.get(slot) == FREE && segment.due.compareAndSet(slot, FREE, CLAIMED)) {
        entry.slot = slot;
        segment.entries.lazySet(slot, entry);
        segment.due.set(slot, due);
        entry.segment = segment;
        return slot;
      }
    }
    return -1;
  }

  private void wakeIfEarlier(long due) {
    while (true) {
      long expected = wakeAt;
      if (expected == AWAKE) {
        sweepAgain = true;
        // Still awake after the mark: the sweep reads the mark later than this.
        if (wakeAt == AWAKE) {
          return;
        }
      } else {
        if (due < expected) {
          waker.wake();
        }
        return;
      }
    }
  }

  private synchronized void grow(Segment[] all) {
    if (all != segments) {
      // Another thread has grown it meanwhile.
      return;
    }
    Segment[] more = new Segment[all.length + 1];
    System.arraycopy(all, 0, more, 0, all.length);
    more[all.length] = new Segment(all[all.length - 1].due.length() * 2);
    segments = more;
  }

  private static int[] scattered() {
    int[] cursors = new int[CURSORS * CURSOR_SPAN];
    for (int i = 0; i < cursors.length; i++) {
      cursors[i] = i * 0x9E3779B9;
    }
    return cursors;
  }

  private long relative(long tick) {
    if (tick == Entry.NEVER) {
      return DORMANT;
    }
    // A due time before the table was made is simply due.
    return Math.max(0, tick - origin);
  }
}
