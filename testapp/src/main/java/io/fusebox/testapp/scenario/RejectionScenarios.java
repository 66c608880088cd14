package io.fusebox.testapp.scenario;

import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
    Series.startOne(
        suite, Door.ASYNC, "rejections.callback", "forced-callback", RejectionScenarios::callback);
  }

  /** What a callback meets, as an application would write it down. */
  private static Object callback(Series calls) throws Exception {
    return Door.begin(calls.client(), calls.request("ok"), BodyHandlers.ofString())
        .handle((response, e) -> e.getClass().getSimpleName() + " < " + Endings.word(e))
        .get();
  }

  /** Through a client of its own: what its executor is given is for these calls. */
  private static Object thousand(Series calls) throws InterruptedException {
    AtomicInteger tasks = new AtomicInteger();
    ExecutorService threads = Executors.newCachedThreadPool();
    HttpClient client =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .executor(
                task -> {
                  tasks.incrementAndGet();
                  threads.execute(task);
                })
            .build();
    HttpRequest good = calls.request("ok");
    // The client may make threads for what it sends, and for the first call that it does not.
    calls.each(client, calls.request(Series.BUSY), 3).each(client, good, 10).say("then");
    int tasksBefore = tasks.get();
    Set<String> before = threads();
    long start = System.nanoTime();
    calls.each(client, good, CALLS);
    long took = System.nanoTime() - start;
    Set<String> made = threads();
    made.removeAll(before);
    calls.trial().put("took", TimeUnit.NANOSECONDS.toMillis(took));
    calls.trial().put("threads", made);
    calls.trial().put("tasks", tasks.get() - tasksBefore);
    threads.shutdown();
    return calls;
  }

  /**
   * Those that have names, without the clients'. On a machine with two processors a
   * CompletableFuture makes a nameless one for each task of its default executor, where the
   * client's own futures end, whatever the call; and other clients of this JVM still close
   * connections.
   */
  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.getName().matches("Thread-[0-9]+|HttpClient-.*|pool-.*"))
        .map(thread -> thread.getName() + " " + thread.getId())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
