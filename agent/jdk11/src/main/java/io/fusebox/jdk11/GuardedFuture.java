package io.fusebox.jdk11;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What the caller of a guarded call waits on: completes as the client's own future does, on the
 * same thread, unless the call is cut first. As with the client's own, {@code cancel(true)} on this
 * or on anything that depends on it ends the exchange, and nobody may obtrude a value.
 */
final class GuardedFuture<T> extends CompletableFuture<T> implements BiConsumer<T, Throwable> {

  private final GuardedCall call;

  GuardedFuture(GuardedCall call) {
    this.call = call;
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new GuardedFuture<>(call);
  }

  /** Takes the outcome of the client's own future. Must complete this, whatever becomes of ours. */
  @Override
  public void accept(@Nullable T value, @Nullable Throwable failure) {
    call.step(GuardedCall.SETTLED, failure);
    // Null too if the exception could not be made: then the client's own outcome is the real one.
    Exception cut = call.cutException();
    if (cut != null) {
      // What the client says of an exchange that we have ended is not what ended it.
      completeExceptionally(new CompletionException(cut));
    } else if (failure == null) {
      complete(value);
    } else {
      completeExceptionally(failure);
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    // First this, for ending the exchange completes it too, and not as cancelled.
    boolean cancelled = !isDone() && super.cancel(mayInterruptIfRunning);
    if (cancelled && mayInterruptIfRunning) {
      call.step(GuardedCall.CANCELLED, null);
    }
    return isCancelled();
  }

  @Override
  public void obtrudeValue(T value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void obtrudeException(Throwable failure) {
    throw new UnsupportedOperationException();
  }
}
