package io.fusebox.testapp.soak;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What became of a soak's calls. Thread-safe. */
final class Tally {

  private static final String CALLS = "calls";

  private final Map<String, LongAdder> outcomes = new ConcurrentSkipListMap<>();
  private final Map<String, String> wrong = new ConcurrentSkipListMap<>();
  private final AtomicLong latest = new AtomicLong();

  /** One came back so. */
  void count(SoakPolicy policy, String outcome, long millis) {
    add(policy, outcome, 1);
    add(policy, CALLS, 1);
    latest.accumulateAndGet(millis, Math::max);
  }

  /** So many more ended so. */
  void add(SoakPolicy policy, String outcome, long more) {
    outcomes.computeIfAbsent(name(policy, outcome), key -> new LongAdder()).add(more);
  }

  /** One went as it must not: the first of each kind is kept. */
  void wrong(String kind, String what) {
    wrong.putIfAbsent(kind, what);
  }

  /** How many under that policy ended so. */
  long of(SoakPolicy policy, String outcome) {
    LongAdder count = outcomes.get(name(policy, outcome));
    return count == null ? 0 : count.sum();
  }

  /** How many were made under that policy. */
  long calls(SoakPolicy policy) {
    return of(policy, CALLS);
  }

  /** How many were made. */
  long calls() {
    long calls = 0;
    for (SoakPolicy policy : SoakPolicy.values()) {
      calls += calls(policy);
    }
    return calls;
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

  private static String name(SoakPolicy policy, String outcome) {
    return policy + " " + outcome;
  }
}
