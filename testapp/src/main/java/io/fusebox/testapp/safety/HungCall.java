package io.fusebox.testapp.safety;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A call that is never answered: what ends it tells which policy is in force. One thread. */
final class HungCall {

  static final long LONGEST_MILLIS = 9_000;

  private static final long HUNG_MILLIS = 1_000;
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(Version.HTTP_1_1).build();

  private final HttpRequest request;

  HungCall(URI uri) {
    this.request = HttpRequest.newBuilder(uri).build();
  }

  CompletableFuture<?> start() {
    return CLIENT.sendAsync(request, BodyHandlers.ofString());
  }

  /** Makes it; {@code hung} after a second. */
  String outcome() throws InterruptedException {
    return outcome(start(), HUNG_MILLIS);
  }

  /** What became of one that was started, waiting for it at most so long. */
  static String outcome(CompletableFuture<?> call, long patience) throws InterruptedException {
    try {
      return "returned " + call.get(patience, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      call.cancel(true);
      return "hung";
    } catch (ExecutionException e) {
      return "threw " + e.getCause();
    }
  }

  /** Makes it again and again until {@code bound} ends it; says how, and after how long. */
  void awaitBound(String bound, String step) throws InterruptedException {
    long start = System.nanoTime();
    String outcome = "";
    long millis = 0;
    while (!outcome.contains(bound) && millis < LONGEST_MILLIS) {
      outcome = outcome();
      millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }
    say(step, outcome);
    say(step + ".after", millis);
  }

  static void say(String name, Object value) {
    System.out.println(name + "=" + value);
  }
}
