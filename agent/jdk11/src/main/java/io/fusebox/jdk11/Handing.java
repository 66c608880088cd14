package io.fusebox.jdk11;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Hands the outcome of one future to another. */
final class Handing<T> implements BiConsumer<T, Throwable> {

  private final CompletableFuture<T> to;

  Handing(CompletableFuture<T> to) {
    this.to = to;
  }

  @Override
  public void accept(@Nullable T value, @Nullable Throwable failure) {
    if (failure == null) {
      to.complete(value);
    } else {
      to.completeExceptionally(failure);
    }
  }
}
