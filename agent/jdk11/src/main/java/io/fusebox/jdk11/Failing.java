package io.fusebox.jdk11;

import java.util.concurrent.CompletableFuture;

/** No lambda: the first of those in a JVM takes tens of milliseconds, and this is a cut. */
final class Failing implements Runnable {

  private final CompletableFuture<?> future;
  private final Throwable failure;

  Failing(CompletableFuture<?> future, Throwable failure) {
    this.future = future;
    this.failure = failure;
  }

  @Override
  public void run() {
    future.completeExceptionally(failure);
  }
}
