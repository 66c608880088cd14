package io.fusebox.testapp.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Calls of one scenario under one policy, to a host that no other scenario calls: so nobody else
 * moves its breaker. Takes down how each ended. Only the scenario's thread.
 */
final class Series {

  /** A failure of the host, at once. */
  static final String BUSY = "slow?delay=0&status=503";

  private static final AtomicInteger HOSTS = new AtomicInteger();

  // Fixed at construction.
  private final Trial trial;
  private final Door door;
  private final String policy;
  private final String host;
  private final Endings endings = new Endings();

  private Series(Trial trial, Door door, String policy, String host) {
    this.trial = trial;
    this.door = door;
    this.policy = policy;
    this.host = host;
  }

  /** To a host of its own; the names are those of the file that the resolver reads. */
  static Series of(Trial trial, Door door, String policy) {
    return new Series(trial, door, policy, freshHost());
  }

  /** A host that nobody has called. */
  static String freshHost() {
    return "h" + HOSTS.getAndIncrement() + ".test";
  }

  Trial trial() {
    return trial;
  }

  Door door() {
    return door;
  }

  HttpClient client() {
    return trial.client();
  }

  String host() {
    return host;
  }

  URI uri(String fault) {
    return uri(policy, fault);
  }

  private URI uri(String ofPolicy, String fault) {
    String separator = fault.indexOf('?') < 0 ? "?" : "&";
    String port = trial.places().text("http");
    return URI.create(
        "http://"
            + host
            + ":"
            + port
            + "/"
            + ofPolicy
            + "/"
            + fault
            + separator
            + "id="
            + trial.id());
  }

  HttpRequest request(String fault) {
    return HttpRequest.newBuilder(uri(fault)).build();
  }

  HttpRequest post(String fault) {
    return HttpRequest.newBuilder(uri(fault)).POST(BodyPublishers.ofString("amount=1")).build();
  }

  /** GETs, one after the other. */
  Series get(String fault, int times) throws InterruptedException {
    return each(request(fault), times);
  }

  /** The same under another policy. */
  Series getUnder(String other, String fault, int times) throws InterruptedException {
    return each(HttpRequest.newBuilder(uri(other, fault)).build(), times);
  }

  Series ok(int times) throws InterruptedException {
    return get("ok", times);
  }

  Series busy(int times) throws InterruptedException {
    return get(BUSY, times);
  }

  Series status(int status, int times) throws InterruptedException {
    return get("slow?delay=0&status=" + status, times);
  }

  /** Requests, one after the other. */
  Series each(HttpRequest request, int times) throws InterruptedException {
    return each(client(), request, times);
  }

  /** The same through whatever client. */
  Series each(HttpClient client, HttpRequest request, int times) throws InterruptedException {
    for (int i = 0; i < times; i++) {
      one(client, request, BodyHandlers.ofString());
    }
    return this;
  }

  /** One request through whatever client and handler. */
  Series one(HttpClient client, HttpRequest request, BodyHandler<?> handler)
      throws InterruptedException {
    try {
      endings.add(Endings.word(door.call(client, request, handler)));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      endings.add(Endings.word(e));
      if (Endings.isRejection(e)) {
        trial.put("rejection", e.getMessage());
      }
    }
    return this;
  }

  /** Responses whose bodies the application closes when it has read so many bytes of them. */
  Series closedAfter(int bytes, String fault, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      HttpResponse<InputStream> response = open(fault, BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        body.readNBytes(bytes);
      }
      endings.add(Endings.word(response));
    }
    return this;
  }

  /** A response whose body is not read yet. */
  <T> HttpResponse<T> open(String fault, BodyHandler<T> handler) throws Exception {
    return door.call(client(), request(fault), handler);
  }

  /** Begins calls that stay under way. */
  List<Pending> begin(String fault, int calls) {
    List<Pending> begun = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      begun.add(Pending.begin(door, client(), request(fault), null));
    }
    return begun;
  }

  /** So many calls in one moment; how they ended is sorted, for their order means nothing. */
  Series atOnce(String fault, int calls) {
    CountDownLatch start = new CountDownLatch(1);
    List<Pending> begun = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      begun.add(Pending.begin(door, client(), request(fault), start));
    }
    start.countDown();
    return ended(begun);
  }

  /** Waits for these calls. */
  Series ended(List<Pending> calls) {
    endings.addSorted(calls.stream().map(Pending::word).collect(Collectors.toList()));
    return this;
  }

  Series pause(long millis) throws InterruptedException {
    Thread.sleep(millis);
    return this;
  }

  Series say(String word) {
    endings.add(word);
    return this;
  }

  /** Reads a response's body as text. */
  static String text(HttpResponse<InputStream> response) throws IOException {
    return new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** What becomes of it. */
  @FunctionalInterface
  interface Plot {

    /** Makes the calls; what it returns is the scenario's value. */
    Object run(Series calls) throws Exception;
  }

  /** Starts a scenario twice: through {@code send} and through {@code sendAsync}. */
  static void start(Suite suite, String name, String policy, Plot plot)
      throws InterruptedException {
    for (Door door : Door.values()) {
      startOne(suite, door, name, policy, plot);
    }
  }

  /** Starts a scenario through one of the two. */
  static void startOne(Suite suite, Door door, String name, String policy, Plot plot)
      throws InterruptedException {
    suite.start(
        name + "." + door.name().toLowerCase(Locale.ROOT),
        20_000,
        trial -> plot.run(of(trial, door, policy)));
  }

  @Override
  public String toString() {
    return endings.toString();
  }
}
