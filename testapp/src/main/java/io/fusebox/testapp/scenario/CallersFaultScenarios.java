package io.fusebox.testapp.scenario;

import io.fusebox.testapp.fault.FaultServer;
import io.fusebox.testapp.fault.FlakyPort;
import io.fusebox.testapp.fault.MuteServer;
import io.fusebox.testapp.fault.TlsKeys;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Time runs out, of the caller's doing or of the host's. The breaker would open at the third
 * failure: a last call shows whether it did.
 */
final class CallersFaultScenarios {

  private CallersFaultScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    // The policy gives a connect two seconds.
    String policy = "row3-connect2s";
    Series.start(suite, "hasty.connect", policy, CallersFaultScenarios::lateHandshake);
    Series.start(suite, "hasty.half", policy, c -> mute(c, null, Duration.ofMillis(1200)));
    Series.start(suite, "hasty.client", policy, c -> mute(c, Duration.ofMillis(300), null));
    Series.startOne(suite, Door.ASYNC, "starved", "row3-total1500", CallersFaultScenarios::starved);
    Series.start(suite, "reader.slow", "row3-total1500", c -> read(c, "bytes?size=20000000", 2000));
    Series.start(suite, "reader.stalled", "row3-total1500", c -> read(c, "stall-after-head", 0));
  }

  /** The client's own executor has no thread for what is to be sent. */
  private static Series starved(Series calls) throws Exception {
    ExecutorService busy = Executors.newSingleThreadExecutor();
    Future<?> held = busy.submit(() -> LockSupport.parkNanos(10_000_000_000L));
    HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).executor(busy).build();
    List<CompletableFuture<HttpResponse<String>>> starving = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      starving.add(Door.begin(client, calls.request("ok"), BodyHandlers.ofString()));
    }
    for (CompletableFuture<HttpResponse<String>> call : starving) {
      calls.say(
          call.handle((response, e) -> e == null ? Endings.word(response) : Endings.word(e)).get());
    }
    held.cancel(true);
    busy.shutdown();
    return calls.ok(1);
  }

  /**
   * Handshakes take a second: too long for many, not for the last. So many that the client's timer
   * is now early, now late.
   */
  private static Series lateHandshake(Series calls) throws Exception {
    try (FaultServer server = FaultServer.startTls();
        FlakyPort port = FlakyPort.startLate(1000, server.port())) {
      HttpClient client = client(null);
      URI uri = tls(calls, port.port());
      for (int i = 0; i < 100; i++) {
        HttpRequest hasty = HttpRequest.newBuilder(uri).timeout(Duration.ofMillis(15)).build();
        calls.one(client, hasty, BodyHandlers.ofString());
      }
      return calls.one(client, HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }
  }

  /** Handshakes never end. */
  private static Series mute(Series calls, @Nullable Duration connect, @Nullable Duration request)
      throws Exception {
    try (MuteServer server = MuteServer.start()) {
      HttpClient client = client(connect);
      HttpRequest.Builder builder = HttpRequest.newBuilder(tls(calls, server.port()));
      if (request != null) {
        builder.timeout(request);
      }
      for (int i = 0; i < 4; i++) {
        calls.one(client, builder.build(), BodyHandlers.ofString());
      }
      return calls;
    }
  }

  private static HttpClient client(@Nullable Duration connect) {
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(Version.HTTP_1_1).sslContext(TlsKeys.clientContext());
    return connect == null ? builder.build() : builder.connectTimeout(connect).build();
  }

  /** By address, which the certificate names. */
  private static URI tls(Series calls, int port) {
    String path = calls.uri("ok").getRawPath();
    return URI.create("https://127.0.0.1:" + port + path + "?id=" + calls.trial().id());
  }

  /** Reads a little, does something else for longer than the policy allows, and reads on. */
  private static Series read(Series calls, String fault, long pauseMillis) throws Exception {
    for (int i = 0; i < 3; i++) {
      HttpResponse<InputStream> response = calls.open(fault, BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        calls.say(toTheEnd(body, pauseMillis));
      }
    }
    return calls.ok(1);
  }

  private static String toTheEnd(InputStream body, long pauseMillis) throws InterruptedException {
    try {
      body.readNBytes(1);
      Thread.sleep(pauseMillis);
      body.readAllBytes();
      return "whole";
    } catch (IOException e) {
      for (Throwable link = e; link != null; link = link.getCause()) {
        if (link instanceof HttpTimeoutException) {
          return "timeout";
        }
      }
      return Endings.word(e);
    }
  }
}
