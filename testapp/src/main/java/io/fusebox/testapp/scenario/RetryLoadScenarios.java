package io.fusebox.testapp.scenario;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Many calls that are tried again; one scenario after the other, for each needs the machine. */
final class RetryLoadScenarios {

  private static final int VIRTUAL_THREADS = 1000;
  private static final int RACES = 120;
  private static final int WAVE = 12;
  private static final int FAILING = 150;
  private static final int GIVEN_UP = 300;

  private RetryLoadScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    Entrance.start(suite, "many.discarded", 30_000, RetryLoadScenarios::discarded);
    suite.finish();
    suite.start("many.race", 30_000, RetryLoadScenarios::race);
    suite.finish();
    Entrance.start(suite, "many.second-fails", 30_000, RetryLoadScenarios::secondFails);
    suite.finish();
    suite.start("many.given-up", 30_000, RetryLoadScenarios::givenUp);
    suite.finish();
    suite.start("many.after", 15_000, RetryLoadScenarios::retryAfter);
    suite.finish();
    if (Runtime.version().feature() >= 21) {
      suite.start("many.virtual", 20_000, RetryLoadScenarios::virtualThreads);
      suite.finish();
    }
    // Last: its callbacks hold the common pool.
    suite.start("many.callbacks", 10_000, RetryLoadScenarios::callbacks);
  }

  /** One call after the other, each with two long bodies that nobody wants. */
  private static Object discarded(Entrance door, Trial trial) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    int answered = 0;
    for (int i = 0; i < 40; i++) {
      HttpRequest request = numbered(trial, "quick", "sequence?of=503.503.200&size=1000000", i);
      answered += door.text(client, request).equals("200 200-3") ? 1 : 0;
    }
    return answered;
  }

  /** The answer of the first attempt comes at the very moment of its bound. */
  private static Object race(Trial trial) throws Exception {
    AtomicInteger values = new AtomicInteger();
    AtomicInteger failures = new AtomicInteger();
    AtomicInteger callbacks = new AtomicInteger();
    for (int wave = 0; wave < RACES / WAVE; wave++) {
      List<CompletableFuture<Void>> racing = new ArrayList<>();
      for (int i = 0; i < WAVE; i++) {
        // Some 503, so that a head that is to be tried again races with the clock as well.
        String answers = i % 2 == 0 ? "200" : "503.200";
        HttpRequest request =
            numbered(
                trial, "race", "sequence?of=" + answers + "&delay=" + (90 + i), wave * WAVE + i);
        racing.add(
            trial
                .client()
                .sendAsync(request, BodyHandlers.ofString())
                .whenComplete((response, error) -> callbacks.incrementAndGet())
                .handle((response, error) -> count(response, values, failures)));
      }
      CompletableFuture.allOf(racing.toArray(new CompletableFuture<?>[0])).get();
    }
    trial.put("callbacks", callbacks);
    trial.put("failures", failures);
    return values.get() + failures.get();
  }

  private static @Nullable Void count(
      @Nullable HttpResponse<String> response, AtomicInteger values, AtomicInteger failures) {
    (response == null ? failures : values).incrementAndGet();
    return null;
  }

  /** The second attempt has its head at once, and then its body fails in the application's code. */
  private static Object secondFails(Entrance door, Trial trial) throws Exception {
    int failed = 0;
    for (int i = 0; i < FAILING; i++) {
      HttpRequest request = numbered(trial, "quick", "sequence?of=503.200", i);
      try {
        door.call(trial.client(), request, info -> new Choking());
      } catch (IOException | ExecutionException e) {
        failed++;
      }
    }
    return failed;
  }

  /** Cannot digest what it gets. */
  private static final class Choking implements BodySubscriber<String> {
    private final CompletableFuture<String> body = new CompletableFuture<>();

    @Override
    public CompletionStage<String> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> item) {
      throw new IllegalStateException("not what was expected");
    }

    @Override
    public void onError(Throwable failure) {
      body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      body.complete("");
    }
  }

  /**
   * What depends on a call is cancelled, at any moment of it: the call itself ends all the same.
   */
  private static Object givenUp(Trial trial) throws Exception {
    Random random = new Random(1);
    List<CompletableFuture<?>> calls = new ArrayList<>();
    for (int i = 0; i < GIVEN_UP; i++) {
      HttpRequest request = numbered(trial, "quick", "sequence?of=503.200", i);
      CompletableFuture<HttpResponse<String>> call =
          trial.client().sendAsync(request, BodyHandlers.ofString());
      CompletableFuture<Integer> dependent = call.thenApply(HttpResponse::statusCode);
      LockSupport.parkNanos(random.nextInt(4_000_000));
      trial.put("cancelled-" + i, dependent.cancel(true));
      calls.add(call);
    }
    int over = 0;
    for (CompletableFuture<?> call : calls) {
      over += isOver(call) ? 1 : 0;
    }
    return over;
  }

  private static boolean isOver(CompletableFuture<?> call) throws InterruptedException {
    try {
      call.get(5, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException | CancellationException e) {
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private static Object retryAfter(Trial trial) throws Exception {
    List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      HttpRequest request = numbered(trial, "r2", "sequence?of=503.200&after=1", i);
      calls.add(trial.client().sendAsync(request, BodyHandlers.ofString()));
    }
    int answered = 0;
    for (CompletableFuture<HttpResponse<String>> call : calls) {
      answered += call.get().statusCode() == 200 ? 1 : 0;
    }
    return answered;
  }

  /** A thousand virtual threads wait for their second attempt. */
  private static Object virtualThreads(Trial trial) throws Exception {
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    List<Future<String>> calls = new ArrayList<>();
    trial.restartClock();
    for (int i = 0; i < VIRTUAL_THREADS; i++) {
      HttpRequest request = numbered(trial, "virtual", "sequence?of=503.200", i);
      calls.add(threads.submit(() -> Entrance.SEND.text(trial.client(), request)));
    }
    int answered = 0;
    for (Future<String> call : calls) {
      answered += call.get().equals("200 200-2") ? 1 : 0;
    }
    return answered;
  }

  /** The callbacks of ten calls block for two seconds each, while another call is tried again. */
  private static Object callbacks(Trial trial) throws Exception {
    for (int i = 0; i < 10; i++) {
      CompletableFuture<Void> blocking =
          trial
              .client()
              .sendAsync(numbered(trial, "r3", "sequence?of=503.200", i), BodyHandlers.ofString())
              .thenAccept(response -> block());
      trial.put("blocking-" + i, blocking.isDone() ? "early" : "later");
    }
    Thread.sleep(500);
    trial.restartClock();
    return Entrance.SEND.text(trial.client(), numbered(trial, "r3", "sequence?of=503.200", 10));
  }

  private static void block() {
    try {
      Thread.sleep(2000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static HttpRequest numbered(Trial trial, String policy, String fault, int number) {
    return HttpRequest.newBuilder(
            trial.places().uri("http", "http", policy, fault, trial.id() + "-" + number))
        .build();
  }
}
