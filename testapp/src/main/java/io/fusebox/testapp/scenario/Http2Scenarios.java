package io.fusebox.testapp.scenario;

import io.fusebox.testapp.fault.TlsKeys;
import io.fusebox.testapp.report.Places;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** Streams of one HTTP/2 connection: one is cut, the others must not notice. */
final class Http2Scenarios {

  private Http2Scenarios() {}

  static void start(Suite suite) throws Exception {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_2)
            .sslContext(TlsKeys.clientContext())
            .build();
    HttpRequest first = request(suite.places(), "none", "ok", "warm-up");
    client.send(first, BodyHandlers.ofString());
    suite.start("http2.silent", 2500, trial -> get(client, trial, "total500", "silent").body());
    suite.start("http2.drip", 3500, trial -> get(client, trial, "total500", "drip").body());
    suite.start(
        "http2.stall", 2500, trial -> get(client, trial, "total500", "stall-after-head").body());
    suite.start("http2.drip.ofInputStream", 3500, trial -> inputStream(client, trial));
    suite.start("http2.read", 2500, trial -> get(client, trial, "read400", "silent").body());
    suite.start("http2.sendAsync", 2500, trial -> async(client, trial, "silent").get().body());
    suite.start("http2.cancel", 2500, trial -> cancel(client, trial));
    suite.start(
        "http2.sibling", 3500, trial -> get(client, trial, "total2s", "slow?delay=1200").body());
    suite.start("http2.after", 3500, trial -> after(client, trial));
  }

  private static HttpRequest request(Places places, String policy, String fault, String id) {
    return HttpRequest.newBuilder(places.uri("https", "http2", policy, fault, id)).build();
  }

  private static HttpResponse<String> get(
      HttpClient client, Trial trial, String policy, String fault) throws Exception {
    HttpResponse<String> response =
        client.send(request(trial.places(), policy, fault, trial.id()), BodyHandlers.ofString());
    trial.put("version", response.version());
    return response;
  }

  private static CompletableFuture<HttpResponse<String>> async(
      HttpClient client, Trial trial, String fault) {
    return client.sendAsync(
        request(trial.places(), "total500", fault, trial.id()), BodyHandlers.ofString());
  }

  private static Object inputStream(HttpClient client, Trial trial) throws Exception {
    HttpRequest request = request(trial.places(), "total500", "drip", trial.id());
    try (InputStream in = client.send(request, BodyHandlers.ofInputStream()).body()) {
      return in.readAllBytes().length;
    }
  }

  private static Object cancel(HttpClient client, Trial trial) throws Exception {
    CompletableFuture<HttpResponse<String>> future = async(client, trial, "silent");
    Thread.sleep(200);
    trial.putElapsed("cancelled-at");
    return future.cancel(true);
  }

  /** Long after the others were cut, the connection still serves. */
  private static Object after(HttpClient client, Trial trial) throws Exception {
    Thread.sleep(1500);
    return get(client, trial, "total500", "ok").body();
  }
}
