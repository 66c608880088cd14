package io.fusebox.testapp.safety;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Takes the retries out of its own policy file while a call waits for its second attempt: {@code
 * FILE WITHOUT FIRST LATER}, the policies without retries, and the URLs of the call and of others.
 */
public final class RetryReloading {

  private static final long LONGEST_MILLIS = 9_000;

  private RetryReloading() {}

  /** See above. */
  public static void main(String[] args) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    CompletableFuture<HttpResponse<String>> first =
        client.sendAsync(request(args[2]), BodyHandlers.ofString());
    Thread.sleep(500);
    Files.writeString(Path.of(args[0]), Files.readString(Path.of(args[1])));
    long start = System.nanoTime();
    String later = "";
    for (int i = 0; !later.startsWith("503") && millisSince(start) < LONGEST_MILLIS; i++) {
      Thread.sleep(100);
      // Tried again at once under the old policy, not at all under the new one.
      later = text(client.send(request(args[3] + i), BodyHandlers.ofString()));
    }
    System.out.println("later=" + later);
    System.out.println("first.done=" + first.isDone());
    System.out.println("first=" + text(first.get(30, TimeUnit.SECONDS)));
  }

  private static long millisSince(long start) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  private static HttpRequest request(String url) {
    return HttpRequest.newBuilder(URI.create(url)).build();
  }

  private static String text(HttpResponse<String> response) {
    return response.statusCode() + " " + response.body();
  }
}
