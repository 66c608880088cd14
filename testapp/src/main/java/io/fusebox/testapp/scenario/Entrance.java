package io.fusebox.testapp.scenario;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;

/** The two ways into the client, as scenarios of a pair: what either throws is as it came. */
enum Entrance {
  SEND("send") {
    @Override
    <T> HttpResponse<T> call(HttpClient client, HttpRequest request, BodyHandler<T> handler)
        throws Exception {
      return client.send(request, handler);
    }
  },
  SEND_ASYNC("sendAsync") {
    @Override
    <T> HttpResponse<T> call(HttpClient client, HttpRequest request, BodyHandler<T> handler)
        throws Exception {
      return client.sendAsync(request, handler).get();
    }
  };

  /** What is done through either. */
  @FunctionalInterface
  interface Way {

    Object through(Entrance door, Trial trial) throws Exception;
  }

  private final String method;

  Entrance(String method) {
    this.method = method;
  }

  /** Starts a scenario for each door: {@code NAME.send} and {@code NAME.sendAsync}. */
  static void start(Suite suite, String name, long boundMillis, Way way)
      throws InterruptedException {
    for (Entrance door : values()) {
      suite.start(name + "." + door.method, boundMillis, trial -> way.through(door, trial));
    }
  }

  abstract <T> HttpResponse<T> call(HttpClient client, HttpRequest request, BodyHandler<T> handler)
      throws Exception;

  /** Status and body. */
  String text(HttpClient client, HttpRequest request) throws Exception {
    HttpResponse<String> response = call(client, request, BodyHandlers.ofString());
    return response.statusCode() + " " + response.body();
  }
}
