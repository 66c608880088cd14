package io.fusebox.testapp.scenario;

import io.fusebox.testapp.fault.TlsKeys;
import io.fusebox.testapp.report.Places;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/** Breaker, bulkhead and fallback where calls are streams of one connection. */
final class Http2StateScenarios {

  private Http2StateScenarios() {}

  static void start(Suite suite) throws Exception {
    HttpClient client = client();
    client.send(request(suite.places(), "none", "ok", "warm-up"), BodyHandlers.ofString());
    for (Door door : Door.values()) {
      String way = door == Door.SEND ? "send" : "async";
      suite.start("h2.breaker." + way, 20_000, trial -> breaker(client, trial, door, way));
      suite.start("h2.bulkhead." + way, 20_000, trial -> bulkhead(client, trial, door, way));
      suite.start("h2.fallback." + way, 20_000, trial -> fallback(client, trial, door, way));
      suite.start("h2.crowd." + way, 20_000, trial -> crowd(trial, door, way));
    }
  }

  /** More calls in one moment than the server has streams for; then one. */
  private static Object crowd(Trial trial, Door door, String way) throws Exception {
    HttpClient client = client();
    // The client knows the server's limit from the first answer on.
    client.send(limited(trial, "none", "ok"), BodyHandlers.ofString());
    CountDownLatch start = new CountDownLatch(1);
    List<Pending> begun = new ArrayList<>();
    HttpRequest slow = limited(trial, "h2-crowd-" + way, "slow?delay=700");
    for (int i = 0; i < 60; i++) {
      begun.add(Pending.begin(door, client, slow, start));
    }
    start.countDown();
    Endings endings = new Endings();
    endings.addSorted(begun.stream().map(Pending::word).collect(Collectors.toList()));
    trial.put("at-once", endings);
    HttpRequest next = limited(trial, "h2-crowd-" + way, "ok");
    return Endings.word(door.call(client, next, BodyHandlers.ofString()));
  }

  private static HttpRequest limited(Trial trial, String policy, String fault) {
    return HttpRequest.newBuilder(
            trial.places().uri("https", "h2limited", policy, fault, trial.id()))
        .build();
  }

  private static HttpClient client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_2)
        .sslContext(TlsKeys.clientContext())
        .build();
  }

  /** Two that are never answered; a wait; probes that are. */
  private static Object breaker(HttpClient client, Trial trial, Door door, String way)
      throws InterruptedException {
    Endings endings = new Endings();
    call(client, trial, door, "h2-breaker-" + way, "silent", 2, endings);
    call(client, trial, door, "h2-breaker-" + way, "ok", 3, endings);
    Thread.sleep(1700);
    call(client, trial, door, "h2-breaker-" + way, "ok", 3, endings);
    return endings;
  }

  /** Two places, taken by streams that are given up; then two are let through, not three. */
  private static Object bulkhead(HttpClient client, Trial trial, Door door, String way)
      throws InterruptedException {
    Endings endings = new Endings();
    String policy = "h2-bulkhead-" + way;
    for (int i = 0; i < 2; i++) {
      List<Pending> begun = begin(client, trial, door, policy, "silent", 2);
      Thread.sleep(200);
      call(client, trial, door, policy, "ok", 1, endings);
      begun.forEach(Pending::cancel);
      begun.forEach(pending -> endings.add(pending.word()));
      Thread.sleep(300);
    }
    List<String> words = new ArrayList<>();
    begin(client, trial, door, policy, "slow?delay=700", 4)
        .forEach(pending -> words.add(pending.word()));
    endings.addSorted(words);
    return endings;
  }

  private static Object fallback(HttpClient client, Trial trial, Door door, String way)
      throws Exception {
    HttpRequest request = request(trial.places(), "h2-fallback-" + way, "silent", trial.id());
    return door.call(client, request, BodyHandlers.ofString()).body();
  }

  private static List<Pending> begin(
      HttpClient client, Trial trial, Door door, String policy, String fault, int calls) {
    List<Pending> begun = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      begun.add(
          Pending.begin(door, client, request(trial.places(), policy, fault, trial.id()), null));
    }
    return begun;
  }

  private static void call(
      HttpClient client,
      Trial trial,
      Door door,
      String policy,
      String fault,
      int times,
      Endings endings)
      throws InterruptedException {
    HttpRequest request = request(trial.places(), policy, fault, trial.id());
    for (int i = 0; i < times; i++) {
      try {
        endings.add(Endings.word(door.call(client, request, BodyHandlers.ofString())));
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        endings.add(Endings.word(e));
      }
    }
  }

  private static HttpRequest request(Places places, String policy, String fault, String id) {
    return HttpRequest.newBuilder(places.uri("https", "http2", policy, fault, id)).build();
  }
}
