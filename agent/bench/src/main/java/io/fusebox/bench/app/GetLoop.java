package io.fusebox.bench.app;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** GETs one after the other on one kept connection: how long each takes, and what it allocates. */
public final class GetLoop {

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpRequest request;
  private final boolean async;

  private GetLoop(String url, boolean async) {
    this.request = HttpRequest.newBuilder(URI.create(url)).build();
    this.async = async;
  }

  /** Arguments: URL, {@code send} or {@code sendAsync}, calls to warm up, calls to measure. */
  public static void main(String[] args) throws Exception {
    GetLoop loop = new GetLoop(args[0], args[1].equals("sendAsync"));
    loop.run(new long[Integer.parseInt(args[2])]);
    long[] nanos = new long[Integer.parseInt(args[3])];
    // Once for nothing, so that what the bean itself loads is not counted.
    Allocation.now();
    Allocation before = Allocation.now();
    long start = System.nanoTime();
    loop.run(nanos);
    double seconds = (System.nanoTime() - start) / 1e9;
    Result result = new Result();
    Allocation.now().addSince(before, nanos.length, result);
    result.add("callsPerSecond", nanos.length / seconds).addMicros(nanos).print();
    // The client's own threads are daemons; an agent's may not be.
    Runtime.getRuntime().halt(0);
  }

  private void run(long[] nanos) throws Exception {
    for (int i = 0; i < nanos.length; i++) {
      long start = System.nanoTime();
      int status = async ? sendAsync() : send();
      nanos[i] = System.nanoTime() - start;
      if (status != 200) {
        throw new IllegalStateException("status " + status);
      }
    }
  }

  private int send() throws Exception {
    return client.send(request, BodyHandlers.ofString()).statusCode();
  }

  private int sendAsync() {
    return client.sendAsync(request, BodyHandlers.ofString()).join().statusCode();
  }
}
