package io.fusebox.bench.app;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** GETs one after the other on one kept connection of {@code java.net.http}. */
public final class GetLoop {

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpRequest request;

  private GetLoop(String url) {
    this.request = HttpRequest.newBuilder(URI.create(url)).build();
  }

  /** Arguments: URL, {@code send} or {@code sendAsync}, calls to warm up, calls to measure. */
  public static void main(String[] args) throws Exception {
    GetLoop loop = new GetLoop(args[0]);
    Loop.run(args[1].equals("sendAsync") ? loop::sendAsync : loop::send, args[2], args[3]);
  }

  private int send() throws Exception {
    return client.send(request, BodyHandlers.ofString()).statusCode();
  }

  private int sendAsync() {
    return client.sendAsync(request, BodyHandlers.ofString()).join().statusCode();
  }
}
