package io.fusebox.testapp.safety;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes the calls that its arguments name, one after the other: {@code NAME=KIND,METHOD,URL}, where
 * KIND is {@code sync}, {@code async}, {@code stream} or {@code cancel}. A call that has not come
 * back after two seconds, or {@code -Dpatience=MILLIS}, is given up as hung.
 *
 * <pre>{@code
 * pay=returned 200 ok
 * pay.millis=312
 * }</pre>
 */
public final class Caller {

  private static final long HUNG_MILLIS = Long.getLong("patience", 2_000);
  private static final long CANCEL_AFTER_MILLIS = 150;

  private final HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
  private final PrintStream out;

  Caller(PrintStream out) {
    this.out = out;
  }

  /** Makes all calls and returns; what still hangs then is daemon threads. */
  public static void main(String[] args) throws Exception {
    Caller caller = new Caller(System.out);
    for (String arg : args) {
      caller.call(arg);
    }
  }

  /** Makes one call and reports it. */
  void call(String argument) throws InterruptedException {
    int equals = argument.indexOf('=');
    String name = argument.substring(0, equals);
    String[] words = argument.substring(equals + 1).split(",", 3);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(words[2]))
            .method(
                words[1],
                words[1].equals("POST")
                    ? BodyPublishers.ofString("amount=1")
                    : BodyPublishers.noBody())
            .build();
    long start = System.nanoTime();
    String outcome = outcome(words[0], request);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    out.println(name + "=" + outcome.replace('\n', ' '));
    out.println(name + ".millis=" + millis);
  }

  private String outcome(String kind, HttpRequest request) throws InterruptedException {
    try {
      switch (kind) {
        case "sync":
          return inThread(() -> text(client.send(request, BodyHandlers.ofString())));
        case "stream":
          return inThread(() -> streamed(client.send(request, BodyHandlers.ofInputStream())));
        case "async":
          return text(async(request).get(HUNG_MILLIS, TimeUnit.MILLISECONDS));
        default:
          return cancelled(async(request));
      }
    } catch (TimeoutException e) {
      return "hung";
    } catch (ExecutionException e) {
      return "threw " + e.getCause();
    }
  }

  /** Not on this thread: it could not give up. */
  private static String inThread(Callable<String> call)
      throws InterruptedException, ExecutionException, TimeoutException {
    FutureTask<String> task = new FutureTask<>(call);
    Thread thread = new Thread(task, "caller");
    thread.setDaemon(true);
    thread.start();
    return task.get(HUNG_MILLIS, TimeUnit.MILLISECONDS);
  }

  private CompletableFuture<HttpResponse<String>> async(HttpRequest request) {
    return client.sendAsync(request, BodyHandlers.ofString());
  }

  private static String cancelled(CompletableFuture<HttpResponse<String>> call)
      throws InterruptedException, ExecutionException, TimeoutException {
    Thread.sleep(CANCEL_AFTER_MILLIS);
    boolean cancelled = call.cancel(true);
    try {
      return text(call.get(HUNG_MILLIS, TimeUnit.MILLISECONDS));
    } catch (CancellationException e) {
      return "cancelled " + cancelled;
    }
  }

  private static String text(HttpResponse<String> response) {
    return "returned " + response.statusCode() + " " + response.body();
  }

  private static String streamed(HttpResponse<InputStream> response) throws IOException {
    try (InputStream body = response.body()) {
      String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
      return "returned " + response.statusCode() + " " + text;
    }
  }
}
