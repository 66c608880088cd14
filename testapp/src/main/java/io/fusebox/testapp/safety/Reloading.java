package io.fusebox.testapp.safety;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Changes its own policy file while it calls: {@code FILE URL LONGER}, the file broken at first and
 * both URLs of what never answers.
 */
public final class Reloading {

  private static final long HUNG_MILLIS = 1_000;
  private static final long LONGEST_MILLIS = 9_000;

  private final HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
  private final Path file;
  private final HttpRequest request;
  private final HttpRequest longer;

  private Reloading(Path file, URI uri, URI longer) {
    this.file = file;
    this.request = HttpRequest.newBuilder(uri).build();
    this.longer = HttpRequest.newBuilder(longer).build();
  }

  /** See above. */
  public static void main(String[] args) throws Exception {
    new Reloading(Path.of(args[0]), URI.create(args[1]), URI.create(args[2])).run();
  }

  private void run() throws IOException, InterruptedException {
    say("broken-at-start", outcome(start(request), HUNG_MILLIS));
    write("700ms", "8s");
    awaitBound("= 700ms", "fixed");
    CompletableFuture<?> before = start(longer);
    write("5", "8s");
    Thread.sleep(LONGEST_MILLIS / 2);
    say("broken-later", outcome(start(request), HUNG_MILLIS));
    write("300ms", "1s");
    awaitBound("= 300ms", "changed");
    say("begun.before", outcome(before, LONGEST_MILLIS));
  }

  private void write(String total, String longer) throws IOException {
    Files.writeString(
        file,
        "policy.pay.match = 127.0.0.1/pay/**\npolicy.pay.timeout.total = "
            + total
            + "\npolicy.longer.match = 127.0.0.1/longer/**\npolicy.longer.timeout.total = "
            + longer
            + "\n");
  }

  private void awaitBound(String bound, String step) throws InterruptedException {
    long start = System.nanoTime();
    String outcome = "";
    long millis = 0;
    while (!outcome.contains(bound) && millis < LONGEST_MILLIS) {
      outcome = outcome(start(request), HUNG_MILLIS);
      millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }
    say(step, outcome);
    say(step + ".after", millis);
  }

  private CompletableFuture<?> start(HttpRequest call) {
    return client.sendAsync(call, BodyHandlers.ofString());
  }

  private static String outcome(CompletableFuture<?> call, long patience)
      throws InterruptedException {
    try {
      return "returned " + call.get(patience, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      call.cancel(true);
      return "hung";
    } catch (ExecutionException e) {
      return "threw " + e.getCause();
    }
  }

  private static void say(String name, Object value) {
    System.out.println(name + "=" + value);
  }
}
