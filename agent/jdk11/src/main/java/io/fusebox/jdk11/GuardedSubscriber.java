package io.fusebox.jdk11;

import io.fusebox.calls.CallServices;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * The application's subscriber with a way in for the cut.
 *
 * <p>Signals to a subscriber must come one after the other, and the cut comes from outside that
 * order. So the signal that is being delivered has the gate (BUSY): a cut that finds it busy leaves
 * its error there (CUT), and the deliverer hands it over when it is through. A cut that finds it
 * idle closes it (DONE) and delivers by itself. After DONE nothing passes.
 */
final class GuardedSubscriber<T> implements BodySubscriber<T>, Subscription, CallServices.Step {

  private static final int IDLE = 0;
  private static final int BUSY = 1;
  private static final int CUT = 2;
  private static final int DONE = 3;

  private static final VarHandle GATE;
  private static final VarHandle ASKED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      GATE = lookup.findVarHandle(GuardedSubscriber.class, "gate", int.class);
      ASKED = lookup.findVarHandle(GuardedSubscriber.class, "asked", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  // Fixed at construction.
  private final GuardedCall call;
  private final BodySubscriber<T> application;

  // Set by onSubscribe, before any other signal.
  private volatile @Nullable Subscription upstream;

  // Shared by the deliverer and the cut. Busy until onSubscribe is through.
  private volatile int gate = BUSY;

  private volatile @Nullable Throwable cut;

  private volatile @Nullable Throwable thrown; // by the application, for its error

  // How many pieces the application has asked for and not got.
  private volatile long asked;

  GuardedSubscriber(GuardedCall call, BodySubscriber<T> application) {
    this.call = call;
    this.application = application;
  }

  @Override
  public CompletionStage<T> getBody() {
    CompletionStage<T> body = null;
    try {
      body = application.getBody();
    } finally {
      if (body == null) {
        // It threw, or gives what the client fails with: either way not the host's doing.
        call.applicationFailed();
      }
    }
    return body;
  }

  /** The application's own subscriber, for places that treat the JDK's own kinds specially. */
  BodySubscriber<T> application() {
    return application;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    upstream = subscription;
    if (cut != null) {
      // It came before there was anything to cancel.
      subscription.cancel();
    }
    try {
      application.onSubscribe(this);
    } catch (Throwable e) {
      call.applicationFailed();
      throw e;
    } finally {
      leave();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> item) {
    int entered = enter();
    if (entered == DONE) {
      return;
    }
    boolean watches = call.watchesSilence();
    if (watches) {
      // While the application is busy with this piece the next may wait for it here.
      call.step(GuardedCall.NOT_ASKING, null);
    }
    try {
      application.onNext(item);
    } catch (Throwable e) {
      call.applicationFailed();
      throw e;
    } finally {
      got(watches);
      if (entered == IDLE) {
        leave();
      }
    }
  }

  @Override
  public void onError(Throwable failure) {
    if (!ends(BodyEnd.FAILED)) {
      return;
    }
    try {
      application.onError(failure);
    } catch (RuntimeException | Error e) {
      thrown = e;
      throw e;
    }
  }

  @Override
  public void onComplete() {
    if (ends(BodyEnd.COMPLETE)) {
      application.onComplete();
    }
  }

  @Override
  public void request(long n) {
    if (n > 0) {
      ask(n, call.watchesSilence());
    }
    Subscription subscription = upstream;
    if (subscription != null) {
      subscription.request(n);
    }
  }

  @Override
  public void cancel() {
    call.step(GuardedCall.BODY_ENDED, call.isGiven() ? BodyEnd.CLOSED : BodyEnd.CANCELLED);
    Subscription subscription = upstream;
    if (subscription != null) {
      subscription.cancel();
    }
  }

  /** Whether it is what the application has thrown when it was given an error. */
  boolean hasThrown(Throwable e) {
    return e == thrown;
  }

  /** Ends the body with an error, unless it has ended. */
  void cut(Throwable error) {
    cut = error;
    try {
      Subscription subscription = upstream;
      if (subscription != null) {
        subscription.cancel();
      }
    } finally {
      closeGate();
    }
  }

  /** Closes the gate if it is idle, or leaves word with the signal that has it. */
  private void closeGate() {
    while (true) {
      int found = (int) GATE.compareAndExchange(this, IDLE, DONE);
      if (found == IDLE) {
        // On a thread that neither waits for others nor is awaited.
        call.runCallback(this);
        return;
      }
      if (found != BUSY || GATE.compareAndSet(this, BUSY, CUT)) {
        return;
      }
    }
  }

  /** Whether the body ends with this signal and not with a cut that came first. */
  private boolean finish(BodyEnd end) {
    call.step(GuardedCall.BODY_ENDED, end);
    return call.cutException() == null;
  }

  /** The same; with a fault of ours it ends as the client says. */
  private boolean ends(BodyEnd end) {
    try {
      return finish(end);
    } catch (RuntimeException | Error fault) {
      call.step(GuardedCall.NOT_STARTED, fault);
      return true;
    }
  }

  /** A piece has been taken: silence counts from here if more was asked for. */
  private void got(boolean watches) {
    boolean wantsMore = asked == Long.MAX_VALUE || (long) ASKED.getAndAdd(this, -1L) > 1;
    if (!watches) {
      return;
    }
    if (wantsMore) {
      call.step(GuardedCall.ASKING, null);
      return;
    }
    call.step(GuardedCall.NOT_ASKING, null);
    if (asked > 0) {
      // Asked again meanwhile, by a thread whose word ours has just overwritten.
      call.step(GuardedCall.ASKING, null);
    }
  }

  private void ask(long n, boolean watches) {
    long before;
    long after;
    do {
      before = asked;
      after = before + n < 0 ? Long.MAX_VALUE : before + n;
    } while (!ASKED.compareAndSet(this, before, after));
    if (watches && before == 0) {
      call.step(GuardedCall.ASKING, null);
    }
  }

  /** Whether the application waits for a piece, and the other side is the one who is late. */
  boolean isAsking() {
    return asked > 0 && gate == IDLE;
  }

  /** IDLE when this signal has taken the gate, BUSY when it came within another, DONE if closed. */
  private int enter() {
    int found = (int) GATE.compareAndExchange(this, IDLE, BUSY);
    return found == CUT ? BUSY : found;
  }

  private void leave() {
    if (!GATE.compareAndSet(this, BUSY, IDLE) && GATE.compareAndSet(this, CUT, DONE)) {
      deliverCut();
    }
  }

  /** The cut's error, on a thread where user code may run. */
  @Override
  public void run(int event, @Nullable Object argument) {
    deliverCut();
  }

  /** Gives the application's subscriber its error. Once. */
  private void deliverCut() {
    Throwable error = cut;
    if (error == null) {
      return;
    }
    try {
      application.onError(error);
    } catch (Throwable e) {
      // The application's own, and no one's to handle: as with any thread that runs its code.
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }
}
