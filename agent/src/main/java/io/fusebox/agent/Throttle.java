package io.fusebox.agent;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

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

  // Of a subject: the tick from which a line may pass, and how many were held back since the last.
  // No class of ours: it has to work when none can be loaded any more.
  private static final int OPEN = 0;
  private static final int HELD = 1;

  private final ConcurrentHashMap<String, AtomicLongArray> subjects = new ConcurrentHashMap<>();
  private final AtomicLong forgotten = new AtomicLong();

  /** How many lines were held back since the last one that passed; HOLD to hold this one too. */
  long held(String name, long now) {
    AtomicLongArray subject = subjects.get(name);
    if (subject == null) {
      if (subjects.size() >= MOST) {
        forget();
      }
      subject = new AtomicLongArray(2);
      subject.set(OPEN, now);
      AtomicLongArray before = subjects.putIfAbsent(name, subject);
      subject = before == null ? subject : before;
    }
    long open = subject.get(OPEN);
    if (now - open < 0 || !subject.compareAndSet(OPEN, open, now + SPAN_NANOS)) {
      subject.incrementAndGet(HELD);
      return HOLD;
    }
    return subject.getAndSet(HELD, 0);
  }

  /** What is held back and not told yet, by subject; it counts as told from now on. */
  Map<String, Long> takeHeld() {
    Map<String, Long> all = new TreeMap<>();
    for (Map.Entry<String, AtomicLongArray> subject : subjects.entrySet()) {
      put(all, subject.getKey(), subject.getValue().getAndSet(HELD, 0));
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
    for (AtomicLongArray subject : subjects.values()) {
      forgotten.addAndGet(subject.getAndSet(HELD, 0));
    }
    subjects.clear();
  }
}
