package io.fusebox.testapp.scenario;

import io.fusebox.testapp.report.Report;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The application changes its mind, and where its callbacks run. */
final class CancelScenarios {

  private static final int PATIENCE_MILLIS = 300;
  private static final Duration OWN = Duration.ofMillis(300);

  private CancelScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    suite.start("cancel.future", 2500, trial -> cancel(trial, false));
    suite.start("cancel.dependent", 2500, trial -> cancel(trial, true));
    suite.start("cancel.throwing", 2500, CancelScenarios::cancelThrowing);
    suite.start("cancel.soft", 2500, CancelScenarios::softCancel);
    suite.start("cancel.or-timeout", 2500, CancelScenarios::orTimeout);
    suite.start("interrupt.send", 2500, CancelScenarios::interrupt);
    suite.start("thread.success", 2500, trial -> threadKind(trial.get("total2s", "slow")));
    suite.start("thread.failure", 2500, CancelScenarios::threadOfFailure);
    suite.start("thread.failure.type", 2500, CancelScenarios::typeForCallbacks);
  }

  private static Object cancel(Trial trial, boolean dependent) throws Exception {
    CompletableFuture<HttpResponse<String>> future = silent(trial, "total2s");
    CompletableFuture<Integer> recovered =
        future
            .thenApply(HttpResponse::statusCode)
            .exceptionally(
                e -> {
                  trial.put("seen", Report.causes(e));
                  return -1;
                });
    CompletableFuture<?> cancelled =
        dependent ? future.copy().thenApply(HttpResponse::statusCode) : future;
    Thread.sleep(PATIENCE_MILLIS);
    trial.putElapsed("cancelled-at");
    trial.put("cancel", cancelled.cancel(true));
    trial.put("is-cancelled", cancelled.isCancelled());
    trial.put("recovered", dependent ? "not asked" : recovered.get(1, TimeUnit.SECONDS));
    return "cancelled";
  }

  /** A subscriber of the application's does not like the error that ends its body. */
  private static Object cancelThrowing(Trial trial) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<HttpResponse<String>> future =
        trial
            .client()
            .sendAsync(trial.get("total2s", "stall-after-head"), info -> new Throwing(begun));
    begun.await();
    try {
      future.cancel(true);
      return "cancelled";
    } catch (IllegalStateException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Asks for everything and gets an error. */
  private static final class Throwing implements BodySubscriber<String> {
    private final CountDownLatch begun;
    private final CompletableFuture<String> body = new CompletableFuture<>();

    Throwing(CountDownLatch begun) {
      this.begun = begun;
    }

    @Override
    public CompletionStage<String> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
      begun.countDown();
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {}

    @Override
    public void onError(Throwable failure) {
      body.completeExceptionally(failure);
      throw new IllegalStateException("not liked");
    }

    @Override
    public void onComplete() {
      body.complete("");
    }
  }

  /** {@code cancel(false)} never ends the exchange; the policy's total does. */
  private static Object softCancel(Trial trial) throws Exception {
    CompletableFuture<HttpResponse<String>> future = silent(trial, "total500");
    Thread.sleep(100);
    trial.put("cancelled", future.cancel(false));
    return "cancelled";
  }

  private static Object orTimeout(Trial trial) throws Exception {
    return silent(trial, "total500").orTimeout(100, TimeUnit.MILLISECONDS).get().statusCode();
  }

  private static Object interrupt(Trial trial) throws Exception {
    Thread caller = Thread.currentThread();
    Thread interrupter =
        new Thread(
            () -> {
              try {
                Thread.sleep(PATIENCE_MILLIS);
              } catch (InterruptedException e) {
                return;
              }
              trial.putElapsed("interrupted-at");
              caller.interrupt();
            });
    interrupter.start();
    try {
      return trial
          .client()
          .send(trial.get("total2s", "silent"), BodyHandlers.ofString())
          .statusCode();
    } finally {
      trial.put("flag", Thread.currentThread().isInterrupted());
    }
  }

  private static Object threadOfFailure(Trial trial) throws Exception {
    return threadKind(failing(trial));
  }

  /** Without the agent the application's own timeout fails the call, with it the policy's does. */
  private static HttpRequest failing(Trial trial) {
    HttpRequest.Builder request = trial.request("total300", "silent");
    return (trial.places().text("run").startsWith("plain") ? request.timeout(OWN) : request)
        .build();
  }

  private static Object threadKind(HttpRequest request) throws Exception {
    return client()
        .sendAsync(request, BodyHandlers.ofString())
        .handle((response, error) -> kind(Thread.currentThread()))
        .get();
  }

  private static Object typeForCallbacks(Trial trial) throws Exception {
    return client()
        .sendAsync(failing(trial), BodyHandlers.ofString())
        .handle((response, error) -> types(error))
        .get();
  }

  /** What the callback meets, and what that is about. */
  private static String types(@Nullable Throwable error) {
    return error == null
        ? "none"
        : error.getClass().getSimpleName()
            + " < "
            + Report.unwrapped(error).getClass().getSimpleName();
  }

  private static HttpClient client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  private static String kind(Thread thread) {
    ClassLoader loader = thread.getContextClassLoader();
    return thread.getClass().getSimpleName()
        + " "
        + thread.getName().replaceAll("[0-9]+", "N")
        + (thread.isDaemon() ? " daemon" : " user")
        + " priority "
        + thread.getPriority()
        + (loader == null ? " no loader" : " " + loader.getClass().getSimpleName());
  }

  private static CompletableFuture<HttpResponse<String>> silent(Trial trial, String policy) {
    return trial.client().sendAsync(trial.get(policy, "silent"), BodyHandlers.ofString());
  }
}
