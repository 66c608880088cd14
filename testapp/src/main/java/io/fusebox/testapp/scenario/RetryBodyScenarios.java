package io.fusebox.testapp.scenario;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Bodies of requests that are sent again, and of responses that are thrown away or are not. */
final class RetryBodyScenarios {

  private static final long BOUND = 8_000;
  private static final String TEXT = "payload";

  /** The refusal's body is longer than the answer's, so what is left of it would be seen. */
  private static final String RECOVERS = "sequence?of=503.200&size=20000";

  /** The application's way to a request body. */
  @FunctionalInterface
  private interface Publishing {

    BodyPublisher publisher() throws Exception;
  }

  private RetryBodyScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    for (Map.Entry<String, Publishing> way : publishers().entrySet()) {
      Entrance.start(
          suite,
          "upload." + way.getKey(),
          BOUND,
          (door, trial) -> upload(door, trial, way.getValue().publisher()));
    }
    Entrance.start(suite, "download.ofFile", BOUND, RetryBodyScenarios::file);
    Entrance.start(suite, "download.ofInputStream", BOUND, RetryBodyScenarios::inputStream);
    Entrance.start(suite, "download.ofLines", BOUND, RetryBodyScenarios::lines);
    Entrance.start(suite, "download.ofPublisher", BOUND, RetryBodyScenarios::publisher);
    Entrance.start(suite, "download.counted", BOUND, (d, t) -> counted(d, t, RECOVERS));
    Entrance.start(suite, "download.exhausted", BOUND, (d, t) -> counted(d, t, "sequence?of=503"));
    Entrance.start(suite, "download.callback", BOUND, RetryBodyScenarios::callback);
  }

  private static Map<String, Publishing> publishers() {
    byte[] bytes = TEXT.getBytes(StandardCharsets.US_ASCII);
    Map<String, Publishing> ways = new LinkedHashMap<>();
    ways.put("ofString", () -> BodyPublishers.ofString(TEXT));
    ways.put("ofByteArray", () -> BodyPublishers.ofByteArray(bytes));
    ways.put("ofByteArray.part", () -> BodyPublishers.ofByteArray(bytes, 0, bytes.length));
    ways.put("ofFile", RetryBodyScenarios::ofFile);
    ways.put("noBody", BodyPublishers::noBody);
    ways.put("ofInputStream", RetryBodyScenarios::ofInputStream);
    ways.put("ofByteArrays", () -> BodyPublishers.ofByteArrays(List.of(bytes)));
    ways.put("fromPublisher", () -> BodyPublishers.fromPublisher(BodyPublishers.ofString(TEXT)));
    ways.put(
        "fromPublisher.length",
        () -> BodyPublishers.fromPublisher(BodyPublishers.ofString(TEXT), bytes.length));
    ways.put("own", () -> new Own(BodyPublishers.ofString(TEXT)));
    return ways;
  }

  /** One and the same stream each time that it is asked for. */
  private static BodyPublisher ofInputStream() {
    InputStream stream = new ByteArrayInputStream(TEXT.getBytes(StandardCharsets.US_ASCII));
    return BodyPublishers.ofInputStream(() -> stream);
  }

  private static BodyPublisher ofFile() throws Exception {
    Path file = Files.createTempFile("fusebox-upload", ".txt");
    file.toFile().deleteOnExit();
    return BodyPublishers.ofFile(Files.writeString(file, TEXT));
  }

  private static Object upload(Entrance door, Trial trial, BodyPublisher body) throws Exception {
    HttpRequest request = trial.request("r3", "sequence?of=503.200").PUT(body).build();
    return door.text(trial.client(), request);
  }

  private static Object file(Entrance door, Trial trial) throws Exception {
    Path file = Files.createTempFile("fusebox-download", ".txt");
    try {
      HttpResponse<Path> response =
          door.call(trial.client(), trial.get("r3", RECOVERS), BodyHandlers.ofFile(file));
      return response.statusCode() + " " + Files.readString(response.body());
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static Object inputStream(Entrance door, Trial trial) throws Exception {
    HttpResponse<InputStream> response =
        door.call(trial.client(), trial.get("r3", RECOVERS), BodyHandlers.ofInputStream());
    try (InputStream in = response.body()) {
      return response.statusCode() + " " + new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private static Object lines(Entrance door, Trial trial) throws Exception {
    HttpResponse<Stream<String>> response =
        door.call(trial.client(), trial.get("r3", RECOVERS), BodyHandlers.ofLines());
    try (Stream<String> lines = response.body()) {
      return response.statusCode() + " " + lines.collect(Collectors.joining());
    }
  }

  private static Object publisher(Entrance door, Trial trial) throws Exception {
    HttpResponse<Flow.Publisher<List<ByteBuffer>>> response =
        door.call(trial.client(), trial.get("r3", RECOVERS), BodyHandlers.ofPublisher());
    return response.statusCode() + " " + Collector.of(response.body()).get();
  }

  /** Says how often the application's handler was asked, and about what. */
  private static Object counted(Entrance door, Trial trial, String fault) throws Exception {
    AtomicInteger applied = new AtomicInteger();
    List<Integer> statuses = new CopyOnWriteArrayList<>();
    BodyHandler<String> counting =
        info -> {
          applied.incrementAndGet();
          statuses.add(info.statusCode());
          return BodyHandlers.ofString().apply(info);
        };
    HttpResponse<String> response = door.call(trial.client(), trial.get("r3", fault), counting);
    trial.put("applied", applied);
    trial.put("statuses", statuses);
    return response.statusCode() + " " + response.body();
  }

  /** The application's own handler fails: that is no reason to ask the server again. */
  private static Object callback(Entrance door, Trial trial) throws Exception {
    return door.call(
            trial.client(),
            trial.get("r3", "sequence?of=200"),
            info -> {
              throw new IllegalStateException("the application's own fault");
            })
        .statusCode();
  }

  /** A publisher of the application's own class: nobody knows whether it can be read twice. */
  private static final class Own implements BodyPublisher {

    private final BodyPublisher publisher;

    Own(BodyPublisher publisher) {
      this.publisher = publisher;
    }

    @Override
    public long contentLength() {
      return publisher.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      publisher.subscribe(subscriber);
    }
  }
}
