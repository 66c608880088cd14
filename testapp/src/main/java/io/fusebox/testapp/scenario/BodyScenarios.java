package io.fusebox.testapp.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every body handler, and every door of the client, against bodies that drip or stop. */
final class BodyScenarios {

  private static final String POLICY = "total500";

  /** How an application gets at a body. */
  @FunctionalInterface
  interface Way {

    @Nullable Object body(HttpClient client, HttpRequest request) throws Exception;
  }

  private BodyScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    for (Map.Entry<String, Way> way : ways().entrySet()) {
      start(suite, "drip", way, 3500);
      start(suite, "stall-after-head", way, 1500);
    }
    for (Map.Entry<String, Way> door : doors().entrySet()) {
      start(suite, "silent", door, 1500);
      start(suite, "chunked?chunks=10&every=200", door, 3500);
      start(suite, "drip-head", door, 1500);
    }
  }

  private static void start(Suite suite, String fault, Map.Entry<String, Way> way, long bound)
      throws InterruptedException {
    String name = fault.replaceAll("\\?.*", "") + "." + way.getKey();
    suite.start(
        name, bound, trial -> way.getValue().body(trial.client(), trial.get(POLICY, fault)));
  }

  private static Map<String, Way> doors() {
    Map<String, Way> doors = new LinkedHashMap<>();
    doors.put("send", (client, request) -> client.send(request, BodyHandlers.ofString()).body());
    doors.put(
        "sendAsync",
        (client, request) -> client.sendAsync(request, BodyHandlers.ofString()).get().body());
    PushPromiseHandler<String> noPush = (first, push, acceptor) -> {};
    doors.put(
        "sendAsyncPush",
        (client, request) ->
            client.sendAsync(request, BodyHandlers.ofString(), noPush).get().body());
    return doors;
  }

  private static Map<String, Way> ways() {
    Map<String, Way> ways = new LinkedHashMap<>(doors());
    ways.put("ofByteArray", (c, r) -> c.send(r, BodyHandlers.ofByteArray()).body().length);
    ways.put("ofByteArrayConsumer", sent(BodyHandlers.ofByteArrayConsumer(piece -> {})));
    ways.put("discarding", sent(BodyHandlers.discarding()));
    ways.put("replacing", sent(BodyHandlers.replacing("replaced")));
    ways.put("buffering", sent(BodyHandlers.buffering(BodyHandlers.ofString(), 4)));
    ways.put("mapping", sent(mapping()));
    ways.put("fromSubscriber", (c, r) -> c.send(r, fromSubscriber()).body());
    ways.put("fromLineSubscriber", (c, r) -> c.send(r, fromLineSubscriber()).body());
    ways.put("ofFile", BodyScenarios::file);
    ways.put("ofInputStream", BodyScenarios::inputStream);
    ways.put("ofLines", BodyScenarios::lines);
    ways.put(
        "ofPublisher", (c, r) -> Collector.of(c.send(r, BodyHandlers.ofPublisher()).body()).get());
    return ways;
  }

  private static <T> Way sent(BodyHandler<T> handler) {
    return (client, request) -> client.send(request, handler).body();
  }

  private static BodyHandler<String> mapping() {
    return info ->
        BodySubscribers.mapping(
            BodySubscribers.ofString(StandardCharsets.UTF_8), text -> "mapped " + text);
  }

  private static BodyHandler<String> fromSubscriber() {
    return BodyHandlers.fromSubscriber(new Collector(), Collector::text);
  }

  private static BodyHandler<String> fromLineSubscriber() {
    return BodyHandlers.fromLineSubscriber(new Lines(), Lines::text, "\n");
  }

  private static Object file(HttpClient client, HttpRequest request) throws Exception {
    Path file = Files.createTempFile("fusebox-body", ".txt");
    try {
      return Files.size(client.send(request, BodyHandlers.ofFile(file)).body());
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static Object inputStream(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException {
    try (InputStream in = client.send(request, BodyHandlers.ofInputStream()).body()) {
      return in.readAllBytes().length;
    }
  }

  private static Object lines(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException {
    try (Stream<String> lines = client.send(request, BodyHandlers.ofLines()).body()) {
      return lines.count();
    }
  }
}
