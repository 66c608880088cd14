package io.fusebox.jdk11;

import io.fusebox.calls.CallGuards;
import io.fusebox.calls.CallState;
import io.fusebox.engine.CallClocks;
import io.fusebox.engine.RetrySettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How a call begins: whether it is let through, where its first exchange starts, and what its
 * caller gets to wait on. On the caller's thread throughout. Part of {@link GuardedCall}.
 */
final class Opening {

  // Fixed at construction.
  private final GuardedCall call;

  // Only the caller's thread.
  private @Nullable GuardedFuture<?> promised;
  private @Nullable IOException rejection;
  private boolean begun;
  private boolean armed;

  Opening(GuardedCall call) {
    this.call = call;
  }

  /** The first attempt, around the application's handler. */
  <T> Attempt<T> firstAttempt(BodyHandler<T> application) {
    Attempt<T> first = new Attempt<>(call, application, 1, 0);
    GuardedFuture<HttpResponse<T>> future = null;
    if (!call.observes()) {
      // Before the exchange starts: its outcome may be there, and not the last, before the client
      // gives its own future.
      future = new GuardedFuture<>(call);
      promised = future;
    }
    call.opens(first, future);
    return first;
  }

  /**
   * The first exchange has been made.
   *
   * @param clientsChoice the executor that the client would start it on
   * @return the one to start it on: a thread of ours if the caller's could hang in the resolver or
   *     in code of the application, else the client's choice
   */
  @Nullable Object exchangeStarts(
      Attempt<?> attempt, Object multiExchange, @Nullable Executor clientsChoice) throws Throwable {
    begun = true;
    if (Internals.isWebSocket(multiExchange)) {
      call.opensWebSocket();
    }
    boolean drives = !call.observes();
    boolean repeatable = drives && Again.isRepeatable(Internals.copyOfMulti(multiExchange));
    if (drives && !repeatable) {
      call.opensOwnBody();
    }
    CallGuards guards = call.guards;
    boolean async = call.isAsync();
    if (guards != null) {
      // Before anything is taken: the client may never give its future, say for want of stack. What
      // cannot be armed takes nothing.
      call.armEarly();
      armed = true;
      String refusal = guards.admit(call.services.ticker().nanos());
      if (refusal != null) {
        refuse(multiExchange, refusal);
        // It only finds out that it is over: no thread is needed for that.
        return InPlace.EXECUTOR;
      }
      if (call.isOver()) {
        // Whoever has ended it may have looked before there was anything to give back.
        call.leave();
      }
      if (guards.wouldBeRejected()) {
        Fallbacks.wouldReplaceRejected(call);
      }
      RetrySettings retry = call.policy.retry();
      if (drives && retry != null && !call.isWebSocket()) {
        Again again = Again.of(multiExchange, async ? clientsChoice : null, repeatable);
        call.opens(new Retrials(call, guards, retry, again));
      }
      if (async && clientsChoice != null) {
        return new MayRefuse(call, clientsChoice);
      }
    }
    if (async || !drives || call.clocks.nextDue() == CallClocks.NEVER) {
      return clientsChoice;
    }
    boolean asks = !repeatable || Internals.mayAskWhoCalls(multiExchange);
    return awayFromCaller(attempt, multiExchange, clientsChoice, asks);
  }

  /** The exchange of a further attempt has been made; on a thread of ours. */
  @Nullable Object nextStarts(
      Attempt<?> attempt, Object multiExchange, @Nullable Executor clientsChoice) throws Throwable {
    if (call.isOver() || attempt.isGivenUp()) {
      Internals.cancel(multiExchange, new IOException("request cancelled"));
      return InPlace.EXECUTOR;
    }
    return call.isAsync()
        ? clientsChoice
        : awayFromCaller(attempt, multiExchange, clientsChoice, false);
  }

  /**
   * Over a connection that stands an exchange runs on the thread that starts it as far as it can.
   *
   * @param asks whether that comes to code of the application, which may block
   */
  private @Nullable Object awayFromCaller(
      Attempt<?> attempt, Object multiExchange, @Nullable Executor clientsChoice, boolean asks)
      throws Throwable {
    if (Internals.needsItsCaller(multiExchange)) {
      return clientsChoice;
    }
    String host = Internals.hostToLookUp(multiExchange, call.uri.getHost());
    boolean sure =
        host == null || call.shared.resolved.isSure(host, call.services.ticker().nanos());
    return sure && !asks
        ? clientsChoice
        : new StartElsewhere(
            call.services, call.shared.lookUps, attempt, sure ? null : host, call.loader);
  }

  /**
   * Nothing is sent: the exchange is ended before it starts, so the client settles its accounts.
   */
  private void refuse(Object multiExchange, String refusal) throws Throwable {
    String message = call.rejection(refusal);
    IOException refused = call.services.rejected(message);
    Internals.cancel(multiExchange, refused);
    // Not before that: what is told as refused must not go out.
    rejection = refused;
    call.tellRejection(message);
  }

  /**
   * The client has begun and given its future.
   *
   * @return the future for the caller to wait on, or a refusal to be thrown
   */
  @SuppressWarnings("FutureReturnValueIgnored") // The gate hands it on as what it is.
  <T> Object started(Attempt<T> attempt, CompletableFuture<HttpResponse<T>> clientFuture) {
    // None in observe: there the client's own is the application's, and all that counts is that the
    // call settles.
    GuardedFuture<?> guarded = promised;
    promised = null;
    IOException refused = rejection;
    if (refused != null && guarded != null) {
      return refused(guarded, refused);
    }
    if (!begun) {
      // Before all places were woven, or refused by a closed client: not ours to cut.
      call.end();
      return clientFuture;
    }
    attempt.inner = clientFuture;
    CompletableFuture<HttpResponse<T>> unused = clientFuture.whenComplete(attempt);
    arm();
    call.begins();
    return guarded == null ? clientFuture : guarded;
  }

  /** From here on the clocks end the call, whatever the client does. */
  private void arm() {
    if (!armed) {
      call.step(GuardedCall.ARM, null);
    }
  }

  /**
   * A fault of ours came between: either nothing of ours goes on with the call, or, where an
   * outcome of its first attempt has been taken already, all of it does.
   *
   * @return the future for the caller to wait on
   */
  @SuppressWarnings("FutureReturnValueIgnored") // The gate hands it on as what it is.
  <T> Object startFailed(Attempt<T> attempt, CompletableFuture<HttpResponse<T>> clientFuture) {
    GuardedFuture<?> guarded = call.outer();
    IOException refused = rejection;
    if (guarded != null && refused != null) {
      call.end();
      guarded.completeExceptionally(new CompletionException(refused));
      return guarded;
    }
    if (guarded == null || call.letGo()) {
      return clientFuture;
    }
    if (attempt.inner == null) {
      attempt.inner = clientFuture;
      CompletableFuture<HttpResponse<T>> unused = clientFuture.whenComplete(attempt);
    }
    arm();
    call.begins();
    return guarded;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The gate hands it on as what it is.
  private Object refused(GuardedFuture<?> guarded, IOException refused) {
    call.move(1, CallState.RUNNING, CallState.JUDGING);
    if (Fallbacks.replaceRejected(call)) {
      return guarded;
    }
    call.end();
    if (!call.isAsync()) {
      // The gate throws it: send itself would wrap it into another type.
      return refused;
    }
    guarded.completeExceptionally(new CompletionException(refused));
    return guarded;
  }
}
