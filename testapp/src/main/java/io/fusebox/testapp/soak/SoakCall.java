package io.fusebox.testapp.soak;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The ways in which a soak makes its calls. */
enum SoakCall {
  /** Blocking, the body as text. */
  SEND {
    @Override
    HttpResponse<?> make(HttpClient client, HttpRequest request)
        throws IOException, InterruptedException {
      return client.send(request, BodyHandlers.ofString());
    }
  },
  /** A future. */
  ASYNC {
    @Override
    HttpResponse<?> make(HttpClient client, HttpRequest request)
        throws IOException, InterruptedException {
      return await(client.sendAsync(request, BodyHandlers.ofString()), PATIENCE_MILLIS);
    }
  },
  /** A future that is cancelled soon, if it is not over by then; also while it waits to retry. */
  CANCELLED {
    @Override
    HttpResponse<?> make(HttpClient client, HttpRequest request)
        throws IOException, InterruptedException {
      CompletableFuture<HttpResponse<String>> call =
          client.sendAsync(request, BodyHandlers.ofString());
      try {
        return await(call, CANCEL_MILLIS);
      } catch (HungException e) {
        call.cancel(true);
        throw new IOException(Outcomes.CANCELLED, e);
      }
    }
  },
  /** The body as a stream that is read to its end. */
  STREAM {
    @Override
    HttpResponse<?> make(HttpClient client, HttpRequest request)
        throws IOException, InterruptedException {
      HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        body.readAllBytes();
      }
      return response;
    }
  },
  /**
   * The body as a stream that nobody reads or closes. Under a bulkhead, too: it is {@code
   * timeout.total} that gives its place back. Without that a body that was not read to its end
   * would keep it, for the JDK's client keeps such a body alive as long as its connection.
   */
  ABANDONED {
    @Override
    HttpResponse<?> make(HttpClient client, HttpRequest request)
        throws IOException, InterruptedException {
      return client.send(request, BodyHandlers.ofInputStream());
    }
  };

  private static final long PATIENCE_MILLIS = 30_000;
  private static final long CANCEL_MILLIS = 50;

  /** Makes one, and does with its body what this way does. */
  abstract HttpResponse<?> make(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException;

  private static <T> HttpResponse<T> await(CompletableFuture<HttpResponse<T>> call, long millis)
      throws IOException, InterruptedException {
    try {
      return call.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new HungException(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException
          ? (IOException) e.getCause()
          : new IOException(e.getCause());
    }
  }

  /** It has not come back. */
  static final class HungException extends IOException {
    private static final long serialVersionUID = 1L;

    HungException(Throwable cause) {
      super("hung", cause);
    }
  }
}
