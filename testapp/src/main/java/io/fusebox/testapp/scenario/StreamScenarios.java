package io.fusebox.testapp.scenario;

import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers that are meant to last: events, lines of JSON, web sockets. */
final class StreamScenarios {

  private StreamScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    startLines(suite, "events.total", "total500", "events", 4000);
    startLines(suite, "ndjson.total", "total500", "ndjson", 4000);
    startLines(suite, "events.attempt", "attempt300", "events", 4000);
    startLines(suite, "events.own-read", "read400", "events?pause=1000", 4500);
    startLines(suite, "events.own-read.no-pause", "read400", "events?every=100", 4000);
    startLines(suite, "events.default-read", "total500", "events?pause=2500&count=5", 5500);
    startLines(suite, "events.stream-off", "stream-off", "events", 4000);
    startLines(suite, "events.stream-on", "stream-on", "chunked?chunks=10&every=100", 4000);
    startLines(suite, "events.head", "total500", "silent", 1500);
    suite.start(
        "events.ofString",
        4000,
        trial ->
            trial.client().send(trial.get("total500", "events"), BodyHandlers.ofString()).body());
    suite.start("websocket.message", 4000, trial -> webSocket(trial, "websocket?after=1500"));
    suite.start("websocket.handshake", 1500, trial -> webSocket(trial, "silent"));
  }

  private static void startLines(
      Suite suite, String name, String policy, String fault, long boundMillis)
      throws InterruptedException {
    suite.start(name, boundMillis, trial -> lines(trial, policy, fault));
  }

  private static Object lines(Trial trial, String policy, String fault) throws Exception {
    try (Stream<String> lines =
        trial.client().send(trial.get(policy, fault), BodyHandlers.ofLines()).body()) {
      return lines.filter(line -> !line.isEmpty()).count();
    }
  }

  private static Object webSocket(Trial trial, String fault) throws Exception {
    CompletableFuture<String> message = new CompletableFuture<>();
    WebSocket socket =
        trial
            .client()
            .newWebSocketBuilder()
            .buildAsync(
                trial.places().uri("ws", "http", "total500", fault, trial.id()),
                new FirstMessage(message))
            .get();
    String text = message.get();
    socket.abort();
    return text;
  }

  private static final class FirstMessage implements WebSocket.Listener {

    private final CompletableFuture<String> message;

    FirstMessage(CompletableFuture<String> message) {
      this.message = message;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      message.complete(data.toString());
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      message.completeExceptionally(error);
    }
  }
}
