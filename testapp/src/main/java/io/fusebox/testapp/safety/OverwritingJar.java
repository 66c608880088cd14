package io.fusebox.testapp.safety;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Makes a call, overwrites a jar in its place by its own beginning, and makes others: {@code JAR
 * URL...}. Prints {@code call-N=STATUS} or the exception's class.
 */
public final class OverwritingJar {

  private static final int BYTES_LEFT = 1_000;

  private OverwritingJar() {}

  /** The program. */
  public static void main(String[] args) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    for (int i = 1; i < args.length; i++) {
      System.out.println("call-" + i + "=" + outcome(client, args[i]));
      if (i == 1) {
        Path jar = Path.of(args[0]);
        Files.write(jar, Arrays.copyOf(Files.readAllBytes(jar), BYTES_LEFT));
      }
    }
    System.exit(0);
  }

  private static String outcome(HttpClient client, String url) throws InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    try {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      return String.valueOf(response.statusCode());
    } catch (IOException e) {
      return e.getClass().getSimpleName();
    }
  }
}
