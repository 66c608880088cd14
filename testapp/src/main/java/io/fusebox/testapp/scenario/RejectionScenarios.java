package io.fusebox.testapp.scenario;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What it costs to be rejected; measured while nothing else runs. */
final class RejectionScenarios {

  private static final int CALLS = 1000;

  private RejectionScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    for (Door door : Door.values()) {
      Series.startOne(suite, door, "rejections", "row3", RejectionScenarios::thousand);
      suite.finish();
    }
  }

  private static Object thousand(Series calls) throws InterruptedException {
    // The client may make threads for what it sends, and for the first call that it does not.
    calls.busy(3).ok(10).say("then");
    Set<String> before = threads();
    long start = System.nanoTime();
    calls.ok(CALLS);
    long took = System.nanoTime() - start;
    Set<String> made = threads();
    made.removeAll(before);
    calls.trial().put("took", TimeUnit.NANOSECONDS.toMillis(took));
    calls.trial().put("threads", made);
    return calls;
  }

  /**
   * Those that have names. On a machine with two processors a CompletableFuture makes a nameless
   * one for each task of its default executor, where the client's own futures end, whatever the
   * call.
   */
  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.getName().matches("Thread-[0-9]+"))
        .map(thread -> thread.getName() + " " + thread.getId())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
