package io.fusebox.testapp.scenario;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/**
 * What depends on the future of a call that is tried again: that it is given up gives up the call,
 * and where it runs.
 */
final class DependentScenarios {

  private static final long BOUND = 10_000;
  private static final String RECOVERS = "sequence?of=503.200";

  private DependentScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    suite.start(
        "attempt.cancel-dependent", BOUND, trial -> cancel(trial, begun(trial, "silent"), 1000));
    suite.start(
        "wait.cancel-dependent", BOUND, trial -> cancel(trial, begun(trial, RECOVERS), 1000));
    suite.start("rest.cancel-dependent", BOUND, DependentScenarios::cancelInTheRest);
    suite.start("kept.thread", BOUND, trial -> thread(trial, "tripped-thread", "&delay=300"));
    suite.start(
        "kept.thread.slow-body",
        BOUND,
        trial -> thread(trial, "tripped-thread-slow", "&delay=300&every=400"));
  }

  /** Waits for five seconds until it tries again. */
  private static CompletableFuture<HttpResponse<String>> begun(Trial trial, String fault) {
    return trial.client().sendAsync(trial.get("wait5s", fault), BodyHandlers.ofString());
  }

  /** How the call's own future ends, and when; stays until another attempt would have been seen. */
  private static Object cancel(
      Trial trial, CompletableFuture<HttpResponse<String>> future, int afterMillis)
      throws Exception {
    CompletableFuture<Integer> dependent = future.thenApply(HttpResponse::statusCode);
    Thread.sleep(afterMillis);
    trial.put("cancel", dependent.cancel(true));
    try {
      HttpResponse<String> response = future.get();
      return response.statusCode() + " " + response.body();
    } finally {
      trial.putElapsed("ended-at");
      Thread.sleep(Math.max(0, 6500 - trial.elapsedMillis()));
    }
  }

  /** The next attempt is refused after a second; the body of the last one comes for five. */
  private static Object cancelInTheRest(Trial trial) throws Exception {
    CompletableFuture<HttpResponse<String>> future = async(trial, "tripped-rest", "&every=1000");
    trip(trial, "tripped-rest");
    return cancel(trial, future, 2000);
  }

  /** The next attempt is refused, and what the last one gave is given after all. */
  private static Object thread(Trial trial, String policy, String how) throws Exception {
    CompletableFuture<String> kind =
        async(trial, policy, how).thenApply(response -> Endings.kind(Thread.currentThread()));
    trip(trial, policy);
    return kind.get();
  }

  private static CompletableFuture<HttpResponse<String>> async(
      Trial trial, String policy, String how) {
    return trial.client().sendAsync(trial.get(policy, RECOVERS + how), BodyHandlers.ofString());
  }

  /** Another call is the second in a row to fail: the breaker opens. */
  private static void trip(Trial trial, String policy) throws Exception {
    HttpRequest other =
        HttpRequest.newBuilder(
                trial.places().uri("http", "http", policy, "sequence?of=503", trial.id() + "-b"))
            .build();
    Thread.sleep(500);
    trial.put("other", Entrance.SEND.text(trial.client(), other));
  }
}
