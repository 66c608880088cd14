package io.fusebox.engine;

import java.util.PriorityQueue;

/**
 * Events in virtual time, in order; those of one moment in the order in which they were asked for.
 */
final class Simulation {

  private static final class Event implements Comparable<Event> {
    final long at;
    final long order;
    final Runnable action;

    Event(long at, long order, Runnable action) {
      this.at = at;
      this.order = order;
      this.action = action;
    }

    @Override
    public int compareTo(Event other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now;
  private long asked;

  /** Nanoseconds since the beginning. */
  long now() {
    return now;
  }

  /** Does it after so many nanoseconds from now. */
  void in(long nanos, Runnable action) {
    events.add(new Event(now + nanos, asked++, action));
  }

  /** Runs until nothing is left to happen. */
  void run() {
    for (Event event = events.poll(); event != null; event = events.poll()) {
      now = event.at;
      event.action.run();
    }
  }
}
