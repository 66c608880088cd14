package io.fusebox.jdk11;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Hands the outcome of one future to another: here, or where a call's dependents run. */
final class Handing<T> implements BiConsumer<T, Throwable> {

  // Fixed at construction.
  private final CompletableFuture<T> to;
  private final @Nullable GuardedCall call;

  Handing(CompletableFuture<T> to) {
    this(to, null);
  }

  Handing(CompletableFuture<T> to, @Nullable GuardedCall call) {
    this.to = to;
    this.call = call;
  }

  @Override
  public void accept(@Nullable T value, @Nullable Throwable failure) {
    if (call == null) {
      new Completing<>(to, value, failure).run();
    } else {
      Runnable completing = new Completing<>(to, value, asOfFuture(failure));
      try {
        call.completes(completing);
      } catch (RuntimeException | Error fault) {
        // Of ours: whoever waits gets the outcome all the same.
        completing.run();
        call.step(GuardedCall.NOT_STARTED, fault);
      }
    }
  }

  /** As a callback finds what a future of the client has failed with. */
  private static @Nullable Throwable asOfFuture(@Nullable Throwable failure) {
    return failure == null || failure instanceof CompletionException
        ? failure
        : new CompletionException(failure);
  }
}
