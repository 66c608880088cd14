package io.fusebox.jdk11;

import io.fusebox.calls.CallServices;
import io.fusebox.engine.Outcome;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a call. Goes through the client as the application's body handler, which makes it
 * the label by which every place finds the call that an exchange belongs to; and takes the outcome
 * of the client's future.
 *
 * <p>The application's own handler is applied by the attempt whose response the application gets,
 * and by no other.
 */
final class Attempt<T>
    implements BodyHandler<T>, BiConsumer<HttpResponse<T>, Throwable>, CallServices.Step {

  private static final int HEAD = 1;
  private static final int BODY = 2;
  private static final int FAILED = 3;

  // Fixed at construction.
  final GuardedCall call;
  final BodyHandler<T> application;
  final int number;
  final long startNanos; // since the call began

  // Set by the thread that starts the exchange.
  volatile @Nullable Object exchange;
  volatile @Nullable CompletableFuture<HttpResponse<T>> inner;

  // Set by the client's threads.
  volatile boolean sent;
  volatile boolean answered;
  volatile boolean unprocessed; // says the client of its last try
  volatile boolean keySent;
  volatile boolean leftOrigin; // by a redirect
  volatile boolean filtering = true; // cookies, questions who asks: the application's code
  volatile boolean lookingUp; // its host, on a thread of ours
  volatile boolean handed; // the head is the application's: no further attempt
  volatile boolean handlerFailed;
  volatile int status; // 0 until then
  volatile long headNanos; // since the call began
  volatile @Nullable GuardedSubscriber<?> body;
  volatile @Nullable DiscardedBody<T> discarded;
  volatile @Nullable Throwable failure; // as the client told it, whoever was deciding then
  private volatile boolean givenUp; // before or after its exchange was there
  private volatile boolean turnedAway;
  private volatile boolean taken; // its failure is not the application's to see

  Attempt(GuardedCall call, BodyHandler<T> application, int number, long startNanos) {
    this.call = call;
    this.application = application;
    this.number = number;
    this.startNanos = startNanos;
  }

  /** Whether any byte of the request may have left. */
  boolean mayHaveLeft() {
    return sent || call.shared.markLost;
  }

  /** Whether it may have been answered, if only by a redirect or a question who asks. */
  boolean mayBeAnswered() {
    return answered || call.shared.markLost;
  }

  /** What its failure says, before or after its head. */
  Outcome outcomeOf(Throwable failure) {
    boolean ofApplication = handlerFailed || handed || body != null;
    if (ofApplication || (filtering && !call.shared.markLost)) {
      // A body that the other side breaks is told to its subscriber first: this is somebody else's.
      return Outcome.ABANDONED;
    }
    if (isOfClosedClient()) {
      return Outcome.ABANDONED;
    }
    if (unprocessed && !call.shared.markLost) {
      return ofUnprocessed();
    }
    return Failures.outcome(failure, mayHaveLeft(), mayBeAnswered());
  }

  /**
   * What it says that its request was not processed: only the last hop was not, if it had others.
   */
  Outcome ofUnprocessed() {
    return mayBeAnswered() ? Outcome.CLOSING : Outcome.UNPROCESSED;
  }

  /**
   * Whether it still waits for a thread of the client's executor, or is with the application's own
   * code: so far its host has nothing to do with it.
   */
  boolean isHeldUp() {
    return filtering && !answered && !lookingUp && !call.shared.markLost;
  }

  /** What a client fails with that is being closed says nothing about the host. */
  private boolean isOfClosedClient() {
    Object multiExchange = exchange;
    try {
      return multiExchange != null
          && call.shared.waiting.isClosed(Internals.clientOfMulti(multiExchange));
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The attempt after this. */
  Attempt<T> next(long nextStartNanos) {
    return new Attempt<>(call, application, number + 1, nextStartNanos);
  }

  @Override
  public @Nullable BodySubscriber<T> apply(ResponseInfo info) {
    call.services.safely(this, HEAD, info);
    DiscardedBody<T> unwanted = discarded;
    if (unwanted != null) {
      return unwanted;
    }
    if (turnedAway) {
      // The caller has its outcome already, or another attempt will bring it: the application's
      // handler is not run behind its back.
      return new RefusedBody<>(call.cutException());
    }
    handed = true;
    BodySubscriber<T> subscriber;
    try {
      subscriber = application.apply(info);
    } catch (Throwable e) {
      // Says nothing about the host.
      handlerFailed = true;
      throw e;
    }
    call.services.safely(this, BODY, subscriber);
    return guarded(subscriber);
  }

  /**
   * Reads the body of this response away, and keeps it for the case that it is needed after all.
   */
  void discard(ResponseInfo info) {
    discarded = new DiscardedBody<>(info);
  }

  /** Whether nothing is left to be read of what is not wanted. */
  boolean isDiscarded() {
    DiscardedBody<T> unwanted = discarded;
    return unwanted == null || unwanted.isOver();
  }

  /** Whether it is known as far as it ever will be, so that it can be given after all. */
  boolean isReadyToBeGiven() {
    DiscardedBody<T> unwanted = discarded;
    return unwanted == null
        || (unwanted.isOver() && (unwanted.response != null || unwanted.whole() == null));
  }

  /** Reads no further what is not wanted. */
  void stopDiscarding() {
    DiscardedBody<T> unwanted = discarded;
    if (unwanted != null) {
      unwanted.stop();
    }
  }

  /**
   * Ends the exchange, if there is one yet. Not one whose body was turned away: that ends it, and
   * its connection may be another call's by now.
   */
  void cancelExchange(IOException cause) throws Throwable {
    // First: an exchange that is made meanwhile finds out that it is not wanted.
    givenUp = true;
    Object toEnd = exchange;
    if (toEnd != null && !turnedAway) {
      Internals.cancel(toEnd, cause);
    }
  }

  /** Whether its exchange is to be ended, also where it comes late. */
  boolean isGivenUp() {
    return givenUp;
  }

  /** The subscriber to go on with: the application's, guarded unless a fault of ours forbids. */
  @SuppressWarnings("unchecked") // It was made around this very subscriber.
  private @Nullable BodySubscriber<T> guarded(@Nullable BodySubscriber<T> subscriber) {
    GuardedSubscriber<?> made = body;
    return made == null ? subscriber : (GuardedSubscriber<T>) made;
  }

  @Override
  public void accept(@Nullable HttpResponse<T> response, @Nullable Throwable failure) {
    try {
      take(response, failure);
    } catch (RuntimeException | Error fault) {
      // Nobody hears of what is thrown here.
      call.isFaulty();
      throw fault;
    }
  }

  private void take(@Nullable HttpResponse<T> response, @Nullable Throwable failure) {
    DiscardedBody<T> unwanted = discarded;
    if (unwanted != null) {
      unwanted.response = response;
      call.discarded(this);
      return;
    }
    this.failure = failure;
    call.services.safely(this, FAILED, failure);
    if (!taken) {
      deliver(response, failure);
    }
  }

  private void deliver(@Nullable HttpResponse<T> response, @Nullable Throwable outcome) {
    try {
      call.deliver(this, response, outcome);
    } catch (RuntimeException | Error fault) {
      call.step(GuardedCall.NOT_STARTED, fault);
      call.deliverPlainly(response, outcome);
    }
  }

  @Override
  public void run(int event, @Nullable Object argument) throws Throwable {
    try {
      make(event, argument);
    } catch (Throwable e) {
      call.isFaulty();
      throw e;
    }
  }

  private void make(int event, @Nullable Object argument) throws Throwable {
    switch (event) {
      case HEAD:
        try {
          if (argument != null) {
            call.judgement.head(this, (ResponseInfo) argument);
          }
        } finally {
          turnedAway = discarded == null && call.isPassedOver(this);
        }
        break;
      case BODY:
        if (argument != null) {
          call.takeBody(this, new GuardedSubscriber<>(call, (BodySubscriber<?>) argument));
        }
        break;
      case FAILED:
        taken = call.judgement.settled(this, (Throwable) argument);
        break;
      default:
        throw new IllegalArgumentException("step " + event);
    }
  }
}
