package io.fusebox.agent;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets one line through per subject and ten seconds, and counts those it held back. Holds at most a
 * thousand subjects: then it starts afresh. Thread-safe.
 */
final class Throttle {

  /** What {@link #held} returns when a line is to be held back. */
  static final long HOLD = -1;

  private static final long SPAN_NANOS = 10_000_000_000L;
  private static final int MOST = 1_000;

  private static final class Subject {
    final AtomicLong open;
    final AtomicLong held = new AtomicLong();

    Subject(long open) {
      this.open = new AtomicLong(open);
    }
  }

  private final ConcurrentHashMap<String, Subject> subjects = new ConcurrentHashMap<>();

  /** How many lines were held back since the last one that passed; HOLD to hold this one too. */
  long held(String name, long now) {
    Subject subject = subjects.get(name);
    if (subject == null) {
      if (subjects.size() >= MOST) {
        subjects.clear();
      }
      subject = new Subject(now);
      Subject before = subjects.putIfAbsent(name, subject);
      subject = before == null ? subject : before;
    }
    long open = subject.open.get();
    if (now - open < 0 || !subject.open.compareAndSet(open, now + SPAN_NANOS)) {
      subject.held.incrementAndGet();
      return HOLD;
    }
    return subject.held.getAndSet(0);
  }
}
