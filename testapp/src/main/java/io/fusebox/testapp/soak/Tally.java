package io.fusebox.testapp.soak;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What became of a soak's calls. Thread-safe. */
final class Tally {

  private final Map<String, LongAdder> outcomes = new ConcurrentSkipListMap<>();
  private final Map<String, String> wrong = new ConcurrentSkipListMap<>();
  private final LongAdder calls = new LongAdder();
  private final AtomicLong latest = new AtomicLong();

  /** One came back so. */
  void count(String fault, String outcome, long millis) {
    outcomes.computeIfAbsent(fault + " " + outcome, key -> new LongAdder()).increment();
    calls.increment();
    latest.accumulateAndGet(millis, Math::max);
  }

  /** One went as it must not: the first of each kind is kept. */
  void wrong(String kind, String what) {
    wrong.putIfAbsent(kind, what);
  }

  /** How a call ended that threw. */
  static String outcome(IOException thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (String.valueOf(t.getMessage()).contains("policy soak")) {
        return "cut";
      }
      if (t instanceof SoakCall.HungException) {
        return String.valueOf(thrown.getMessage());
      }
    }
    return "failed";
  }

  long calls() {
    return calls.sum();
  }

  long latestMillis() {
    return latest.get();
  }

  Map<String, Long> outcomes() {
    Map<String, Long> counts = new TreeMap<>();
    outcomes.forEach((name, count) -> counts.put(name, count.sum()));
    return counts;
  }

  Map<String, String> wrong() {
    return wrong;
  }
}
