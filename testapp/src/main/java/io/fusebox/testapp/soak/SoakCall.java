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
    int make(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
      return client.send(request, BodyHandlers.ofString()).body().length();
    }
  },
  /** A future. */
  ASYNC {
    @Override
    int make(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
      return await(client.sendAsync(request, BodyHandlers.ofString()), PATIENCE_MILLIS).length();
    }
  },
  /** A future that is cancelled soon, if it is not over by then. */
  CANCELLED {
    @Override
    int make(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
      CompletableFuture<HttpResponse<String>> call =
          client.sendAsync(request, BodyHandlers.ofString());
      try {
        return await(call, CANCEL_MILLIS).length();
      } catch (HungException e) {
        call.cancel(true);
        throw new IOException("cancelled", e);
      }
    }
  },
  /** The body as a stream that is read to its end. */
  STREAM {
    @Override
    int make(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
      try (InputStream body = client.send(request, BodyHandlers.ofInputStream()).body()) {
        return body.readAllBytes().length;
      }
    }
  },
  /** The body as a stream that nobody reads or closes. */
  ABANDONED {
    @Override
    int make(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
      client.send(request, BodyHandlers.ofInputStream());
      return UNREAD;
    }
  };

  /** What {@link #make} returns where the body was not read. */
  static final int UNREAD = -1;

  private static final long PATIENCE_MILLIS = 30_000;
  private static final long CANCEL_MILLIS = 50;

  /** Makes one; the length of its body. */
  abstract int make(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException;

  private static String await(CompletableFuture<HttpResponse<String>> call, long millis)
      throws IOException, InterruptedException {
    try {
      return call.get(millis, TimeUnit.MILLISECONDS).body();
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
