package io.fusebox.testapp.scenario;

import io.fusebox.testapp.report.Places;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;

/** What opens a breaker, and what does not. */
final class BreakerScenarios {

  /** More than a client takes in before somebody reads it. */
  private static final String LONG_BUSY = "sequence?of=503&size=200000";

  private static final int SETTLED_MILLIS = 300;

  private BreakerScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    opens(suite);
    timesOut(suite);
    countsNothing(suite);
    whose(suite);
    retries(suite);
  }

  private static void opens(Suite suite) throws InterruptedException {
    Series.start(suite, "breaker.row", "row3", calls -> calls.busy(2).ok(1).busy(3).ok(2));
    Series.start(suite, "breaker.half-fail", "rate", calls -> mixed(calls, 10, 10).ok(2));
    Series.start(suite, "breaker.more-fail", "rate", calls -> mixed(calls, 9, 11).ok(2));
    Series.start(suite, "breaker.too-few", "rate", calls -> calls.busy(19).ok(2));
    Series.start(
        suite, "breaker.slow", "slow-calls", calls -> calls.get("slow?delay=400", 4).ok(2));
    Series.start(suite, "breaker.statuses", "row3", BreakerScenarios::statuses);
    Series.start(suite, "breaker.count-429", "counts-429", calls -> calls.status(429, 3).ok(1));
    Series.start(suite, "breaker.neutral-429", "row3", c -> c.busy(2).status(429, 2).busy(1).ok(1));
    Series.start(suite, "breaker.gateway", "row3", c -> c.status(502, 1).status(504, 2).ok(1));
    Series.start(suite, "breaker.broken", "row3", BreakerScenarios::broken);
    Series.start(suite, "breaker.refused", "row3", BreakerScenarios::refused);
    Series.start(suite, "breaker.forced", "forced", calls -> calls.ok(3));
    Series.start(
        suite,
        "breaker.closed-unread",
        "row3",
        calls -> calls.closedAfter(0, LONG_BUSY, 3).pause(SETTLED_MILLIS).ok(2));
    Series.start(
        suite,
        "breaker.closed-early",
        "row3",
        calls -> calls.closedAfter(1, LONG_BUSY, 3).pause(SETTLED_MILLIS).ok(2));
  }

  private static void timesOut(Suite suite) throws InterruptedException {
    Series.start(
        suite,
        "breaker.total",
        "row2-total",
        calls -> calls.get("silent", 1).get("drip?every=300", 1).ok(1));
    Series.start(
        suite,
        "breaker.read",
        "row2-read",
        calls -> calls.get("silent", 1).get("stall-after-head", 1).ok(1));
    Series.start(suite, "breaker.attempt", "row2-attempt", calls -> calls.get("silent", 2).ok(1));
    // At first too little time for anybody to answer, then more than half of what is configured.
    Series.start(suite, "breaker.short-time", "row3-attempt1s", calls -> timed(calls, 200).ok(1));
    Series.start(suite, "breaker.enough-time", "row3-attempt1s", calls -> timed(calls, 750).ok(1));
  }

  private static void countsNothing(Suite suite) throws InterruptedException {
    Series.start(suite, "breaker.cancelled", "row3", BreakerScenarios::cancelled);
    Series.start(suite, "breaker.callback", "row3", BreakerScenarios::callbackThrows);
    if (Runtime.version().feature() >= 21) {
      Series.start(suite, "breaker.shut-down", "row3", BreakerScenarios::shutDown);
    }
  }

  private static void whose(Suite suite) throws InterruptedException {
    suite.start("breaker.two-clients", 20_000, BreakerScenarios::twoClients);
    Series.start(suite, "breaker.other-host", "row3", calls -> elsewhere(calls, 3, 1));
    Series.start(suite, "breaker.other-port", "row3", BreakerScenarios::otherPort);
    Series.start(
        suite, "breaker.other-policy", "row3", c -> c.busy(3).ok(1).getUnder("row3-too", "ok", 1));
    Series.startOne(suite, Door.SEND, "breaker.shared", "shared-send", c -> elsewhere(c, 1, 1));
    Series.startOne(suite, Door.ASYNC, "breaker.shared", "shared-async", c -> elsewhere(c, 1, 1));
    Series.start(suite, "breaker.hundred-hosts", "one", BreakerScenarios::hundredHosts);
  }

  private static void retries(Suite suite) throws InterruptedException {
    Series.start(suite, "breaker.retries", "row4-retries", calls -> calls.busy(2).ok(1));
    Series.start(suite, "breaker.wait", "row3-waits", BreakerScenarios::opensDuringTheWait);
    Series.start(suite, "breaker.stalled", "row3-stalls", BreakerScenarios::stallsInTheWait);
    Series.start(suite, "breaker.no-retry", "one-waits", calls -> quickly(calls.busy(1)).ok(1));
    Series.start(suite, "breaker.stays-open", "one-again", calls -> calls.busy(3));
    // The head is with the application when read expires: nothing is tried again.
    Series.start(
        suite, "breaker.silent-body", "row2-silence", c -> c.get("drip?bytes=2&every=900", 1));
  }

  /** So many that are answered and that fail, in turns. */
  private static Series mixed(Series calls, int ok, int busy) throws InterruptedException {
    for (int i = 0; i < Math.max(ok, busy); i++) {
      calls.ok(i < ok ? 1 : 0).busy(i < busy ? 1 : 0);
    }
    return calls;
  }

  private static Series statuses(Series calls) throws InterruptedException {
    for (int status : new int[] {400, 401, 404, 409, 500, 501}) {
      calls.status(status, 6);
    }
    return calls.ok(1);
  }

  /** Ends of connections before a head; POST, for the client repeats a GET by itself. */
  private static Series broken(Series calls) throws InterruptedException {
    return calls
        .each(calls.post("close"), 1)
        .each(calls.post("reset"), 1)
        .each(calls.post("close"), 1)
        .ok(1);
  }

  private static Series refused(Series calls) throws InterruptedException {
    String uri = "http://" + calls.host() + ":" + calls.trial().places().text("refused");
    return calls.each(HttpRequest.newBuilder(URI.create(uri + "/row3/ok")).build(), 5);
  }

  private static Series timed(Series calls, long millis) throws InterruptedException {
    HttpRequest hasty =
        HttpRequest.newBuilder(calls.uri("silent")).timeout(Duration.ofMillis(millis)).build();
    return calls.each(hasty, 3);
  }

  private static Series cancelled(Series calls) throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      List<Pending> begun = calls.begin("silent", 1);
      calls.pause(600);
      begun.forEach(Pending::cancel);
      calls.ended(begun);
    }
    return calls.pause(200).ok(1).busy(2).say("and").busy(1).ok(1);
  }

  /** Neither a failure nor a success: what was in a row stays in a row. */
  private static Series callbackThrows(Series calls) throws InterruptedException {
    BodyHandler<String> faulty =
        info -> {
          throw new IllegalStateException("the application's own fault");
        };
    for (int i = 0; i < 5; i++) {
      calls.one(calls.client(), calls.request("ok"), faulty);
    }
    calls.ok(1).busy(2);
    calls.one(calls.client(), calls.request("ok"), faulty);
    return calls.busy(1).ok(1);
  }

  /** One client is shut down with all that it has under way, then another one calls. */
  private static Series shutDown(Series calls) throws Exception {
    HttpClient mine = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    List<Pending> begun = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      begun.add(Pending.begin(calls.door(), mine, calls.request("slow?delay=5000"), null));
    }
    calls.pause(1000);
    HttpClient.class.getMethod("shutdownNow").invoke(mine);
    long failed = begun.stream().map(Pending::word).filter("IOException"::equals).count();
    calls.trial().put("failed", failed);
    return calls.ok(1);
  }

  /** One breaker for all clients of the process. */
  private static Object twoClients(Trial trial) throws Exception {
    Series first = Series.of(trial, Door.SEND, "row4");
    HttpClient second = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    for (int i = 0; i < 3; i++) {
      first.busy(1);
      first.say("async").say(async(second, first));
    }
    return first.toString();
  }

  private static String async(HttpClient client, Series calls) throws Exception {
    return client
        .sendAsync(calls.request(Series.BUSY), BodyHandlers.ofString())
        .handle((response, e) -> e == null ? Endings.word(response) : Endings.word(e))
        .get();
  }

  /** Fails here, then calls another host under the same policy. */
  private static Series elsewhere(Series calls, int busy, int ok) throws InterruptedException {
    String other = calls.uri("ok").toString().replace(calls.host(), Series.freshHost());
    HttpRequest there = HttpRequest.newBuilder(URI.create(other)).build();
    return calls.busy(busy).ok(ok).say("elsewhere").each(there, ok);
  }

  private static Series otherPort(Series calls) throws InterruptedException {
    Places places = calls.trial().places();
    String other =
        calls.uri("ok").toString().replace(":" + places.text("http"), ":" + places.text("second"));
    return calls
        .busy(3)
        .ok(1)
        .say("elsewhere")
        .each(HttpRequest.newBuilder(URI.create(other)).build(), 1);
  }

  private static Object hundredHosts(Series calls) throws InterruptedException {
    String[] hosts = new String[100];
    for (int i = 0; i < hosts.length; i++) {
      hosts[i] = Series.freshHost();
      calls.each(to(hosts[i], calls, i % 2 == 0 ? "ok" : Series.BUSY), 1);
    }
    Series second = Series.of(calls.trial(), calls.door(), "one");
    for (int i = 0; i < hosts.length; i += 2) {
      second.each(to(hosts[i], calls, "ok"), 1);
    }
    for (int i = 1; i < hosts.length; i += 2) {
      second.each(to(hosts[i], calls, "ok"), 1);
    }
    return second;
  }

  private static HttpRequest to(String host, Series calls, String fault) {
    String uri = calls.uri(fault).toString().replace(calls.host(), host);
    return HttpRequest.newBuilder(URI.create(uri)).build();
  }

  /** One waits to try again while others, which are not tried again, open the breaker. */
  private static Object opensDuringTheWait(Series calls) throws Exception {
    List<Pending> waiting = calls.begin(Series.BUSY, 1);
    calls.pause(300).each(calls.post(Series.BUSY), 2);
    calls.say(waiting.get(0).isOver() ? "over" : "waits").ok(1).ended(waiting);
    calls.trial().putElapsed("waited");
    return calls;
  }

  /** The same, and the body of the answer that is put aside never ends. */
  private static Object stallsInTheWait(Series calls) throws Exception {
    String stalled = "stall-after-head?status=503";
    FutureTask<HttpResponse<String>> waiting =
        new FutureTask<>(() -> calls.open(stalled, BodyHandlers.ofString()));
    Thread thread = new Thread(waiting, "stalled");
    thread.setDaemon(true);
    thread.start();
    calls.pause(700).each(calls.post(Series.BUSY), 2);
    calls.trial().put("others", calls.say(waiting.isDone() ? "over" : "waits").ok(1));
    return waiting.get().statusCode();
  }

  private static Series quickly(Series calls) {
    calls.trial().putElapsed("failed-at");
    return calls;
  }
}
