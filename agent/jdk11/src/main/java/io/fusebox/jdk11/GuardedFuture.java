package io.fusebox.jdk11;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What the caller of a guarded call waits on: completes as the client's own future does, on the
 * same thread, unless the call is cut first. As with the client's own, {@code cancel(true)} on this
 * or on anything that depends on it ends the exchange, and nobody may obtrude a value.
 */
final class GuardedFuture<T> extends CompletableFuture<T> {

  /** How often the caller of {@code send} looks whether anybody is left to complete this. */
  static final long LOOK_NANOS = 1_000_000_000;

  private final GuardedCall call;

  GuardedFuture(GuardedCall call) {
    this.call = call;
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new GuardedFuture<>(call);
  }

  /** Gives up the call of a {@code send} that is interrupted here, as the client does since 16. */
  @Override
  public T get() throws InterruptedException, ExecutionException {
    if (call.isAsync()) {
      return super.get();
    }
    call.waitsFor();
    while (true) {
      try {
        return super.get(LOOK_NANOS, TimeUnit.NANOSECONDS);
      } catch (TimeoutException look) {
        call.looksAfter(this);
      } catch (InterruptedException e) {
        if (isDone() && !isCancelled()) {
          // As where one waits without a bound: what is there goes first.
          Thread.currentThread().interrupt();
          return super.get();
        }
        cancel(true);
        throw e;
      }
    }
  }

  @Override
  public boolean complete(@Nullable T value) {
    boolean first = super.complete(value);
    if (first) {
      call.completed(this);
    }
    return first;
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    boolean first = super.completeExceptionally(failure);
    if (first) {
      call.completed(this);
    }
    return first;
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    // First this, for ending the exchange completes it too, and not as cancelled.
    boolean cancelled = !isDone() && super.cancel(mayInterruptIfRunning);
    if (cancelled && mayInterruptIfRunning) {
      call.step(GuardedCall.CANCELLED, null);
      call.throwOfReader();
    } else if (cancelled) {
      call.completed(this);
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
