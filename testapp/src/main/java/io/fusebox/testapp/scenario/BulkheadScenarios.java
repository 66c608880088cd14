package io.fusebox.testapp.scenario;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Two places for each host. However a call ends, its place comes back, once: afterwards two are let
 * through at a time, not one and not three.
 */
final class BulkheadScenarios {

  private static final String FULL = "slow?delay=700";

  private BulkheadScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    Series.start(suite, "bulkhead.full", "two", calls -> calls.atOnce(FULL, 50).ok(2));
    start(suite, "read", calls -> calls.ok(5));
    start(suite, "no-body", calls -> calls.get("no-content", 5).each(head(calls), 5));
    start(suite, "redirects", calls -> calls.get("redirect?hops=2&delay=0", 5));
    start(suite, "closed", BulkheadScenarios::closed);
    start(suite, "half-read", BulkheadScenarios::halfRead);
    start(suite, "cancelled", BulkheadScenarios::cancelled);
    start(suite, "failed", calls -> calls.each(calls.post("close"), 5));
    start(suite, "timed-out", calls -> calls.atOnce("silent", 2));
    start(suite, "body-timed-out", calls -> calls.atOnce("drip?every=400", 2));
    start(suite, "handler-throws", BulkheadScenarios::handlerThrows);
    start(suite, "stream", BulkheadScenarios::stream);
    start(suite, "race", BulkheadScenarios::race);
    Series.startOne(
        suite, Door.ASYNC, "bulkhead.gone", "place-waits", BulkheadScenarios::goneBeforeTheWait);
    Series.startOne(
        suite,
        Door.ASYNC,
        "bulkhead.executor-refuses",
        "two",
        calls -> refusedByExecutor(calls).atOnce(FULL, 5));
    Series.startOne(suite, Door.SEND, "bulkhead.shared", "two-shared", BulkheadScenarios::shared);
  }

  private static void start(Suite suite, String name, Series.Plot way) throws InterruptedException {
    Series.start(
        suite,
        "bulkhead." + name,
        "two",
        calls -> {
          way.run(calls);
          return calls.pause(300).say("then").atOnce(FULL, 5);
        });
  }

  /** The caller gives up, and then an answer comes that would be waited after. */
  private static Object goneBeforeTheWait(Series calls) throws Exception {
    HttpRequest busy = calls.request("sequence?of=503&after=6&delay=400");
    CompletableFuture<HttpResponse<String>> call =
        Door.begin(calls.client(), busy, BodyHandlers.ofString())
            .orTimeout(100, TimeUnit.MILLISECONDS);
    calls.pause(1200);
    return calls.say(call.isCompletedExceptionally() ? "gone" : "there").ok(1);
  }

  private static HttpRequest head(Series calls) {
    return HttpRequest.newBuilder(calls.uri("head-only"))
        .method("HEAD", BodyPublishers.noBody())
        .build();
  }

  /**
   * Bodies of which the application has had enough; the last two at once, and then the client may
   * find out only when it comes to deliver.
   */
  private static Object closed(Series calls) throws Exception {
    for (int i = 0; i < 5; i++) {
      try (InputStream body =
          calls.open("bytes?size=4000000", BodyHandlers.ofInputStream()).body()) {
        calls.say(body.read() < 0 ? "empty" : "closed");
      }
      try (Stream<String> lines = calls.open("events", BodyHandlers.ofLines()).body()) {
        calls.say(lines.findFirst().isEmpty() ? "empty" : "closed");
      }
    }
    calls.open("bytes?size=4000000", BodyHandlers.ofInputStream()).body().close();
    calls.open("events", BodyHandlers.ofLines()).body().close();
    return calls;
  }

  /** While one is read the place is taken, whatever the client itself has buffered. */
  private static Object halfRead(Series calls) throws Exception {
    try (InputStream first = calls.open("bytes?size=4000000", BodyHandlers.ofInputStream()).body();
        InputStream second =
            calls.open("bytes?size=4000000", BodyHandlers.ofInputStream()).body()) {
      calls.say("" + (first.readNBytes(10).length + second.readNBytes(10).length));
      calls.ok(1);
    }
    return calls;
  }

  private static Object cancelled(Series calls) throws Exception {
    for (int i = 0; i < 3; i++) {
      List<Pending> begun = calls.begin("silent", 2);
      calls.pause(200).ok(1);
      begun.forEach(Pending::cancel);
      calls.ended(begun).pause(200);
    }
    return calls;
  }

  private static Object handlerThrows(Series calls) throws Exception {
    for (int i = 0; i < 5; i++) {
      calls.one(
          calls.client(),
          calls.request("ok"),
          info -> {
            throw new IllegalStateException("the application's own fault");
          });
    }
    return calls;
  }

  /** An event stream holds its place until its end: it is an operation in flight. */
  private static Object stream(Series calls) throws Exception {
    try (InputStream first = calls.open("events?count=100", BodyHandlers.ofInputStream()).body();
        InputStream second = calls.open("events?count=100", BodyHandlers.ofInputStream()).body()) {
      calls.say("" + (first.readNBytes(2).length + second.readNBytes(2).length)).ok(1);
    }
    return calls;
  }

  /** Answers in the moment of the cut: each call has one end, and gives one place back. */
  private static Object race(Series calls) {
    for (int i = 0; i < 4; i++) {
      List<Pending> begun = calls.begin("slow?delay=" + (1497 + i), 2);
      begun.forEach(Pending::word);
    }
    return calls;
  }

  private static Series refusedByExecutor(Series calls) throws InterruptedException {
    AtomicBoolean refuses = new AtomicBoolean();
    ExecutorService threads =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work);
              thread.setDaemon(true);
              return thread;
            });
    HttpClient client =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .executor(
                work -> {
                  if (refuses.get()) {
                    throw new RejectedExecutionException("full");
                  }
                  threads.execute(work);
                })
            .build();
    calls.one(client, calls.request("ok"), BodyHandlers.ofString());
    refuses.set(true);
    for (int i = 0; i < 5; i++) {
      calls.one(client, calls.request("ok"), BodyHandlers.ofString());
    }
    refuses.set(false);
    return calls.pause(300).say("then");
  }

  /** All hosts of a policy share its places. */
  private static Object shared(Series calls) throws InterruptedException {
    List<Pending> begun = calls.begin(FULL, 2);
    calls.pause(300);
    String other = calls.uri("ok").toString().replace(calls.host(), Series.freshHost());
    HttpRequest there = HttpRequest.newBuilder(URI.create(other)).build();
    return calls.each(there, 1).ended(begun).pause(200).each(there, 1);
  }
}
