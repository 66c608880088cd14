package io.fusebox.bench.app;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.Timeout;
import dev.failsafe.okhttp.FailsafeCall;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** GETs one after the other on one kept connection of OkHttp. */
public final class OkGetLoop {

  private final OkHttpClient client = new OkHttpClient();
  private final Request request;
  private final FailsafeExecutor<Response> failsafe =
      Failsafe.with(Timeout.<Response>of(Duration.ofSeconds(5)));

  private OkGetLoop(String url) {
    this.request = new Request.Builder().url(url).build();
  }

  /**
   * Arguments: URL, {@code execute}, {@code enqueue} or {@code failsafe}, calls to warm up, calls to
   * measure.
   */
  public static void main(String[] args) throws Exception {
    OkGetLoop loop = new OkGetLoop(args[0]);
    Loop.run(loop.way(args[1]), args[2], args[3]);
  }

  private Loop.Call way(String name) {
    return switch (name) {
      case "execute" -> () -> status(call().execute());
      case "enqueue" -> this::enqueue;
      case "failsafe" -> () -> status(FailsafeCall.with(failsafe).compose(call()).execute());
      default -> throw new IllegalArgumentException(name);
    };
  }

  private Call call() {
    return client.newCall(request);
  }

  private static int status(Response response) throws IOException {
    try (response) {
      response.body().bytes();
      return response.code();
    }
  }

  private int enqueue() {
    CompletableFuture<Integer> told = new CompletableFuture<>();
    call()
        .enqueue(
            new Callback() {
              @Override
              public void onFailure(Call of, IOException failure) {
                told.completeExceptionally(failure);
              }

              @Override
              public void onResponse(Call of, Response response) throws IOException {
                told.complete(status(response));
              }
            });
    return told.join();
  }
}
