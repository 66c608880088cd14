package io.fusebox.jdk11;

import io.fusebox.calls.CallGuards;
import io.fusebox.calls.Methods;
import io.fusebox.calls.RetryHeaders;
import io.fusebox.engine.CallClocks;
import io.fusebox.engine.Outcome;
import io.fusebox.engine.RetryAfter;
import io.fusebox.engine.RetrySettings;
import io.fusebox.engine.RetryState;
import io.fusebox.policy.Policy;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The further attempts of one call: when there is one, what it says, how it is started, and what
 * the application gets where it could not be.
 *
 * <p>Once an attempt's outcome was put aside for another attempt, it stays what the application
 * gets until there is a newer one: a breaker that opens during the wait, a client that is closed,
 * an executor that refuses or a fault of ours end in the last real outcome.
 *
 * <p>Only whoever has moved the call to JUDGING or STARTING calls what changes anything here.
 */
final class Retrials {

  private static final long NO_WAIT = CallClocks.NEVER;

  /** How long the rest of a response may take that nobody wants, so that its connection is free. */
  static final long DRAIN = 100_000_000;

  /**
   * How long the rest of a response that is the outcome after all may take, unless read is less.
   */
  private static final long REST = 2_000_000_000;

  // Fixed at construction.
  private final GuardedCall call;
  private final CallGuards guards;
  private final RetrySettings settings;
  private final Again again;
  private final @Nullable String key; // the operation's, the same in each attempt
  private final boolean hasOwnKey; // the application's

  // Written before the call is moved to WAITING, read after it.
  private volatile long dueNanos = NO_WAIT;
  private @Nullable Throwable lastFailure;
  private @Nullable CutRecord lastCut;

  // There is no further attempt, only the rest of the last response to be read, until then.
  private volatile long givenBy = NO_WAIT;

  // Set by whoever knows that no further attempt can be made, as the thread that closes the client.
  private volatile boolean noMore;

  Retrials(GuardedCall call, CallGuards guards, RetrySettings settings, Again again) {
    this.call = call;
    this.guards = guards;
    this.settings = settings;
    this.again = again;
    String header = settings.keyHeader();
    boolean keyed = header != null && Methods.takesKey(call.method);
    String own = keyed ? again.request.headers().firstValue(header).orElse(null) : null;
    // A blank one goes out as it is, and is no key.
    this.hasOwnKey = own != null && !own.isBlank();
    this.key = keyed && own == null ? UUID.randomUUID().toString() : null;
  }

  /** Whether a policy tries responses of that status again. */
  static boolean isRetried(Policy policy, int status) {
    RetrySettings retry = policy.retry();
    return retry != null && retry.retriesStatus(status);
  }

  /** Under observe: counts that an attempt that ended so would be followed by another. */
  static void wouldRetry(GuardedCall call, Outcome outcome, @Nullable ResponseInfo info) {
    CallGuards guards = call.guards;
    RetrySettings settings = call.policy.retry();
    int status = info == null ? 0 : info.statusCode();
    if (guards != null && settings != null && (info == null || settings.retriesStatus(status))) {
      long now = call.services.ticker().nanos();
      long unused =
          guards.next(
              outcome,
              status,
              settings.allowsMethod(call.method)
                  || (settings.keyHeader() != null && Methods.takesKey(call.method)),
              Again.isRepeatable(call.request),
              info != null && isForbidden(info.headers()),
              info == null ? RetryAfter.NONE : retryAfter(info.headers()),
              call.clocks.leftNanos(now),
              now);
    }
  }

  /** When there is something to do next, in nanoseconds since the call began. */
  long due() {
    Attempt<?> last = call.current();
    boolean read = last == null || last.isDiscarded();
    if (givenBy != NO_WAIT) {
      return last == null || last.isReadyToBeGiven() ? 0 : givenBy;
    }
    if (noMore) {
      return 0;
    }
    return read || dueNanos == NO_WAIT ? dueNanos : dueNanos + DRAIN;
  }

  /**
   * Puts a response aside for another attempt, if there is to be one.
   *
   * @return false if it is the application's
   */
  boolean pause(Attempt<?> attempt, ResponseInfo info) {
    HttpHeaders headers = info.headers();
    long wait =
        next(Outcome.ANSWERED, info.statusCode(), isForbidden(headers), retryAfter(headers));
    if (wait < 0) {
      return false;
    }
    attempt.discard(info);
    keep(null, null, wait);
    return true;
  }

  /** Puts a failure aside for another attempt, if there is to be one. */
  boolean pause(Outcome outcome, Throwable failure) {
    return pause(outcome, failure, null);
  }

  /** Puts a cut of the attempt aside for another one, if there is to be one. */
  boolean pause(Outcome outcome, CutRecord cut) {
    return pause(outcome, cut.exception(), cut);
  }

  private boolean pause(Outcome outcome, Throwable failure, @Nullable CutRecord cut) {
    long wait = next(outcome, 0, false, RetryAfter.NONE);
    if (wait < 0) {
      return false;
    }
    keep(failure, cut, wait);
    return true;
  }

