package io.fusebox.jdk11;

import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response that is tried again. Read to its end, so that the connection can be used
 * again, but no further than a bound. What was read is kept: should no further attempt be possible,
 * this response is the operation's outcome after all.
 */
final class DiscardedBody<T> implements BodySubscriber<T> {

  private static final int MOST = 64 * 1024;

  // Fixed at construction.
  final ResponseInfo info;
  private final CompletableFuture<@Nullable T> body = new CompletableFuture<>();

  // Set when the client's own future completes.
  volatile @Nullable HttpResponse<T> response;

  // Guarded by this.
  private final List<ByteBuffer> pieces = new ArrayList<>();
  private int size;
  private boolean complete;
  private boolean ended;
  private @Nullable Subscription subscription;

  DiscardedBody(ResponseInfo info) {
    this.info = info;
  }

  @Override
  @SuppressWarnings("unchecked") // Nobody gets its value, which is null.
  public CompletionStage<T> getBody() {
    return (CompletionStage<T>) body;
  }

  @Override
  public void onSubscribe(Subscription upstream) {
    boolean stopped;
    synchronized (this) {
      subscription = upstream;
      stopped = ended;
    }
    if (stopped) {
      upstream.cancel();
    } else {
      upstream.request(Long.MAX_VALUE);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> item) {
    boolean full = false;
    synchronized (this) {
      if (ended) {
        return;
      }
      for (ByteBuffer piece : item) {
        size += piece.remaining();
        full |= size > MOST;
        if (!full) {
          pieces.add(copy(piece));
        }
      }
    }
    if (full) {
      stop();
    }
  }

  @Override
  public void onError(Throwable failure) {
    end(false);
  }

  @Override
  public void onComplete() {
    end(true);
  }

  /** Reads no further. */
  void stop() {
    Subscription upstream;
    synchronized (this) {
      upstream = ended ? null : subscription;
    }
    end(false);
    if (upstream != null) {
      upstream.cancel();
    }
  }

  /** Tells somebody when nothing of it is on its way any more: at once if that is so. */
  void whenOver(BiConsumer<? super T, ? super Throwable> told) {
    CompletionStage<T> unused = getBody().whenComplete(told);
  }

  /** Whether nothing of it is on its way any more. */
  synchronized boolean isOver() {
    return ended;
  }

  /** The whole body, or null if not all of it was kept. */
  synchronized @Nullable List<ByteBuffer> whole() {
    return complete ? pieces : null;
  }

  private void end(boolean all) {
    synchronized (this) {
      if (!ended) {
        ended = true;
        complete = all;
        if (!all) {
          pieces.clear();
        }
      }
    }
    body.complete(null);
  }

  private static ByteBuffer copy(ByteBuffer piece) {
    // The client may use its own again; off the heap it would outlive what it is part of.
    ByteBuffer kept = ByteBuffer.allocate(piece.remaining());
    kept.put(piece).flip();
    return kept.asReadOnlyBuffer();
  }
}
