package io.fusebox.testapp.scenario;

import io.fusebox.testapp.fault.TlsKeys;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Each clock of the policy, alone and beside the application's own. */
final class ClockScenarios {

  private static final long STUCK_NANOS = 8_000_000_000L;
  private static final String LATE = "slow?delay=400";

  private ClockScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    connect(suite);
    attempt(suite);
    read(suite);
    application(suite);
    redirects(suite);
    ungoverned(suite);
    SlowApplicationScenarios.start(suite);
  }

  /** In a JVM of its own, for who is stuck might hold the other scenarios' clocks as well. */
  static void startStuck(Suite suite) throws InterruptedException {
    suite.start("stuck.neighbour", 6000, ClockScenarios::besideStuckUploads);
  }

  private static void connect(Suite suite) throws InterruptedException {
    suite.start("connect.tls", 1500, trial -> tls(trial, null));
    suite.start("connect.tls.app-shorter", 1500, trial -> tls(trial, Duration.ofMillis(150)));
    suite.start("connect.tls.app-longer", 1500, trial -> tls(trial, Duration.ofSeconds(10)));
    suite.start("connect.backlog", 1500, ClockScenarios::backlog);
    suite.start(
        "connect.slow-answer",
        1500,
        trial -> body(trial, trial.get("connect300", "slow?delay=600")));
  }

  private static void attempt(Suite suite) throws InterruptedException {
    suite.start("attempt.silent", 1500, trial -> body(trial, trial.get("attempt300", "silent")));
    suite.start(
        "attempt.drip", 3500, trial -> body(trial, trial.get("attempt300", "drip?every=100")));
  }

  private static void read(Suite suite) throws InterruptedException {
    suite.start("read.silent", 1500, trial -> body(trial, trial.get("read400", "silent")));
    suite.start("read.stall", 1500, trial -> body(trial, trial.get("read400", "stall-after-head")));
    suite.start("read.drip", 3500, trial -> body(trial, trial.get("read400", "drip?every=100")));
    suite.start("read.default", 3500, trial -> body(trial, trial.get("only-default", "silent")));
    suite.start("read.application-pauses", 4000, ClockScenarios::slowReader);
  }

  private static void application(Suite suite) throws InterruptedException {
    suite.start("app.shorter", 1500, trial -> timed(trial, "total1s", Duration.ofMillis(200)));
    suite.start("app.longer", 1500, trial -> timed(trial, "total300", Duration.ofSeconds(10)));
    suite.start("app.none", 1500, trial -> body(trial, trial.get("total300", LATE)));
    suite.start(
        "app.huge", 1500, trial -> timed(trial, "total2s", Duration.ofSeconds(Long.MAX_VALUE)));
    suite.start("app.body", 4500, ClockScenarios::headOnly);
  }

  private static void redirects(Suite suite) throws InterruptedException {
    String hops = "redirect?hops=4&delay=300";
    suite.start("redirects.cut", 2500, trial -> body(trial, trial.get("total500", hops)));
    suite.start("redirects.arrive", 2500, trial -> body(trial, trial.get("total2s", hops)));
    // No hop takes as long as an attempt may; all together take twice that.
    String quickHops = "redirect?hops=4&delay=150";
    suite.start(
        "redirects.attempt", 2500, trial -> body(trial, trial.get("attempt300", quickHops)));
  }

  private static void ungoverned(Suite suite) throws InterruptedException {
    suite.start("ungoverned.no-policy", 1500, trial -> body(trial, trial.get("none", "silent")));
    suite.start("ungoverned.off", 1500, trial -> body(trial, trial.get("off", "silent")));
    suite.start("ungoverned.method", 1500, trial -> body(trial, trial.get("post-only", "silent")));
  }

  private static Object body(Trial trial, HttpRequest request) throws Exception {
    return trial.client().send(request, BodyHandlers.ofString()).body();
  }

  private static Object timed(Trial trial, String policy, Duration timeout) throws Exception {
    return body(trial, trial.request(policy, LATE).timeout(timeout).build());
  }

  /** The application's own timeout ends at the head, up to JDK 25. */
  private static Object headOnly(Trial trial) throws Exception {
    HttpRequest request = trial.request("total5s", "drip").timeout(Duration.ofMillis(500)).build();
    try (InputStream in = trial.client().send(request, BodyHandlers.ofInputStream()).body()) {
      return in.readAllBytes().length;
    }
  }

  private static Object tls(Trial trial, @Nullable Duration own) throws Exception {
    HttpClient.Builder builder = HttpClient.newBuilder().sslContext(TlsKeys.clientContext());
    if (own != null) {
      builder.connectTimeout(own);
    }
    HttpClient client = builder.build();
    HttpRequest request =
        HttpRequest.newBuilder(trial.places().uri("https", "mute", "connect300", "ok", trial.id()))
            .build();
    trial.restartClock();
    return client.send(request, BodyHandlers.ofString()).statusCode();
  }

  /** Twelve uploads are cut, and the application's code takes its time to hear of it. */
  private static Object besideStuckUploads(Trial trial) throws Exception {
    Stuck body = new Stuck();
    List<CompletableFuture<?>> uploads = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      HttpRequest upload =
          HttpRequest.newBuilder(
                  trial.places().uri("http", "http", "total500", "ok", trial.id() + "-b"))
              .POST(body)
              .build();
      uploads.add(trial.client().sendAsync(upload, BodyHandlers.discarding()));
    }
    Thread.sleep(100);
    trial.restartClock();
    try {
      return body(trial, trial.get("total500", "silent"));
    } finally {
      trial.put("stuck", body.stuck.get() > 0);
      trial.put("uploads-over", uploads.stream().filter(CompletableFuture::isDone).count());
    }
  }

  private static Object backlog(Trial trial) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                trial.places().uri("http", "backlog", "connect300", "ok", trial.id()))
            .version(Version.HTTP_1_1)
            .build();
    return body(trial, request);
  }

  /** Four megabytes wait while the application does something else for longer than the bound. */
  private static Object slowReader(Trial trial) throws Exception {
    HttpRequest request = trial.get("read400", "bytes?size=4000000");
    try (InputStream in = trial.client().send(request, BodyHandlers.ofInputStream()).body()) {
      int first = in.readNBytes(10).length;
      Thread.sleep(1200);
      return first + in.readAllBytes().length;
    }
  }

  /** Never sends a byte, and stays in {@code cancel} for longer than anybody waits here. */
  private static final class Stuck implements HttpRequest.BodyPublisher {

    private final AtomicInteger stuck = new AtomicInteger();

    @Override
    public long contentLength() {
      return 1_000_000;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      subscriber.onSubscribe(
          new Flow.Subscription() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {
              stuck.incrementAndGet();
              LockSupport.parkNanos(STUCK_NANOS);
            }
          });
    }
  }
}
