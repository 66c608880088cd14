package io.fusebox.jdk11;

import io.fusebox.calls.CallServices;
import io.fusebox.engine.Timer;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The rest of a body that nobody wants, after its call is over: a moment to come in, so that its
 * connection can be used again, and then it is ended. A server that stalls there would hold the
 * connection for ever, and the call with it.
 */
final class Leftover<T> extends Timer.Entry
    implements CallServices.Step, BiConsumer<T, @Nullable Throwable> {

  private static final int STOP = 1;

  // Fixed at construction.
  private final CallServices services;
  private final DiscardedBody<T> body;
  private final long dueTick;

  private Leftover(CallServices services, DiscardedBody<T> body, long dueTick) {
    this.services = services;
    this.body = body;
    this.dueTick = dueTick;
  }

  /**
   * Bounds the rest of a body.
   *
   * @param nanos how long it may take from now on
   */
  static <T> void bound(CallServices services, DiscardedBody<T> body, long nanos) {
    if (!body.isOver()) {
      Leftover<T> rest = new Leftover<>(services, body, services.ticker().nanos() + nanos);
      services.timer().arm(rest);
      body.whenOver(rest);
    }
  }

  /** All of it is there, or it has failed. */
  @Override
  public void accept(@Nullable T none, @Nullable Throwable never) {
    services.timer().disarm(this);
  }

  @Override
  protected long dueTick() {
    return dueTick;
  }

  @Override
  protected void onDue(long now) {
    services.timer().disarm(this);
    services.handOver(this, STOP);
  }

  /** On a worker. */
  @Override
  public void run(int event, @Nullable Object argument) {
    body.stop();
  }
}