  private long next(Outcome outcome, int status, boolean forbidden, long retryAfter) {
    if (call.shared.waiting.isClosed(again.client) || !call.isWaitedFor()) {
      return RetryState.NOT_RETRYABLE;
    }
    long now = call.services.ticker().nanos();
    return guards.next(
        outcome,
        status,
        isIdempotent(call.current()),
        again.isRepeatable(),
        forbidden,
        retryAfter,
        call.clocks.leftNanos(now),
        now);
  }

  /** By its method, or by a key that went out on each of its tries; none goes to another origin. */
  private boolean isIdempotent(@Nullable Attempt<?> attempt) {
    return settings.allowsMethod(call.method)
        || (attempt != null && !attempt.leftOrigin && (hasOwnKey || attempt.keySent));
  }

  /**
   * Whether all of an attempt can be sent again, in principle: then that is for us to decide, and
   * not for the client.
   *
   * @param outcome what it fails with
   */
  boolean isOurs(Attempt<?> attempt, Outcome outcome) {
    return again.isRepeatable() && (outcome == Outcome.UNPROCESSED || isIdempotent(attempt));
  }

  /** Whether the client may send a request that {@link #isOurs} not; it counts as an attempt. */
  boolean resends(boolean unprocessed) {
    return guards.resends(again.isRepeatable(), unprocessed, call.services.ticker().nanos());
  }

  /** Whether a request of that method may be sent again after it may have happened. */
  boolean allowsMethod(String method) {
    return settings.allowsMethod(method);
  }

  private void keep(@Nullable Throwable failure, @Nullable CutRecord cut, long wait) {
    lastFailure = failure;
    lastCut = cut;
    call.clocks.pausing();
    dueNanos = call.clocks.elapsed(call.services.ticker().nanos()) + wait;
    call.shared.waiting.add(call);
    if (call.shared.waiting.isClosed(again.client)) {
      // Between the two: who closed it has not seen this one.
      noMore = true;
    }
  }

  /** Says on the wire which attempt it is, and of which operation; not to another origin. */
  void decorate(Attempt<?> attempt, HttpRequest wire) throws Throwable {
    if (!Targets.isSameOrigin(call.uri, wire.uri())) {
      attempt.leftOrigin = true;
      return;
    }
    String keyHeader = settings.keyHeader();
    if (key != null && keyHeader != null) {
      Internals.setSystemHeader(wire, keyHeader, key);
      attempt.keySent = true;
    }
    String attemptHeader = settings.attemptHeader();
    if (attempt.number > 1 && attemptHeader != null) {
      Internals.setSystemHeader(wire, attemptHeader, Integer.toString(attempt.number));
    }
  }

  /** Whether the call waits for that client, or sends with it. */
  boolean isOf(Object client) {
    return again.isOf(client);
  }

  /** There is no further attempt: what was answered last is the outcome. */
  void stop() {
    noMore = true;
    call.stopWaiting();
  }

  /** The call is over. */
  void forget() {
    call.shared.waiting.remove(call);
  }

  /** Starts the next attempt, or gives out the last outcome. */
  void goOn() throws Throwable {
    Attempt<?> last = call.current();
    GuardedFuture<?> future = call.outer();
    if (last == null || future == null || future.isDone()) {
      call.end();
      if (last != null) {
        // Nobody wants it any more, and no clock of the call bounds it.
        last.stopDiscarding();
      }
      return;
    }
    boolean begun = false;
    try {
      call.shared.waiting.remove(call);
      begun = start(last);
    } finally {
      if (!begun) {
        giveLast(last, future);
      }
    }
  }

  private <T> boolean start(Attempt<T> last) throws Throwable {
    CallClocks clocks = call.clocks;
    long now = call.services.ticker().nanos();
    long left = clocks.leftNanos(now);
    if (givenBy != NO_WAIT) {
      // The rest is there, or has not come in time.
      return false;
    }
    if (noMore || left < RetryState.LEAST_LEFT_NANOS || !guards.admitAgain(now)) {
      return left > 0
          && !last.isReadyToBeGiven()
          && !isReplacedByStatus(last)
          && isGivenLater(last, now);
    }
    dueNanos = NO_WAIT;
    last.stopDiscarding();
    clocks.attemptStarts(now);
    Attempt<T> next = last.next(clocks.elapsed(now));
    if (!call.begin(next)) {
      // Cancelled meanwhile, and has given back what it held before this was taken.
      guards.leave();
      return true;
    }
    CompletableFuture<HttpResponse<T>> inner;
    try {
      inner = again.start(next);
    } catch (Throwable e) {
      // The client's executor refuses, or the application's own code threw: nothing has left.
      if (isOurs(e)) {
        call.step(GuardedCall.NOT_STARTED, e);
      }
      return !call.takeBack(next, last);
    }
    if (next.exchange == null && inner.isCompletedExceptionally() && call.takeBack(next, last)) {
      // A client that was closed does not even begin. One whose call is over by now has begun, and
      // what came of it goes its way.
      return false;
    }
    next.inner = inner;
    if (next.body == null && (call.isCut() || call.isAbandoned() || next.isGivenUp())) {
      // Not one that has ended by itself: its connection may be another call's by now.
      next.cancelExchange(new IOException("request cancelled"));
    }
    CompletableFuture<HttpResponse<T>> unused = inner.whenComplete(next);
    return true;
  }

