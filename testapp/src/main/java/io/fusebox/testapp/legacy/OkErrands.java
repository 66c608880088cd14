package io.fusebox.testapp.legacy;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.FormBody;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/**
 * What users do whose part of the service calls through OkHttp: {@code okhttp-execute}, {@code
 * okhttp-enqueue} and {@code okhttp-pays}. Thread-safe.
 */
final class OkErrands {

  private static final RequestBody AMOUNT = new FormBody.Builder().add("amount", "4200").build();

  // Fixed at construction.
  private final OkHttpClient client = new OkHttpClient();
  private final URI server;

  OkErrands(URI server) {
    this.server = server;
  }

  void run(String user) {
    switch (user) {
      case "okhttp-execute":
        LegacyService.timed(user, () -> "status " + status(payment("/pay/okhttp").execute()));
        break;
      case "okhttp-enqueue":
        LegacyService.timed(user, () -> "status " + enqueue(payment("/pay/okhttp")));
        break;
      case "okhttp-pays":
        LegacyService.timed(user, this::payOverAKeptConnection);
        break;
      default:
        LegacyService.say("unknown", user);
    }
  }

  /** The connection stands since an order was looked up, and is closed when the payment comes. */
  private String payOverAKeptConnection() throws IOException {
    int unused = status(client.newCall(to("/orders/18").build()).execute());
    return "status " + status(payment("/shop/okhttp-charges").execute());
  }

  private Call payment(String path) {
    return client.newCall(to(path).post(AMOUNT).build());
  }

  private Request.Builder to(String path) {
    return new Request.Builder().url(server.resolve(path).toString());
  }

  private static int status(Response response) {
    try (Response closed = response) {
      return closed.code();
    }
  }

  /** As a callback that hands on to who waits. */
  private static int enqueue(Call call) throws IOException, InterruptedException {
    CompletableFuture<Integer> told = new CompletableFuture<>();
    call.enqueue(
        new Callback() {
          @Override
          public void onFailure(Call of, IOException failure) {
            told.completeExceptionally(failure);
          }

          @Override
          public void onResponse(Call of, Response response) {
            told.complete(status(response));
          }
        });
    try {
      return told.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException) {
        throw (IOException) e.getCause();
      }
      throw new IllegalStateException(e);
    }
  }
}
