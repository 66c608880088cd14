package io.fusebox.testapp.soak;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls with every fault, in every way, for {@code -Dtestapp.soak.seconds} (3600), under {@code
 * policies/soak.properties}; then asks whether heap, threads and sockets are where they began. Exit
 * code 0 only if they are, no call hung, and each went as its fault allows.
 *
 * <pre>{@code
 * java -javaagent:agent/target/fusebox.jar=policies/soak.properties \
 *     -cp testapp/target/classes io.fusebox.testapp.soak.Soak
 * }</pre>
 *
 * <p>They begin after some seconds of the same calls: classes, caches and threads that stay are
 * there then. Each stretch of calls has a client of its own, which is dropped at its end.
 */
public final class Soak {

  private static final long SECONDS = Long.getLong("testapp.soak.seconds", 3_600);
  private static final long WARM_UP_SECONDS = Math.min(10, SECONDS);
  private static final long SETTLING_SECONDS = 90;

  /** A client's life: its idle connections and what it keeps are part of what has to go. */
  private static final long STRETCH_SECONDS = 60;

  private static final int THREADS = 12;

  /** A call is cut at 300 ms; on a machine that does other things too, not much later. */
  private static final long LATEST_MILLIS = 5_000;

  private static final long HEAP_SLACK = 1_000_000;

  private static final String REFUSED = "refused";

  /**
   * The good ones more often, for connections that are kept need them. Not {@code garbage}: without
   * the agent too the client of JDK 17 never closes a connection on which no HTTP was spoken.
   */
  private static final String[] FAULTS = {
    "ok",
    "ok",
    "ok",
    "ok",
    "ok",
    "chunked",
    "bytes?size=300000",
    "redirect?hops=2&delay=20",
    "silent",
    "drip",
    "drip-head",
    "stall-after-head",
    "close",
    "half-close",
    "reset",
    REFUSED
  };

  private final int port;
  private final Tally tally = new Tally();

  private Soak(int port) {
    this.port = port;
  }

  /** The program. */
  public static void main(String[] args) throws Exception {
    if (Holdings.agentThreads().isEmpty()) {
      System.err.println("soak: needs the agent, with policies/soak.properties");
      System.exit(2);
    }
    try (SoakServer server = SoakServer.start()) {
      System.exit(new Soak(server.port()).run() ? 0 : 1);
    }
  }

  private boolean run() throws InterruptedException {
    stretch(WARM_UP_SECONDS);
    Level begin = Level.settled(null);
    System.out.println("begin: " + begin);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    for (long left = SECONDS; left > 0; left = secondsUntil(end)) {
      stretch(Math.min(left, STRETCH_SECONDS));
      System.out.println(
          "  " + tally.calls() + " calls, " + Math.max(0, secondsUntil(end)) + " s to go");
    }
    Level after = Level.settled(begin);
    System.out.println("end: " + after);
    return report(begin, after);
  }

  private boolean report(Level begin, Level after) {
    tally.outcomes().forEach((name, count) -> System.out.println("  " + count + " " + name));
    System.out.println("calls=" + tally.calls());
    System.out.println("latest.millis=" + tally.latestMillis());
    System.out.println("heap.growth=" + (after.heapBytes() - begin.heapBytes()));
    List<String> wrong = new ArrayList<>(tally.wrong().values());
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

  /** Calls for so long with one client, and lets go of it. */
  private void stretch(long seconds) throws InterruptedException {
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    ExecutorService callers = Executors.newFixedThreadPool(THREADS);
    HttpClient client =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NORMAL)
            .executor(clients)
            .build();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random(i);
      callers.execute(() -> callUntil(end, client, random));
    }
    callers.shutdown();
    boolean over = callers.awaitTermination(seconds + 60, TimeUnit.SECONDS);
    if (!over) {
      tally.wrong("callers", "callers have not come back a minute after their end");
      callers.shutdownNow();
    }
    // What was abandoned is cut by then; the executor must be there for it.
    Thread.sleep(1_000);
    clients.shutdown();
  }

  private void callUntil(long end, HttpClient client, Random random) {
    SoakCall[] ways = SoakCall.values();
    while (System.nanoTime() - end < 0) {
      String fault = FAULTS[random.nextInt(FAULTS.length)];
      SoakCall way = ways[random.nextInt(ways.length)];
      long start = System.nanoTime();
      String outcome;
      try {
        outcome = outcome(way.make(client, request(fault)));
      } catch (IOException e) {
        outcome = Tally.outcome(e);
        judge(fault, way, outcome, e);
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        outcome = "threw";
        judge(fault, way, outcome, e);
      }
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      tally.count(fault + " " + way, outcome, millis);
    }
  }

  private static String outcome(int length) {
    return length == SoakCall.UNREAD ? "unread" : "returned";
  }

  /** What the fault does not explain. */
  private void judge(String fault, SoakCall way, String outcome, Exception thrown) {
    boolean cutOrCancelled =
        outcome.equals("cut") || (outcome.equals("cancelled") && way == SoakCall.CANCELLED);
    boolean rude =
        fault.equals(REFUSED)
            || fault.equals("close")
            || fault.equals("half-close")
            || fault.equals("reset");
    if (!cutOrCancelled && !(rude && outcome.equals("failed"))) {
      tally.wrong(fault + way + outcome, fault + ", " + way + ": " + outcome + ": " + thrown);
    }
  }

  private HttpRequest request(String fault) {
    String base =
        fault.equals(REFUSED) ? "http://127.0.0.1:1/soak/" : "http://127.0.0.1:" + port + "/soak/";
    return HttpRequest.newBuilder(URI.create(base + fault)).build();
  }

  private static long secondsUntil(long end) {
    return TimeUnit.NANOSECONDS.toSeconds(end - System.nanoTime());
  }

  /** What is held at one moment. */
  private static final class Level {
    private final long heapBytes = Holdings.heapBytes();
    private final int sockets = Holdings.sockets();
    private final List<String> threads = Holdings.threads();

    /**
     * The level when nothing changes any more, or when it is back at {@code begin}; idle threads
     * take their time.
     */
    static Level settled(@Nullable Level begin) throws InterruptedException {
      Level last = new Level();
      for (int i = 0; i < SETTLING_SECONDS; i++) {
        Thread.sleep(1_000);
        Level next = new Level();
        boolean still = i > 15 && next.sockets == last.sockets && next.threads.equals(last.threads);
        if (begin == null ? still : next.isBackAt(begin)) {
          return next;
        }
        last = next;
      }
      return last;
    }

    long heapBytes() {
      return heapBytes;
    }

    boolean isBackAt(Level begin) {
      return heapBytes <= begin.heapBytes + HEAP_SLACK
          && sockets <= begin.sockets
          && threads.size() <= begin.threads.size();
    }

    @Override
    public String toString() {
      return heapBytes / 1_000
          + " kB of heap, "
          + sockets
          + " sockets, "
          + threads.size()
          + " threads "
          + threads;
    }
  }
}
