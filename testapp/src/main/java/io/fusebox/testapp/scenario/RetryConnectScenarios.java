package io.fusebox.testapp.scenario;

import io.fusebox.testapp.fault.FaultServer;
import io.fusebox.testapp.fault.FlakyPort;
import io.fusebox.testapp.fault.FullBacklog;
import io.fusebox.testapp.fault.TlsKeys;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

/**
 * Requests of which no byte has left, all of them POSTs: whatever the method, they never arrived.
 */
final class RetryConnectScenarios {

  private static final long BOUND = 8_000;

  private RetryConnectScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    Entrance.start(suite, "refused.always", BOUND, RetryConnectScenarios::refused);
    Entrance.start(suite, "refused.recovers", BOUND, RetryConnectScenarios::refusedAtFirst);
    Entrance.start(suite, "connect.always", BOUND, RetryConnectScenarios::backlog);
    Entrance.start(suite, "handshake.recovers", BOUND, (door, trial) -> handshake(door, trial, 1));
    Entrance.start(suite, "handshake.always", BOUND, (door, trial) -> handshake(door, trial, 99));
    Entrance.start(suite, "handshake.mute", BOUND, RetryConnectScenarios::mute);
    Entrance.start(suite, "certificate", BOUND, RetryConnectScenarios::certificate);
  }

  private static Object refused(Entrance door, Trial trial) throws Exception {
    return door.text(client(), post(trial.places().uri("http", "refused", "r3", "ok", trial.id())));
  }

  /** The server starts while the call waits for its second attempt. */
  private static Object refusedAtFirst(Entrance door, Trial trial) throws Exception {
    int port = FullBacklog.refusedPort();
    Thread starter =
        new Thread(
            () -> {
              try {
                Thread.sleep(400);
                FaultServer late = FaultServer.startOn(port);
                Thread.sleep(8000);
                late.close();
              } catch (Exception e) {
                trial.put("late-server", e);
              }
            });
    starter.setDaemon(true);
    starter.start();
    return door.text(client(), post(uri("http", port, "wait1s")));
  }

  private static Object backlog(Entrance door, Trial trial) throws Exception {
    return door.text(
        client(), post(trial.places().uri("http", "backlog", "connect300", "ok", trial.id())));
  }

  /** The first connections end within the TLS handshake. */
  private static Object handshake(Entrance door, Trial trial, int rude) throws Exception {
    HttpClient trusting = builder().sslContext(TlsKeys.clientContext()).build();
    return secured(door, trial, rude, trusting);
  }

  /** The server accepts and never says a word of TLS. */
  private static Object mute(Entrance door, Trial trial) throws Exception {
    HttpClient trusting = builder().sslContext(TlsKeys.clientContext()).build();
    return door.text(
        trusting, post(trial.places().uri("https", "mute", "connect300", "ok", trial.id())));
  }

  /** The client does not trust the server, however often it asks. */
  private static Object certificate(Entrance door, Trial trial) throws Exception {
    return secured(door, trial, 0, client());
  }

  private static Object secured(Entrance door, Trial trial, int rude, HttpClient client)
      throws Exception {
    try (FaultServer server = FaultServer.startTls();
        FlakyPort port = FlakyPort.start(rude, server.port())) {
      try {
        return door.text(client, post(uri("https", port.port(), "r3")));
      } finally {
        trial.put("connections", port.connections());
        trial.put("hits", server.hits().size());
      }
    }
  }

  private static URI uri(String scheme, int port, String policy) {
    return URI.create(scheme + "://127.0.0.1:" + port + "/" + policy + "/ok");
  }

  private static HttpRequest post(URI uri) {
    return HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString("amount=1")).build();
  }

  private static HttpClient client() {
    return builder().build();
  }

  private static HttpClient.Builder builder() {
    return HttpClient.newBuilder().version(Version.HTTP_1_1);
  }
}
