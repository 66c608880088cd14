package io.fusebox.engine;

import org.jspecify.annotations.Nullable;

/**
 * Tells entries that their time has come. Arming and disarming are what every call pays, expiry is
 * rare: implementations are built for that. All methods are thread-safe and never block.
 */
public interface Timer {

  /** Arms an entry for its {@link Entry#dueTick}, until it is disarmed; once in its life. */
  void arm(Entry entry);

  /** Tells that an armed entry may now be due earlier than it was. */
  void hasten(Entry entry);

  /** Forgets an entry; harmless when it has fired, was never armed or was disarmed before. */
  void disarm(Entry entry);

  /** Something that has a due time. */
  abstract class Entry {

    /** What {@link #dueTick} returns when nothing is due for now: a tick that no clock will hit. */
    public static final long NEVER = Long.MAX_VALUE;

    // Written once by the thread that arms: the slot first, then the segment that publishes it.
    int slot;
    volatile DueTable.@Nullable Segment segment;

    // Set once by whoever ends the entry, also while another is arming or firing it.
    volatile boolean ended;

    /**
     * The tick at which to look at this entry next, or {@link #NEVER}. Called by any thread, also
     * while the entry changes: an entry that becomes due earlier must say so here before it calls
     * {@link Timer#hasten}.
     */
    protected abstract long dueTick();

    /**
     * Called on the timer's own thread when the due tick has passed. Must only decide and hand
     * over: no user code, no blocking. What {@link #dueTick} says afterwards is when it is called
     * again.
     */
    protected abstract void onDue(long now);
  }
}
