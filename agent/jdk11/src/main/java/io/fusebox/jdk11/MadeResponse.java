package io.fusebox.jdk11;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Function;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * A response that does not come off the wire as it is given out: one that was read before it was
 * known that it is the outcome, or a fallback. Its body goes through the application's own handler,
 * as that of any other.
 */
final class MadeResponse<T> implements HttpResponse<T>, Function<T, HttpResponse<T>> {

  // Fixed at construction.
  private final ResponseInfo info;
  private final HttpRequest request;
  private final URI uri;
  private final @Nullable HttpResponse<T> original;

  // Set by apply, before anybody has this.
  private @Nullable T body;

  private MadeResponse(
      ResponseInfo info, HttpRequest request, URI uri, @Nullable HttpResponse<T> original) {
    this.info = info;
    this.request = request;
    this.uri = uri;
    this.original = original;
  }

  /**
   * Lets the application's handler read the body, and completes a future with the outcome, which is
   * what the handler throws if it does. To be called where the application's code may run.
   *
   * @param original the response whose body was read before; null for one that is made up
   */
  static <T> void give(
      CompletableFuture<HttpResponse<T>> to,
      ResponseInfo info,
      List<ByteBuffer> pieces,
      HttpRequest request,
      URI uri,
      @Nullable HttpResponse<T> original,
      BodyHandler<T> handler) {
    try {
      BodySubscriber<T> subscriber = handler.apply(info);
      new Feed(subscriber, pieces, to).start();
      CompletionStage<HttpResponse<T>> unused =
          subscriber
              .getBody()
              .thenApply(new MadeResponse<>(info, request, uri, original))
              .whenComplete(new Handing<>(to));
    } catch (Throwable e) {
      // The application's own code: its exception is its outcome.
      to.completeExceptionally(e);
    }
  }

  @Override
  public HttpResponse<T> apply(@Nullable T value) {
    body = value;
    return this;
  }

  @Override
  public int statusCode() {
    return info.statusCode();
  }

  @Override
  public HttpRequest request() {
    return original == null ? request : original.request();
  }

  @Override
  public Optional<HttpResponse<T>> previousResponse() {
    return original == null ? Optional.empty() : original.previousResponse();
  }

  @Override
  public HttpHeaders headers() {
    return info.headers();
  }

  @Override
  public @Nullable T body() {
    return body;
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return original == null ? Optional.empty() : original.sslSession();
  }

  @Override
  public URI uri() {
    return original == null ? uri : original.uri();
  }

  @Override
  public HttpClient.Version version() {
    return info.version();
  }

  @Override
  public String toString() {
    return "(" + request().method() + " " + uri() + ") " + statusCode();
  }

  /**
   * Gives the pieces out as they are asked for, one signal at a time and never one within another.
   * What a signal throws ends it as with the client: the subscriber is told, and whoever waits has
   * it as the outcome, on whichever thread the signal was asked for.
   */
  private static final class Feed implements Subscription {
    // Fixed at construction.
    private final BodySubscriber<?> subscriber;
    private final List<ByteBuffer> pieces;
    private final CompletableFuture<?> to;
    // Guarded by this.
    private int given;
    private long asked;
    private boolean refused; // less than one piece was asked for
    private boolean giving = true; // until onSubscribe is through: a signal must not come within it
    private boolean over;

    Feed(BodySubscriber<?> subscriber, List<ByteBuffer> pieces, CompletableFuture<?> to) {
      this.subscriber = subscriber;
      this.pieces = pieces;
      this.to = to;
    }

    @Override
    public void request(long n) {
      synchronized (this) {
        if (over) {
          return;
        }
        if (n <= 0) {
          refused = true;
        } else {
          asked = asked + n < 0 ? Long.MAX_VALUE : asked + n;
        }
        if (giving) {
          return;
        }
        giving = true;
      }
      give();
    }

    void start() {
      try {
        subscriber.onSubscribe(this);
      } catch (Throwable e) {
        fail(e);
        return;
      }
      give();
    }

    private void give() {
      try {
        boolean more = true;
        while (more) {
          more = giveNext();
        }
      } catch (Throwable e) {
        fail(e);
      }
    }

    private boolean giveNext() {
      ByteBuffer piece = null;
      synchronized (this) {
        if (over || (!refused && given < pieces.size() && asked == 0)) {
          giving = false;
          return false;
        }
        if (refused) {
          throw new IllegalArgumentException("non-positive subscription request");
        }
        if (given == pieces.size()) {
          over = true;
        } else {
          piece = pieces.get(given++);
          asked--;
        }
      }
      if (piece == null) {
        subscriber.onComplete();
        return false;
      }
      subscriber.onNext(List.of(piece));
      return true;
    }

    /** The application's own code has thrown, or asked for what there is not. */
    private void fail(Throwable failure) {
      boolean told;
      synchronized (this) {
        told = over;
        over = true;
      }
      try {
        if (!told) {
          subscriber.onError(failure);
        }
      } finally {
        to.completeExceptionally(failure);
      }
    }

    @Override
    public synchronized void cancel() {
      over = true;
    }
  }
}
