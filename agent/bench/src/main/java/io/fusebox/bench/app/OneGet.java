package io.fusebox.bench.app;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** A process that lives for one java.net.http call. */
public final class OneGet {

  private OneGet() {}

  /** Makes the call to the URL given. */
  public static void main(String[] args) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(args[0])).build();
    String body = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    System.out.println(body);
  }
}
