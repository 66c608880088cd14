package io.fusebox.testapp.scenario;

import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.TreeSet;

/** What a request says on the wire, over its attempts and redirects, and to the application. */
final class RetryHeaderScenarios {

  private static final long BOUND = 8_000;
  private static final String RECOVERS = "sequence?of=503.200";

  private RetryHeaderScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    Entrance.start(suite, "key.two", BOUND, RetryHeaderScenarios::two);
    Entrance.start(suite, "key.own", BOUND, RetryHeaderScenarios::own);
    Entrance.start(suite, "key.same-origin", BOUND, (d, t) -> moved(d, t, "127.0.0.1", "307"));
    Entrance.start(suite, "key.other-origin", BOUND, (d, t) -> moved(d, t, "localhost", "307"));
    Entrance.start(suite, "attempt.other-origin", BOUND, RetryHeaderScenarios::movedGet);
    Entrance.start(suite, "key.other-origin-closes", BOUND, RetryHeaderScenarios::movedToCloser);
    Entrance.start(suite, "attempt.moved-away", BOUND, RetryHeaderScenarios::movedAway);
    Entrance.start(suite, "request.plain", BOUND, (d, t) -> plain(d, t, RECOVERS));
    Entrance.start(suite, "request.exhausted", BOUND, (d, t) -> plain(d, t, "sequence?of=503"));
    Entrance.start(suite, "request.custom", BOUND, RetryHeaderScenarios::custom);
    Entrance.start(suite, "request.builder", BOUND, RetryHeaderScenarios::twice);
  }

  private static Object two(Entrance door, Trial trial) throws Exception {
    return door.text(trial.client(), post(trial, "keyed", RECOVERS, trial.id() + "-a"))
        + ", "
        + door.text(trial.client(), post(trial, "keyed", RECOVERS, trial.id() + "-b"));
  }

  private static Object own(Entrance door, Trial trial) throws Exception {
    HttpRequest request =
        trial
            .request("keyed", RECOVERS)
            .header("Idempotency-Key", "the-application's")
            .POST(BodyPublishers.noBody())
            .build();
    return door.text(trial.client(), request);
  }

  /** The first URL leads elsewhere at once, and there the first answer is 503. */
  private static Object moved(Entrance door, Trial trial, String host, String status)
      throws Exception {
    return door.text(
        trial.client(), post(trial, "keyed", movedTo(trial, host, status), trial.id()));
  }

  private static Object movedGet(Entrance door, Trial trial) throws Exception {
    return door.text(trial.client(), trial.get("keyed", movedTo(trial, "localhost", "307")));
  }

  private static String movedTo(Trial trial, String host, String status) {
    String port = trial.places().text("http");
    String to = "http://" + host + ":" + port + "/none/sequence?of=503.503.503.200";
    return "moved?status=" + status + "&to=" + URLEncoder.encode(to, StandardCharsets.UTF_8);
  }

  /** The first URL leads to another origin, which closes the connection without an answer. */
  private static Object movedToCloser(Entrance door, Trial trial) throws Exception {
    String to = "http://localhost:" + trial.places().text("http") + "/none/close";
    String fault = "moved?status=307&to=" + URLEncoder.encode(to, StandardCharsets.UTF_8);
    return door.text(trial.client(), post(trial, "keyed", fault, trial.id()));
  }

  /** The second attempt is led to another origin. */
  private static Object movedAway(Entrance door, Trial trial) throws Exception {
    String port = trial.places().text("http");
    String to = "http://localhost:" + port + "/none/sequence?of=200";
    String fault = "sequence?of=503.moved&to=" + URLEncoder.encode(to, StandardCharsets.UTF_8);
    return door.text(trial.client(), post(trial, "keyed", fault, trial.id()));
  }

  private static Object plain(Entrance door, Trial trial, String fault) throws Exception {
    return told(door, trial, trial.request("r3", fault).header("x-own", "kept").build());
  }

  private static Object custom(Entrance door, Trial trial) throws Exception {
    HttpRequest request =
        trial
            .request("keyed", RECOVERS)
            .header("x-own", "kept")
            .timeout(Duration.ofSeconds(12))
            .version(HttpClient.Version.HTTP_1_1)
            .POST(BodyPublishers.ofString("payload"))
            .build();
    return told(door, trial, new CustomRequest(request));
  }

  /** One request is used for two operations: what we add to the one must not be in the other. */
  private static Object twice(Entrance door, Trial trial) throws Exception {
    HttpRequest request =
        trial
            .request("keyed", "sequence?of=503.200.503.200")
            .POST(BodyPublishers.ofString("payload"))
            .build();
    return door.text(trial.client(), request) + ", " + door.text(trial.client(), request);
  }

  @SuppressWarnings("ReferenceEquality") // requests are equal when they look alike
  private static Object told(Entrance door, Trial trial, HttpRequest request) throws Exception {
    HttpResponse<String> response = door.call(trial.client(), request, BodyHandlers.ofString());
    trial.put("same-request", response.request() == request);
    trial.put("request-class", response.request().getClass().getSimpleName());
    trial.put("request-timeout", response.request().timeout());
    trial.put("request-headers", new TreeSet<>(response.request().headers().map().keySet()));
    trial.put("response-uri", response.uri().equals(request.uri()));
    trial.put("response-version", response.version());
    trial.put("response-header", response.headers().firstValue("content-length").orElse("-"));
    trial.put("previous", response.previousResponse().isPresent());
    return response.statusCode() + " " + response.body();
  }

  private static HttpRequest post(Trial trial, String policy, String fault, String id) {
    return HttpRequest.newBuilder(trial.places().uri("http", "http", policy, fault, id))
        .POST(BodyPublishers.ofString("payload"))
        .build();
  }
}
