package io.fusebox.agent;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets one line through per subject and ten seconds, and counts those it held back. Holds at most a
 * thousand subjects: then it starts afresh, and what it held back counts as {@link #FORGOTTEN}.
 * Thread-safe.
 */
final class Throttle {

  /** What {@link #held} returns when a line is to be held back. */
  static final long HOLD = -1;

  /** The subject of what was held back and whose subject is not known any more. */
  static final String FORGOTTEN = "of targets that are not remembered";

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
  private final AtomicLong forgotten = new AtomicLong();

  /** How many lines were held back since the last one that passed; HOLD to hold this one too. */
  long held(String name, long now) {
    Subject subject = subjects.get(name);
    if (subject == null) {
      if (subjects.size() >= MOST) {
        forget();
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

  /** What is held back and not told yet, by subject; it counts as told from now on. */
  Map<String, Long> takeHeld() {
    Map<String, Long> all = new TreeMap<>();
    for (Map.Entry<String, Subject> subject : subjects.entrySet()) {
      put(all, subject.getKey(), subject.getValue().held.getAndSet(0));
    }
    put(all, FORGOTTEN, forgotten.getAndSet(0));
    return all;
  }

  private static void put(Map<String, Long> all, String name, long held) {
    if (held > 0) {
      all.put(name, held);
    }
  }

  private void forget() {
    for (Subject subject : subjects.values()) {
      forgotten.addAndGet(subject.held.getAndSet(0));
    }
    subjects.clear();
  }
}