  /** Whether code of ours threw it, and not the client or the application that it asked. */
  private static boolean isOurs(Throwable thrown) {
    StackTraceElement[] where = thrown.getStackTrace();
    return where.length > 0 && where[0].getClassName().startsWith(Retrials.class.getPackageName());
  }

  /**
   * The last outcome is a response whose body is still on its way: it is given when that is there.
   */
  private boolean isGivenLater(Attempt<?> last, long now) {
    givenBy = call.clocks.elapsed(now) + Math.min(call.policy.readNanos(), REST);
    return call.waitsOn(last.number);
  }

  /** The last real outcome, as if nothing had been planned after it. */
  private <T> void giveLast(Attempt<T> last, GuardedFuture<?> outer) {
    CutRecord cut = lastCut;
    if (isReplaced(last)) {
      return;
    }
    call.end();
    if (cut != null) {
      call.services.cut(cut.cut());
      call.free(new CompletionException(cut.exception()), cut.exception());
    } else if (lastFailure != null) {
      call.free(lastFailure, lastFailure);
    } else {
      giveResponse(last, outer);
    }
  }

  /** Whether the last outcome is one that the policy has a fallback for. */
  private boolean isReplaced(Attempt<?> last) {
    CutRecord cut = lastCut;
    if (cut != null) {
      return Fallbacks.replace(call, cut.clock);
    }
    if (lastFailure != null) {
      return Failures.isTimeout(lastFailure)
          && Fallbacks.replaceOwnTimeout(call, call.judgement.isOfRequest());
    }
    return isReplacedByStatus(last) && Fallbacks.replace(call, "status " + statusOf(last));
  }

  private boolean isReplacedByStatus(Attempt<?> last) {
    return Fallbacks.replaces(call.policy, statusOf(last));
  }

  private static int statusOf(Attempt<?> last) {
    DiscardedBody<?> kept = last.discarded;
    return kept == null ? 0 : kept.info.statusCode();
  }

  /** The same with as little as can fail; where that is, on this thread. */
  <T> void giveLastPlainly(Attempt<T> last, GuardedFuture<?> outer) {
    Throwable failure = lastFailure;
    DiscardedBody<T> rest = last.discarded;
    if (failure != null) {
      outer.completeExceptionally(failure);
    } else if (rest == null) {
      giveResponse(last, outer);
    } else {
      // It may still be on its way, and there is no timer to wait for it.
      rest.whenOver(new GivingLast<>(this, last, outer));
    }
  }

  /** Gives a response when its body is there. */
  private static final class GivingLast<T> implements BiConsumer<T, Throwable> {
    private final Retrials retrials;
    private final Attempt<T> last;
    private final GuardedFuture<?> outer;

    GivingLast(Retrials retrials, Attempt<T> last, GuardedFuture<?> outer) {
      this.retrials = retrials;
      this.last = last;
      this.outer = outer;
    }

    @Override
    public void accept(@Nullable T none, @Nullable Throwable never) {
      retrials.giveResponse(last, outer);
    }
  }

  private <T> void giveResponse(Attempt<T> last, GuardedFuture<?> outer) {
    @SuppressWarnings("unchecked") // Both are of the one handler's type.
    GuardedFuture<HttpResponse<T>> future = (GuardedFuture<HttpResponse<T>>) outer;
    DiscardedBody<T> kept = last.discarded;
    if (kept == null) {
      lost(new IOException(call.notKept("nothing")));
      return;
    }
    boolean came = kept.isOver();
    kept.stop();
    List<ByteBuffer> pieces = kept.whole();
    if (pieces == null) {
      String what = "answered " + kept.info.statusCode();
      lost(
          came
              ? new IOException(call.notKept(what + ", with a body that was not kept to its end"))
              : new HttpTimeoutException(
                  call.notKept(what + ", but the rest of its body did not come")));
      return;
    }
    MadeResponse.give(
        call.handedOut(future),
        kept.info,
        pieces,
        again.request,
        call.uri,
        kept.response,
        last.application);
  }

  private void lost(IOException outcome) {
    call.free(new CompletionException(outcome), outcome);
  }

  private static long retryAfter(HttpHeaders headers) {
    return RetryAfter.nanos(
        headers.allValues("retry-after"),
        headers.firstValue("date").orElse(null),
        System.currentTimeMillis());
  }

  private static boolean isForbidden(HttpHeaders headers) {
    return RetryHeaders.forbid(
        headers.firstValue(RetryHeaders.OVERLOADED).orElse(null),
        headers.firstValue(RetryHeaders.RATE_LIMITED).orElse(null),
        headers.firstValue(RetryHeaders.PUSHBACK).orElse(null));
  }
}
