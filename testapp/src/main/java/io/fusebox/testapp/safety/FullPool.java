package io.fusebox.testapp.safety;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/**
 * Calls while every thread of the common pool is held by somebody: {@code send} does not need one.
 * Prints {@code answer=} and {@code stream=}, each with how long it took.
 */
public final class FullPool {

  private static final int HELD_MILLIS = 6000;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private FullPool() {}

  /** The program. */
  public static void main(String[] args) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("localhost"), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/ok", FullPool::answer);
    server.createContext("/drip", FullPool::drip);
    server.start();
    holdThePool();
    String base = "http://localhost:" + server.getAddress().getPort();
    told("answer", () -> CLIENT.send(get(base + "/ok"), BodyHandlers.ofString()).body());
    told("stream", () -> read(base + "/drip"));
    System.exit(0);
  }

  private static String read(String uri) throws IOException, InterruptedException {
    try (InputStream body = CLIENT.send(get(uri), BodyHandlers.ofInputStream()).body()) {
      return body.readAllBytes().length + " bytes";
    }
  }

  private static void told(String name, Call call) throws InterruptedException {
    long start = System.nanoTime();
    String outcome;
    try {
      outcome = call.make();
    } catch (IOException e) {
      outcome = String.valueOf(e.getCause() == null ? e : e.getCause());
    }
    System.out.println(name + "=" + outcome);
    System.out.println(name + ".millis=" + (System.nanoTime() - start) / 1_000_000);
  }

  private static HttpRequest get(String uri) {
    return HttpRequest.newBuilder(URI.create(uri)).build();
  }

  private static void holdThePool() throws InterruptedException {
    int threads = ForkJoinPool.getCommonPoolParallelism();
    CountDownLatch held = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      ForkJoinPool.commonPool()
          .execute(
              () -> {
                held.countDown();
                pause(HELD_MILLIS);
              });
    }
    held.await();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 2);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(new byte[] {'o', 'k'});
    }
  }

  private static void drip(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 50);
    try (OutputStream out = exchange.getResponseBody()) {
      for (int i = 0; i < 50; i++) {
        out.write('x');
        out.flush();
        pause(100);
      }
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A call to tell of. */
  private interface Call {
    String make() throws IOException, InterruptedException;
  }
}
