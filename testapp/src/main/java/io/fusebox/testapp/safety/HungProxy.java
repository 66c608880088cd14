package io.fusebox.testapp.safety;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Calls through a proxy that takes connections and never answers, plainly and through a tunnel.
 * Prints {@code plain=} and {@code tunnel=}, each with how long it took. The hosts do not exist:
 * only a proxy would know them.
 */
public final class HungProxy {

  private HungProxy() {}

  /** The program. */
  public static void main(String[] args) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      HttpClient client =
          HttpClient.newBuilder()
              .proxy(
                  ProxySelector.of(
                      new InetSocketAddress(
                          InetAddress.getLoopbackAddress(), silent.getLocalPort())))
              .build();
      call(client, "plain", "http://Origin.Test./x");
      call(client, "tunnel", "https://origin.test/x");
    }
    System.exit(0);
  }

  private static void call(HttpClient client, String name, String uri) throws InterruptedException {
    long start = System.nanoTime();
    String outcome;
    try {
      outcome =
          client
              .send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString())
              .body();
    } catch (IOException e) {
      outcome = String.valueOf(e);
    }
    System.out.println(name + "=" + outcome);
    System.out.println(name + ".millis=" + (System.nanoTime() - start) / 1_000_000);
  }
}
