package io.fusebox.testapp.scenario;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a call while it waits for its next attempt, which under the policy {@code slow}
 * takes ten seconds.
 */
final class RetryWaitScenarios {

  private static final long BOUND = 9_000;
  private static final String RECOVERS = "sequence?of=503.200";
  private static final int INTO_THE_WAIT_MILLIS = 1000;
  private static final int MANY = 40;

  private RetryWaitScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    suite.start("wait.interrupt", BOUND, RetryWaitScenarios::interrupt);
    suite.start("wait.cancel", BOUND, RetryWaitScenarios::cancel);
    suite.start("wait.or-timeout", BOUND, RetryWaitScenarios::orTimeout);
    suite.start("wait.or-timeout.stalled", BOUND, RetryWaitScenarios::orTimeoutStalled);
    suite.start("second.interrupt", BOUND, RetryWaitScenarios::interruptSecond);
    suite.start("second.cancel", BOUND, RetryWaitScenarios::cancelSecond);
    suite.start("wait.neighbour.cancel", BOUND, RetryWaitScenarios::neighbourOfCancelled);
    suite.start("wait.neighbour.interrupt", BOUND, RetryWaitScenarios::neighbourOfInterrupted);
    suite.start("wait.dropped-client", BOUND, RetryWaitScenarios::dropped);
    suite.start("kept.recovers", BOUND, trial -> kept(trial, "r3", RECOVERS, false));
    suite.start("kept.exhausted", BOUND, trial -> kept(trial, "r3", "sequence?of=503", false));
    suite.start("kept.cancelled", BOUND, trial -> kept(trial, "slow", RECOVERS, true));
    suite.start("wait.breaker", BOUND, trial -> tripped(trial, "tripped", RECOVERS));
    suite.start(
        "wait.breaker.slow-body",
        BOUND,
        trial -> tripped(trial, "tripped-slow", RECOVERS + "&every=400"));
    suite.start("wait.refusing-executor", BOUND, RetryWaitScenarios::refusing);
    suite.start("late.start", BOUND, RetryWaitScenarios::lateStart);
    suite.start("wait.thread", BOUND, RetryWaitScenarios::callbackThread);
    suite.start("wait.sleepers", BOUND, RetryWaitScenarios::sleepers);
    if (Runtime.version().feature() >= 21) {
      closed(suite, "wait.", RECOVERS);
      // Closed a second and a half before the attempt is answered.
      closed(suite, "attempt.", RECOVERS + "&delay=2500");
    }
  }

  private static void closed(Suite suite, String when, String fault) throws InterruptedException {
    for (String method : List.of("shutdown", "shutdownNow", "close")) {
      suite.start(when + method, BOUND, trial -> closing(trial, method, fault));
      suite.start(when + method + "-sync", BOUND, trial -> closingSync(trial, method, fault));
    }
  }

  /** The caller gives up in the wait, while the rest of what is not wanted does not come. */
  private static Object orTimeoutStalled(Trial trial) throws Exception {
    CompletableFuture<HttpResponse<String>> call =
        trial
            .client()
            .sendAsync(trial.get("wait5s", "stall-after-head?status=503"), BodyHandlers.ofString())
            .orTimeout(500, TimeUnit.MILLISECONDS);
    Thread.sleep(3000);
    return call.isCompletedExceptionally();
  }

  private static Object interrupt(Trial trial) throws Exception {
    return interrupted(trial, trial.get("slow", RECOVERS));
  }

  private static Object interruptSecond(Trial trial) throws Exception {
    return interrupted(trial, trial.get("r3", "sequence?of=503.silent"));
  }

  private static Object interrupted(Trial trial, HttpRequest request) throws Exception {
    Thread caller = Thread.currentThread();
    after(
        INTO_THE_WAIT_MILLIS,
        () -> {
          trial.putElapsed("given-up-at");
          caller.interrupt();
        });
    try {
      return Entrance.SEND.text(trial.client(), request);
    } finally {
      trial.put("flag", Thread.currentThread().isInterrupted());
    }
  }

  private static Object cancel(Trial trial) throws Exception {
    CompletableFuture<HttpResponse<String>> future = async(trial, "slow", RECOVERS);
    CompletableFuture<Integer> recovered =
        future.thenApply(HttpResponse::statusCode).exceptionally(e -> -1);
    Thread.sleep(INTO_THE_WAIT_MILLIS);
    trial.put("cancel", future.cancel(true));
    trial.put("is-cancelled", future.isCancelled());
    trial.put("recovered", recovered.get(2, TimeUnit.SECONDS));
    return "cancelled";
  }

  private static Object cancelSecond(Trial trial) throws Exception {
    CompletableFuture<HttpResponse<String>> future = async(trial, "r3", "sequence?of=503.silent");
    Thread.sleep(INTO_THE_WAIT_MILLIS);
    trial.putElapsed("given-up-at");
    return future.cancel(true);
  }

  /** While a call waits, its connection is another call's. Then the first one is given up. */
  private static Object neighbourOfCancelled(Trial trial) throws Exception {
    HttpClient client = newClient();
    CompletableFuture<HttpResponse<String>> waiting =
        client.sendAsync(trial.get("slow", RECOVERS), BodyHandlers.ofString());
    after(2 * INTO_THE_WAIT_MILLIS, () -> trial.put("given-up", waiting.cancel(true)));
    return neighbour(client, trial);
  }

  private static Object neighbourOfInterrupted(Trial trial) throws Exception {
    HttpClient client = newClient();
    Thread waiting =
        daemon(
            () -> {
              try {
                trial.put("waiting", Entrance.SEND.text(client, trial.get("slow", RECOVERS)));
              } catch (Exception e) {
                trial.put("given-up", e instanceof InterruptedException);
              }
            });
    waiting.start();
    after(2 * INTO_THE_WAIT_MILLIS, waiting::interrupt);
    return neighbour(client, trial);
  }

  private static Object neighbour(HttpClient client, Trial trial) throws Exception {
    Thread.sleep(INTO_THE_WAIT_MILLIS);
    HttpRequest request =
        HttpRequest.newBuilder(
                trial.places().uri("http", "http", "none", "slow?delay=2500", trial.id() + "-b"))
            .POST(BodyPublishers.ofString("payload"))
            .build();
    return Entrance.SEND.text(client, request);
  }

  private static Object orTimeout(Trial trial) throws Exception {
    return async(trial, "slow", RECOVERS).orTimeout(500, TimeUnit.MILLISECONDS).get().statusCode();
  }

  /** Nobody but the call itself holds the client. */
  private static Object dropped(Trial trial) throws Exception {
    CompletableFuture<HttpResponse<String>> future =
        newClient().sendAsync(trial.get("wait1s", RECOVERS), BodyHandlers.ofString());
    for (int i = 0; i < 8; i++) {
      Thread.sleep(100);
      System.gc();
    }
    HttpResponse<String> response = future.get();
    return response.statusCode() + " " + response.body();
  }

  /** Its future is kept after the call, and nothing else of it. */
  private static Object kept(Trial trial, String policy, String fault, boolean cancelled)
      throws Exception {
    List<CompletableFuture<HttpResponse<String>>> kept = new ArrayList<>();
    WeakReference<HttpClient> client = callAndDrop(trial.get(policy, fault), cancelled, kept);
    for (int i = 0; i < 50 && client.get() != null; i++) {
      System.gc();
      Thread.sleep(100);
    }
    trial.put("kept", kept.get(0).isDone());
    return client.get() == null ? "cleared" : "held";
  }

  private static WeakReference<HttpClient> callAndDrop(
      HttpRequest request, boolean cancelled, List<CompletableFuture<HttpResponse<String>>> kept)
      throws Exception {
    HttpClient client = newClient();
    CompletableFuture<HttpResponse<String>> future =
        client.sendAsync(request, BodyHandlers.ofString());
    kept.add(future);
    if (cancelled) {
      Thread.sleep(INTO_THE_WAIT_MILLIS);
      future.cancel(true);
    } else {
      future.get();
    }
    return new WeakReference<>(client);
  }

  /** The breaker opens while a call waits: another one was the second in a row to fail. */
  private static Object tripped(Trial trial, String policy, String fault) throws Exception {
    HttpClient client = newClient();
    CompletableFuture<HttpResponse<String>> waiting =
        client.sendAsync(trial.get(policy, fault), BodyHandlers.ofString());
    Thread.sleep(300);
    HttpRequest other =
        HttpRequest.newBuilder(
                trial.places().uri("http", "http", policy, "sequence?of=503", trial.id() + "-b"))
            .build();
    trial.put("other", Entrance.SEND.text(client, other));
    HttpResponse<String> response = waiting.get();
    return response.statusCode() + " " + response.body();
  }

  /** The second attempt has had its time before the client has begun with it. */
  private static Object lateStart(Trial trial) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    ProxySelector slow =
        new ProxySelector() {
          @Override
          public List<Proxy> select(URI uri) {
            if (asked.incrementAndGet() == 2) {
              LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(900));
            }
            return List.of(Proxy.NO_PROXY);
          }

          @Override
          public void connectFailed(URI uri, SocketAddress address, IOException failure) {}
        };
    HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).proxy(slow).build();
    HttpResponse<String> response =
        client.send(trial.get("attempt600", RECOVERS), BodyHandlers.ofString());
    // What would still go goes in this time.
    Thread.sleep(1000);
    return response.statusCode() + " " + response.body();
  }

  private static Object refusing(Trial trial) throws Exception {
    AtomicBoolean refuses = new AtomicBoolean();
    ExecutorService threads = Executors.newCachedThreadPool(RetryWaitScenarios::daemon);
    HttpClient client =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .executor(
                task -> {
                  if (refuses.get()) {
                    throw new RejectedExecutionException("full");
                  }
                  threads.execute(task);
                })
            .build();
    CompletableFuture<HttpResponse<String>> future =
        client.sendAsync(trial.get("wait1s", RECOVERS), BodyHandlers.ofString());
    after(500, () -> refuses.set(true));
    HttpResponse<String> response = future.get();
    return response.statusCode() + " " + response.body();
  }

  private static Object callbackThread(Trial trial) throws Exception {
    // Late, so that the callback is there before the answer.
    return async(trial, "r3", RECOVERS + "&delay=300")
        .thenApply(response -> Thread.currentThread())
        .thenApply(Endings::kind)
        .get();
  }

  /** Many calls wait at once: no thread of anybody's may do it for them. */
  private static Object sleepers(Trial trial) throws Exception {
    HttpClient client = newClient();
    List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      HttpRequest request =
          HttpRequest.newBuilder(
                  trial.places().uri("http", "http", "slow", RECOVERS, trial.id() + "-" + i))
              .build();
      waiting.add(client.sendAsync(request, BodyHandlers.ofString()));
    }
    Thread.sleep(3 * INTO_THE_WAIT_MILLIS);
    long ours =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("fusebox"))
            .count();
    long pending = waiting.stream().filter(future -> !future.isDone()).count();
    trial.put("threads-of-the-agent", ours);
    waiting.forEach(future -> future.cancel(true));
    return pending;
  }

  /** The client is closed by another thread, as from Java 21 on it can be. */
  private static Object closing(Trial trial, String method, String fault) throws Exception {
    HttpClient client = newClient();
    CompletableFuture<HttpResponse<String>> future =
        client.sendAsync(trial.get("slow", fault), BodyHandlers.ofString());
    Thread.sleep(INTO_THE_WAIT_MILLIS);
    after(0, () -> close(client, method, trial));
    HttpResponse<String> response = future.get();
    Thread.sleep(300);
    return response.statusCode() + " " + response.body();
  }

  private static Object closingSync(Trial trial, String method, String fault) throws Exception {
    HttpClient client = newClient();
    after(INTO_THE_WAIT_MILLIS, () -> close(client, method, trial));
    return Entrance.SEND.text(client, trial.get("slow", fault));
  }

  private static void close(HttpClient client, String method, Trial trial) {
    try {
      HttpClient.class.getMethod(method).invoke(client);
      trial.putElapsed("closed-at");
    } catch (ReflectiveOperationException e) {
      trial.put("closing-failed", e);
    }
  }

  private static CompletableFuture<HttpResponse<String>> async(
      Trial trial, String policy, String fault) {
    return trial.client().sendAsync(trial.get(policy, fault), BodyHandlers.ofString());
  }

  private static void after(int millis, Runnable task) {
    daemon(
            () -> {
              if (sleeps(millis)) {
                task.run();
              }
            })
        .start();
  }

  private static boolean sleeps(int millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Thread daemon(@Nullable Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  private static HttpClient newClient() {
    return HttpClient.newBuilder().version(Version.HTTP_1_1).build();
  }
}
