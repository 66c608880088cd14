package io.fusebox.jdk11;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Turns a body away that came after its call was cut. */
final class RefusedBody<T> implements BodySubscriber<T> {

  private final CompletableFuture<T> body = new CompletableFuture<>();

  RefusedBody(@Nullable Exception cut) {
    body.completeExceptionally(cut == null ? new IOException("another attempt is under way") : cut);
  }

  @Override
  public CompletionStage<T> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.cancel();
  }

  @Override
  public void onNext(List<ByteBuffer> item) {}

  @Override
  public void onError(Throwable failure) {}

  @Override
  public void onComplete() {}
}
