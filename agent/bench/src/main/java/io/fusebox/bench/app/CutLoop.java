package io.fusebox.bench.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls to a server that never answers: how long after its bound each is cut. The clock starts
 * before the call is made and stops where the application has the failure, so all that lies between
 * counts as lateness; a cut that looks early is early.
 */
public final class CutLoop {

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpRequest request;
  private final long boundNanos;

  private CutLoop(HttpRequest request, long boundNanos) {
    this.request = request;
    this.boundNanos = boundNanos;
  }

  /** Arguments: URL, who cuts ({@code agent} or {@code jdk}), bound in ms, cuts, calls at once. */
  public static void main(String[] args) throws Exception {
    Duration bound = Duration.ofMillis(Long.parseLong(args[2]));
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(args[0]));
    if (args[1].equals("jdk")) {
      request.timeout(bound);
    }
    CutLoop loop = new CutLoop(request.build(), bound.toNanos());
    int atOnce = Integer.parseInt(args[4]);
    // The first cuts load classes.
    loop.run(20, atOnce);
    long[] late = loop.run(Integer.parseInt(args[3]), atOnce);
    new Result().addMicros(late).print();
    Runtime.getRuntime().halt(0);
  }

  private long[] run(int cuts, int atOnce) throws Exception {
    long[] late = new long[cuts];
    for (int done = 0; done < cuts; done += atOnce) {
      if (atOnce == 1) {
        late[done] = send();
      } else {
        sendTogether(late, done, Math.min(atOnce, cuts - done));
      }
    }
    return late;
  }

  private long send() throws Exception {
    long start = System.nanoTime();
    try {
      client.send(request, BodyHandlers.ofString());
    } catch (IOException cut) {
      return System.nanoTime() - start - boundNanos;
    }
    throw new IllegalStateException("answered");
  }

  private void sendTogether(long[] late, int from, int count) throws Exception {
    CountDownLatch open = new CountDownLatch(count);
    AtomicInteger answered = new AtomicInteger();
    for (int i = from; i < from + count; i++) {
      int slot = i;
      long start = System.nanoTime();
      var unused =
          client
              .sendAsync(request, BodyHandlers.ofString())
              .whenComplete(
                  (response, failure) -> {
                    late[slot] = System.nanoTime() - start - boundNanos;
                    answered.addAndGet(failure == null ? 1 : 0);
                    open.countDown();
                  });
    }
    if (!open.await(1, TimeUnit.MINUTES) || answered.get() != 0) {
      throw new IllegalStateException("not all were cut");
    }
  }
}
