package io.fusebox.testapp.soak;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;

/**
 * Calls with every fault, in every way, under every policy of {@code policies/soak.properties}, for
 * {@code -Dtestapp.soak.seconds} (3600); then asks whether everything is where it began:
 *
 * <ul>
 *   <li>permits: breakers close, bulkheads have all their places and none too many, retries have
 *       their budget ({@link Permits});
 *   <li>timers: the agent knows no call any more, and sends nothing;
 *   <li>heap, threads and sockets.
 * </ul>
 *
 * <p>Exit code 0 only if so, no call hung, each went as its fault and its policy allow, none was
 * sent more often than it may be - a POST without a key once - and each policy was at work.
 *
 * <pre>{@code
 * java -javaagent:agent/target/fusebox.jar=policies/soak.properties \
 *     -cp testapp/target/classes io.fusebox.testapp.soak.Soak
 * }</pre>
 *
 * <p>It begins after some seconds of the same calls: classes, caches and threads that stay are
 * there then. Each stretch of calls has a client of its own, which is dropped at its end.
 */
public final class Soak {

  private static final long SECONDS = Long.getLong("testapp.soak.seconds", 3_600);
  private static final long WARM_UP_SECONDS = Math.min(10, SECONDS);

  /** A client's life: its idle connections and what it keeps are part of what has to go. */
  private static final long STRETCH_SECONDS = 60;

  private static final int THREADS = 12;

  /** A call is cut at 600 ms; on a machine that does other things too, not much later. */
  private static final long LATEST_MILLIS = 5_000;

  private final long startNanos = System.nanoTime();
  private final Tally tally = new Tally();
  private final Sends sends;
  private long seed;

  private Soak(SoakServer server) {
    this.sends = new Sends(server, tally);
  }

  /** The program. */
  public static void main(String[] args) throws Exception {
    if (Holdings.agentThreads().isEmpty()) {
      System.err.println("soak: needs the agent, with policies/soak.properties");
      System.exit(2);
    }
    try (SoakServer server = SoakServer.start()) {
      System.exit(new Soak(server).run() ? 0 : 1);
    }
  }

  private boolean run() throws IOException, InterruptedException, JMException {
    stretch(WARM_UP_SECONDS);
    aftermath();
    Level begin = Level.settled(null);
    System.out.println("begin: " + begin);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    for (long left = SECONDS; left > 0; left = secondsUntil(end)) {
      stretch(Math.min(left, STRETCH_SECONDS));
      System.out.println(
          "  " + tally.calls() + " calls, " + Math.max(0, secondsUntil(end)) + " s to go");
    }
    judgeBudgets();
    aftermath();
    Level after = Level.settled(begin);
    sends.judgeSilence();
    System.out.println("end: " + after);
    return report(begin, after);
  }

  /** Calls for so long with one client, and lets go of it. */
  private void stretch(long seconds) throws IOException, InterruptedException {
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    ExecutorService callers = Executors.newFixedThreadPool(THREADS);
    HttpClient client = client(clients);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    for (int i = 0; i < THREADS; i++) {
      callers.execute(new SoakCaller(client, sends, tally, seed++, end));
    }
    callers.shutdown();
    boolean over = callers.awaitTermination(seconds + 60, TimeUnit.SECONDS);
    if (!over) {
      tally.wrong("callers", "callers have not come back a minute after their end");
      callers.shutdownNow();
    }
    letGo(clients);
  }

  /** The faults are over. */
  private void aftermath() throws IOException, InterruptedException, JMException {
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    new Permits(client(clients), sends, tally).check();
    letGo(clients);
  }

  private static HttpClient client(ExecutorService executor) {
    return HttpClient.newBuilder()
        .version(Version.HTTP_1_1)
        .followRedirects(Redirect.NORMAL)
        .executor(executor)
        .build();
  }

  private void letGo(ExecutorService clients) throws IOException, InterruptedException {
    // What was abandoned is cut by then; the executor must be there for it.
    Thread.sleep(1_000);
    clients.shutdown();
    sends.judge();
  }

  private void judgeBudgets() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    for (SoakPolicy policy : SoakPolicy.values()) {
      long retries = tally.of(policy, Outcomes.RESENT);
      if (retries > policy.mostRetries(tally.calls(policy), seconds)) {
        tally.wrong(policy + "budget", policy + ": " + retries + " retries, beyond its budget");
      }
    }
  }

  private boolean report(Level begin, Level after) {
    tally.outcomes().forEach((name, count) -> System.out.println("  " + count + " " + name));
    System.out.println("calls=" + tally.calls());
    System.out.println("latest.millis=" + tally.latestMillis());
    System.out.println("heap.growth=" + (after.heapBytes() - begin.heapBytes()));
    List<String> wrong = new ArrayList<>(tally.wrong().values());
    for (SoakPolicy policy : SoakPolicy.values()) {
      if (tally.of(policy, policy.sign()) == 0) {
        wrong.add(policy + " was not at work: nothing was " + policy.sign());
      }
    }
    if (tally.latestMillis() > LATEST_MILLIS) {
      wrong.add("a call took " + tally.latestMillis() + " ms");
    }
    if (!after.isBackAt(begin)) {
      wrong.add("not where it began: " + after + ", was " + begin);
    }
    wrong.forEach(what -> System.out.println("wrong: " + what));
    System.out.println("soak=" + (wrong.isEmpty() ? "passed" : "FAILED"));
    return wrong.isEmpty();
  }

  private static long secondsUntil(long end) {
    return TimeUnit.NANOSECONDS.toSeconds(end - System.nanoTime());
  }
}
