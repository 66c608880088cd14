package io.fusebox.testapp.scenario;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The two ways into a client; to the caller both end the same. */
enum Door {
  SEND {
    @Override
    <T> HttpResponse<T> call(HttpClient client, HttpRequest request, BodyHandler<T> handler)
        throws Exception {
      return client.send(request, handler);
    }
  },
  ASYNC {
    @Override
    <T> HttpResponse<T> call(HttpClient client, HttpRequest request, BodyHandler<T> handler)
        throws Exception {
      CompletableFuture<HttpResponse<T>> future = begin(client, request, handler);
      try {
        return future.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Exception) {
          throw (Exception) e.getCause();
        }
        throw e;
      }
    }
  };

  /** Calls and waits; throws what the call is about, without a future's wrapping. */
  abstract <T> HttpResponse<T> call(HttpClient client, HttpRequest request, BodyHandler<T> handler)
      throws Exception;

  /** What {@code sendAsync} gives; that it throws is a fault of its own, with a name of its own. */
  static <T> CompletableFuture<HttpResponse<T>> begin(
      HttpClient client, HttpRequest request, BodyHandler<T> handler) {
    try {
      return client.sendAsync(request, handler);
    } catch (RuntimeException | Error e) {
      throw new IllegalStateException("sendAsync threw", e);
    }
  }
}
