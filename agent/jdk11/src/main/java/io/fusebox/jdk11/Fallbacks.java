package io.fusebox.jdk11;

import io.fusebox.calls.CallServices;
import io.fusebox.calls.TimedCall;
import io.fusebox.engine.Clock;
import io.fusebox.policy.FallbackSettings;
import io.fusebox.policy.Policy;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Responses that are made up because a policy asks for it, instead of an exception or a failing
 * status. Each is counted by its reason: one that nobody sees hides an outage.
 */
final class Fallbacks<T> implements CallServices.Step {

  // Fixed at construction.
  private final GuardedCall call;
  private final Attempt<T> attempt;
  private final FallbackSettings settings;
  private final GuardedFuture<HttpResponse<T>> future;

  private Fallbacks(
      GuardedCall call,
      Attempt<T> attempt,
      FallbackSettings settings,
      GuardedFuture<HttpResponse<T>> future) {
    this.call = call;
    this.attempt = attempt;
    this.settings = settings;
    this.future = future;
  }

  /** Whether a policy has responses of that status replaced. */
  static boolean replaces(Policy policy, int status) {
    FallbackSettings fallback = policy.fallback();
    return fallback != null && fallback.coversStatus(status);
  }

  /** Under observe: says that a response of that status would be replaced. */
  static void wouldReplace(GuardedCall call, int status) {
    if (replaces(call.policy, status)) {
      would(call, "status " + status);
    }
  }

  /** Under observe: says that a refusal would be replaced. */
  static void wouldReplaceRejected(GuardedCall call) {
    FallbackSettings fallback = call.policy.fallback();
    if (fallback != null && fallback.onRejected()) {
      call.tellWouldFallBack(TimedCall.REJECTED);
    }
  }

  /**
   * Replaces a timeout of the application's own, or says under observe that it would; false if the
   * outcome stays what it is.
   *
   * @param ofRequest whether it is that of the request, and not that of the client
   */
  static boolean replaceOwnTimeout(GuardedCall call, boolean ofRequest) {
    if (!replaces(call, Clock.APPLICATION)) {
      return false;
    }
    String reason = ofRequest ? Clock.APPLICATION.key() : "the client's own connectTimeout";
    if (call.observes()) {
      would(call, reason);
      return false;
    }
    return replace(call, reason);
  }

  /** Under observe: says that a cut would be replaced. */
  static void wouldReplace(GuardedCall call, Clock expired) {
    if (replaces(call, expired)) {
      would(call, expired.key());
    }
  }

  /** What would have been rejected would have had that answer, and no other. */
  private static void would(GuardedCall call, String reason) {
    if (call.wouldHaveBeenSent()) {
      call.tellWouldFallBack(reason);
    }
  }

  /** Replaces the outcome of a call whose clock has run out; false if it stays what it is. */
  static boolean replace(GuardedCall call, Clock expired) {
    return replaces(call, expired) && replace(call, expired.key());
  }

  /** Replaces a refusal; false if it stays what it is. */
  static boolean replaceRejected(GuardedCall call) {
    FallbackSettings fallback = call.policy.fallback();
    return fallback != null && fallback.onRejected() && replace(call, TimedCall.REJECTED);
  }

  private static boolean replaces(GuardedCall call, Clock expired) {
    FallbackSettings fallback = call.policy.fallback();
    Attempt<?> attempt = call.current();
    if (fallback == null || attempt == null || attempt.handed) {
      return false;
    }
    return expired == Clock.DEADLINE ? fallback.onDeadline() : fallback.onTimeout();
  }

  /** Replaces the outcome; false where nobody waits for one of ours. */
  static boolean replace(GuardedCall call, String reason) {
    FallbackSettings settings = call.policy.fallback();
    Attempt<?> attempt = call.current();
    GuardedFuture<?> future = call.outer();
    if (settings == null || attempt == null || future == null || call.isWebSocket()) {
      return false;
    }
    if (future.isDone()) {
      // Its caller has given up.
      return false;
    }
    call.tellFallback(reason);
    // What the client says of the exchange meanwhile is not the outcome any more.
    call.replaced(true);
    boolean begun = false;
    try {
      call.runCallback(of(call, attempt, settings, future));
      begun = true;
    } finally {
      call.replaced(begun);
    }
    return true;
  }

  @SuppressWarnings("unchecked") // Both are of the one handler's type.
  private static <T> Fallbacks<T> of(
      GuardedCall call, Attempt<T> attempt, FallbackSettings settings, GuardedFuture<?> future) {
    return new Fallbacks<>(call, attempt, settings, (GuardedFuture<HttpResponse<T>>) future);
  }

  /** On a thread where the application's handler may run. */
  @Override
  public void run(int event, @Nullable Object argument) {
    // All that can fail comes first: from end() on nothing but this frees the caller.
    byte[] body = settings.body().getBytes(StandardCharsets.UTF_8);
    MadeInfo info = new MadeInfo(settings);
    boolean none = body.length == 0 || call.method.equals("HEAD");
    List<ByteBuffer> pieces = none ? List.of() : List.of(ByteBuffer.wrap(body));
    call.end();
    try {
      DiscardedBody<T> replaced = attempt.discarded;
      if (replaced != null) {
        // No clock of the call bounds it any more.
        Leftover.bound(call.services, replaced, Retrials.DRAIN);
      }
    } finally {
      // Not for a caller that has given up: its handler would run for nobody.
      if (!future.isDone()) {
        MadeResponse.give(
            call.handedOut(future),
            info,
            pieces,
            call.request,
            call.uri,
            null,
            attempt.application);
      }
    }
  }

  /** The caller gets what it would have had without this, by as little as can be. */
  @Override
  public void failed(int event) {
    CutRecord cut = call.cut;
    Throwable outcome =
        cut != null
            ? cut.exception()
            : new IOException("a fault of the agent ended this call, policy " + call.policy.name());
    future.completeExceptionally(call.isAsync() ? new CompletionException(outcome) : outcome);
    call.end();
  }
}
