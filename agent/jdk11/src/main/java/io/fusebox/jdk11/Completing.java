package io.fusebox.jdk11;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Completes a future with an outcome. No lambda: the first of those in a JVM takes tens of
 * milliseconds, and this may be a cut.
 */
final class Completing<T> implements Runnable {

  // Fixed at construction.
  private final CompletableFuture<T> future;
  private final @Nullable T value;
  private final @Nullable Throwable failure;

  Completing(CompletableFuture<T> future, @Nullable T value, @Nullable Throwable failure) {
    this.future = future;
    this.value = value;
    this.failure = failure;
  }

  @Override
  public void run() {
    if (failure == null) {
      future.complete(value);
    } else {
      future.completeExceptionally(failure);
    }
  }
}
