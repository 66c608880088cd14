package io.fusebox.testapp.safety;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads bodies through a subscriber whose methods throw: {@code METHOD URL}, where METHOD is {@code
 * onNext}, {@code onError} or {@code onComplete}. The response is there with its head.
 *
 * <pre>{@code
 * response=200
 * met=onError java.net.http.HttpTimeoutException: ...
 * body=threw java.lang.IllegalStateException: of the application
 * }</pre>
 */
public final class ThrowingSubscriber implements BodySubscriber<CompletableFuture<String>> {

  private static final long PATIENCE_MILLIS = 5_000;

  private final String method;
  private final CompletableFuture<String> body = new CompletableFuture<>();
  private final CountDownLatch met = new CountDownLatch(1);
  private volatile String signal = "";

  private ThrowingSubscriber(String method) {
    this.method = method;
  }

  /** The program. */
  public static void main(String[] args) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    ThrowingSubscriber subscriber = new ThrowingSubscriber(args[0]);
    HttpRequest request = HttpRequest.newBuilder(URI.create(args[1])).build();
    try {
      System.out.println("response=" + client.send(request, info -> subscriber).statusCode());
    } catch (IOException e) {
      // The whole body may come before the call returns, and what it meets with it.
      System.out.println("response=threw " + e);
    }
    boolean came = subscriber.met.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    System.out.println("met=" + (came ? subscriber.signal : "nothing"));
    System.out.println("body=" + outcome(subscriber.body));
  }

  private static String outcome(CompletableFuture<String> body) throws InterruptedException {
    try {
      return "returned " + body.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return "hung";
    } catch (ExecutionException e) {
      return "threw " + e.getCause();
    }
  }

  @Override
  public CompletionStage<CompletableFuture<String>> getBody() {
    return CompletableFuture.completedStage(body);
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> item) {
    throwIf("onNext", "onNext");
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
    throwIf("onError", "onError " + failure);
  }

  @Override
  public void onComplete() {
    body.complete("complete");
    throwIf("onComplete", "onComplete");
  }

  private void throwIf(String here, String what) {
    if (here.equals(method)) {
      signal = what;
      met.countDown();
      throw new IllegalStateException("of the application");
    }
  }
}
