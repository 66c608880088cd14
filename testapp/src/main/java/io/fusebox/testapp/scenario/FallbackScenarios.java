package io.fusebox.testapp.scenario;

import io.fusebox.testapp.report.Places;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Responses that are made up, through every way in which an application gets at a body. */
final class FallbackScenarios {

  private static final String[][] REASONS = {
    {"timeout", "fallback-timeout", "silent"},
    {"rejected", "fallback-rejected", "ok"},
    {"status", "fallback-status", Series.BUSY},
  };

  private static final String STALLED = "stall-after-head?status=503";

  /** How an application gets at a body. */
  @FunctionalInterface
  private interface Way {

    String body(Series calls, String fault) throws Exception;
  }

  private FallbackScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    for (String[] reason : REASONS) {
      for (Map.Entry<String, Way> way : ways().entrySet()) {
        Series.start(
            suite,
            "fallback." + reason[0] + "." + way.getKey(),
            reason[1],
            calls -> way.getValue().body(calls, reason[2]));
      }
    }
    others(suite);
  }

  private static void others(Suite suite) throws InterruptedException {
    Series.start(suite, "fallback.response", "fallback-timeout", FallbackScenarios::response);
    // A policy's reasons, and no others.
    Series.start(suite, "fallback.not-status", "fallback-timeout", calls -> calls.busy(1).ok(1));
    Series.start(suite, "fallback.not-timeout", "fallback-status", c -> c.get("silent", 1).ok(1));
    Series.start(suite, "fallback.not-that-status", "fallback-status", c -> c.status(500, 1));
    Series.start(suite, "fallback.bulkhead", "fallback-bulkhead", FallbackScenarios::bulkhead);
    // The head is with the application: no answer can be made up any more.
    Series.start(suite, "fallback.after-head", "fallback-timeout", c -> c.get("drip?every=400", 1));
    Series.start(suite, "fallback.connect", "fallback-connect", FallbackScenarios::ownConnect);
    Series.start(suite, "fallback.connects", "fallback-connects", FallbackScenarios::ownConnect);
    Series.start(suite, "fallback.post", "fallback-timeout", c -> c.each(c.post("silent"), 1));
    // Nobody wants the body, and it never ends; the call is over, and its clocks with it.
    Series.start(suite, "fallback.stalled", "fallback-stalled", c -> c.get(STALLED, 1).pause(700));
    Series.start(suite, "fallback.retries", "fallback-retries", calls -> calls.busy(1));
    Series.start(suite, "fallback.breaker", "fallback-breaker", calls -> calls.busy(2).ok(1));
    Series.start(suite, "fallback.in-wait", "fallback-waits", FallbackScenarios::inTheWait);
    threads(suite);
    Series.startOne(
        suite, Door.ASYNC, "fallback.gone", "fallback-timeout", FallbackScenarios::gone);
    Series.start(suite, "fallback.default", "fallback-default", FallbackScenarios::plain);
  }

  /** Each answers late where no answer is made up, so that the callbacks are there before it. */
  private static void threads(Suite suite) throws InterruptedException {
    String[][] reasons = {
      {"timeout", "slow?delay=900"},
      {"rejected", "slow?delay=300"},
      {"status", "slow?delay=300&status=503"},
    };
    for (String[] reason : reasons) {
      Series.startOne(
          suite,
          Door.ASYNC,
          "fallback.thread." + reason[0],
          "thread-" + reason[0],
          calls -> threadsOfCallbacks(calls, reason[1]));
    }
  }

  /** The caller has given up before the policy does. */
  private static Object gone(Series calls) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    CompletableFuture<HttpResponse<String>> call =
        Door.begin(
                calls.client(),
                calls.request("silent"),
                info -> {
                  asked.incrementAndGet();
                  return BodySubscribers.ofString(StandardCharsets.UTF_8);
                })
            .orTimeout(100, TimeUnit.MILLISECONDS);
    calls.pause(1200);
    return call.isCompletedExceptionally() + " " + asked;
  }

  /** Where they ran; a callback that came too late ran where it was added, which says nothing. */
  private static Object threadsOfCallbacks(Series calls, String fault) throws Exception {
    Set<String> kinds = new TreeSet<>();
    Thread here = Thread.currentThread();
    for (int i = 0; i < 3; i++) {
      Thread ran =
          Door.begin(calls.client(), calls.request(fault), late())
              .thenApply(response -> Thread.currentThread())
              .get();
      if (ran != here) {
        kinds.add(Endings.kind(ran));
      }
    }
    return kinds;
  }

  /** Takes its time for the body: nothing is made up before the callbacks are there. */
  private static BodyHandler<String> late() {
    return info ->
        BodySubscribers.mapping(
            BodySubscribers.ofString(StandardCharsets.UTF_8),
            text -> {
              LockSupport.parkNanos(200_000_000);
              return text;
            });
  }

  private static Map<String, Way> ways() {
    Map<String, Way> ways = new LinkedHashMap<>();
    ways.put("ofString", (calls, fault) -> told(calls.open(fault, BodyHandlers.ofString())));
    ways.put("ofInputStream", FallbackScenarios::inputStream);
    ways.put("ofLines", FallbackScenarios::lines);
    ways.put("ofFile", FallbackScenarios::file);
    ways.put("custom", FallbackScenarios::custom);
    return ways;
  }

  private static String told(HttpResponse<String> response) {
    return response.statusCode() + " " + response.body();
  }

  private static String inputStream(Series calls, String fault) throws Exception {
    HttpResponse<InputStream> response = calls.open(fault, BodyHandlers.ofInputStream());
    return response.statusCode() + " " + Series.text(response);
  }

  private static String lines(Series calls, String fault) throws Exception {
    HttpResponse<Stream<String>> response = calls.open(fault, BodyHandlers.ofLines());
    try (Stream<String> lines = response.body()) {
      return response.statusCode() + " " + lines.collect(Collectors.joining("|"));
    }
  }

  private static String file(Series calls, String fault) throws Exception {
    Path file = Files.createTempFile("fusebox-fallback", ".txt");
    try {
      HttpResponse<Path> response = calls.open(fault, BodyHandlers.ofFile(file));
      byte[] bytes = Files.readAllBytes(response.body());
      return response.statusCode() + " " + new String(bytes, StandardCharsets.UTF_8);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** A handler that decides by status and header, and counts how often it was asked. */
  private static String custom(Series calls, String fault) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    BodyHandler<String> handler =
        info -> {
          asked.incrementAndGet();
          String type = info.headers().firstValue("content-type").orElse("none");
          return BodySubscribers.mapping(
              BodySubscribers.ofString(StandardCharsets.UTF_8),
              text -> info.statusCode() + " " + type + " " + text);
        };
    HttpResponse<String> response = calls.open(fault, handler);
    calls.trial().put("asked", asked.get());
    return told(response);
  }

  /** All that a response has to say. */
  private static Object response(Series calls) throws Exception {
    HttpRequest request = calls.request("silent");
    HttpResponse<String> response =
        calls.door().call(calls.client(), request, BodyHandlers.ofString());
    URI uri = response.uri();
    HttpHeaders headers = response.headers();
    return response.statusCode()
        + (uri.equals(request.uri()) ? " same" : " other")
        + (response.request().uri().equals(request.uri()) ? " same " : " other ")
        + response.version()
        + " "
        + response.previousResponse().isPresent()
        + " "
        + response.sslSession().isPresent()
        + " "
        + headers.firstValue("X-Made-Up").orElse("no header")
        + " "
        + headers.map().size();
  }

  /** The application's own bound of a connect that hangs. */
  private static Object ownConnect(Series calls) throws Exception {
    HttpClient client =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .connectTimeout(Duration.ofMillis(400))
            .build();
    Places places = calls.trial().places();
    String uri =
        calls.uri("ok").toString().replace(":" + places.text("http"), ":" + places.text("backlog"));
    HttpRequest request = HttpRequest.newBuilder(URI.create(uri)).build();
    return told(calls.door().call(client, request, BodyHandlers.ofString()));
  }

  /** One is under way: the next gets the answer made up. */
  private static Object bulkhead(Series calls) throws InterruptedException {
    List<Pending> begun = calls.begin("slow?delay=900", 1);
    return calls.pause(300).ok(2).ended(begun).pause(200).ok(1);
  }

  /** The breaker opens while a call waits for its next attempt, which is refused then. */
  private static Object inTheWait(Series calls) throws InterruptedException {
    List<Pending> waiting = calls.begin(Series.BUSY, 1);
    calls.pause(700).each(calls.post(Series.BUSY), 2);
    return calls.say(waiting.get(0).isOver() ? "over" : "waits").ok(1).ended(waiting);
  }

  /** Where the policy says when, but not what: an empty 503. */
  private static Object plain(Series calls) throws Exception {
    HttpResponse<String> response = calls.open("ok", BodyHandlers.ofString());
    return response.statusCode() + " '" + response.body() + "' " + response.headers().map();
  }
}
