package io.fusebox.testapp.scenario;

import io.fusebox.testapp.report.Report;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Many calls at once; one scenario after the other, for each needs the machine. */
final class LoadScenarios {

  private static final int CALLBACKS = 10;
  private static final int RACES = 200;
  private static final int WAVE = 10;

  /** A request needs some milliseconds to the server, which count for its bound of 100. */
  private static final int EARLIEST = 90;

  private static final int VIRTUAL_THREADS = 1000;

  private LoadScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    suite.start("race", 60_000, LoadScenarios::race);
    suite.finish();
    suite.start("turn", 30_000, LoadScenarios::turn);
    suite.finish();
    suite.start("storm", 10_000, LoadScenarios::storm);
    suite.finish();
    if (Runtime.version().feature() >= 21) {
      suite.start("virtual", 8000, LoadScenarios::virtualThreads);
      suite.finish();
    }
    suite.start("upload.total", 8000, trial -> upload(trial, "total500"));
    suite.finish();
    suite.start("upload.read", 8000, trial -> upload(trial, "read400"));
    suite.finish();
    // Last: its callbacks hold the common pool.
    suite.start("callbacks.block", 3000, LoadScenarios::callbacksBlock);
  }

  /** Much more than the buffers between client and server hold, taken slowly. */
  private static Object upload(Trial trial, String policy) throws Exception {
    HttpRequest request =
        trial
            .request(policy, "slow-upload?piece=1000000&every=30")
            .POST(BodyPublishers.ofByteArray(new byte[50_000_000]))
            .build();
    return trial.client().send(request, BodyHandlers.ofString()).body();
  }

  /** Ten callbacks block for a second each, when another call's bound comes. */
  private static Object callbacksBlock(Trial trial) throws Exception {
    for (int i = 0; i < CALLBACKS; i++) {
      CompletableFuture<Void> blocking =
          trial
              .client()
              .sendAsync(trial.get("total100", "slow?delay=150"), BodyHandlers.ofString())
              .handle((response, error) -> block());
      trial.put("callback-" + i, blocking.isDone() ? "early" : "later");
    }
    // All the callbacks block by now.
    Thread.sleep(250);
    trial.restartClock();
    return trial.client().send(trial.get("total300", "silent"), BodyHandlers.ofString()).body();
  }

  private static @Nullable Void block() {
    try {
      Thread.sleep(1000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return null;
  }

  /** The answer comes at the very moment of the bound. */
  private static Object race(Trial trial) throws Exception {
    AtomicInteger callbacks = new AtomicInteger();
    AtomicInteger values = new AtomicInteger();
    AtomicInteger timeouts = new AtomicInteger();
    for (int wave = 0; wave < RACES / WAVE; wave++) {
      List<CompletableFuture<Void>> racing = new ArrayList<>();
      for (int i = 0; i < WAVE; i++) {
        CompletableFuture<HttpResponse<String>> future =
            trial
                .client()
                .sendAsync(
                    trial.get("race", "slow?delay=" + (EARLIEST + i)), BodyHandlers.ofString());
        racing.add(
            future
                .whenComplete((response, error) -> callbacks.incrementAndGet())
                .handle((response, error) -> count(response, error, values, timeouts)));
      }
      CompletableFuture.allOf(racing.toArray(new CompletableFuture<?>[0])).get();
    }
    trial.put("callbacks", callbacks);
    trial.put("values", values);
    trial.put("timeouts", timeouts);
    return values.get() + timeouts.get();
  }

  /** At the moment of the bound the call is sent on to where nobody answers; the timeouts. */
  private static Object turn(Trial trial) throws Exception {
    int timeouts = 0;
    for (int wave = 0; wave < RACES * 2 / WAVE; wave++) {
      List<CompletableFuture<Boolean>> turning = new ArrayList<>();
      for (int i = 0; i < WAVE; i++) {
        String moved = "moved?to=%2Fturn%2Fsilent%3Fx%3D1&delay=" + (EARLIEST + 2 + i);
        turning.add(
            trial
                .client()
                .sendAsync(trial.get("turn", moved), BodyHandlers.ofString())
                .handle((response, error) -> error != null));
      }
      for (CompletableFuture<Boolean> turned : turning) {
        timeouts += turned.get() ? 1 : 0;
      }
    }
    return timeouts;
  }

  /** Two hundred bodies drip at once, and all of them are cut; the outcomes that are timeouts. */
  private static Object storm(Trial trial) throws Exception {
    List<CompletableFuture<String>> outcomes = new ArrayList<>();
    for (int i = 0; i < RACES; i++) {
      outcomes.add(
          trial
              .client()
              .sendAsync(
                  trial.get("total500", "chunked?chunks=10&every=300"), BodyHandlers.ofString())
              .handle((response, error) -> error == null ? "value" : message(error)));
    }
    int timeouts = 0;
    for (CompletableFuture<String> outcome : outcomes) {
      if (outcome.get().contains("HttpTimeoutException")) {
        timeouts++;
      } else {
        trial.put("other", outcome.get());
      }
    }
    return timeouts;
  }

  private static String message(Throwable error) {
    return Report.unwrapped(error).toString();
  }

  private static @Nullable Void count(
      @Nullable HttpResponse<String> response,
      @Nullable Throwable error,
      AtomicInteger values,
      AtomicInteger timeouts) {
    if (response != null && response.body().equals("slow")) {
      values.incrementAndGet();
    } else if (error != null && Report.causes(error).endsWith("HttpTimeoutException")) {
      timeouts.incrementAndGet();
    }
    return null;
  }

  /** A thousand virtual threads wait for a server that says nothing. */
  private static Object virtualThreads(Trial trial) throws Exception {
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    HttpClient client = trial.client();
    HttpRequest request = trial.get("virtual", "silent");
    List<Future<String>> calls = new ArrayList<>();
    trial.restartClock();
    for (int i = 0; i < VIRTUAL_THREADS; i++) {
      calls.add(threads.submit(() -> outcome(client, request)));
    }
    int cut = 0;
    for (Future<String> call : calls) {
      cut += call.get().equals("HttpTimeoutException") ? 1 : 0;
    }
    return cut;
  }

  private static String outcome(HttpClient client, HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString()).body();
    } catch (Exception e) {
      return e.getClass().getSimpleName();
    }
  }
}
