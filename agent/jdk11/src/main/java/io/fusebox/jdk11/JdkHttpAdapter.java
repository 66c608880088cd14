package io.fusebox.jdk11;

import io.fusebox.calls.CallServices;
import io.fusebox.calls.ClientAdapter;
import io.fusebox.policy.Policy;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The adapter of {@code java.net.http}: from a place in the client to the call that it is about.
 */
public final class JdkHttpAdapter implements ClientAdapter {

  private final CallServices services;
  private final Shared shared;

  /**
   * Made once, at the first call that comes by.
   *
   * @throws IllegalStateException if this JDK's client is not what we know
   */
  public JdkHttpAdapter(CallServices services) {
    this.services = services;
    this.shared = new Shared(services);
    Internals.check();
  }

  @Override
  public @Nullable Object pass(
      @Nullable Object value, int point, @Nullable Object first, @Nullable Object second)
      throws Throwable {
    switch (point) {
      case HttpHooks.SEND:
        return guard(value, second, false);
      case HttpHooks.SEND_ASYNC:
        return guard(value, second, true);
      case HttpHooks.EXCHANGE_STARTS:
        return exchangeStarts(value, first);
      case HttpHooks.SEND_FUTURE:
      case HttpHooks.SEND_ASYNC_FUTURE:
        return first instanceof Attempt && value != null
            ? started((Attempt<?>) first, (CompletableFuture<?>) value)
            : value;
      case HttpHooks.BODY_SUBSCRIBER:
        return value instanceof GuardedSubscriber
            ? ((GuardedSubscriber<?>) value).application()
            : value;
      default:
        throw new IllegalArgumentException("place " + point);
    }
  }

  @Override
  public @Nullable Object passFailed(@Nullable Object value, int point, @Nullable Object first) {
    boolean isFuture = point == HttpHooks.SEND_FUTURE || point == HttpHooks.SEND_ASYNC_FUTURE;
    return isFuture && first instanceof Attempt && value != null
        ? startFailed((Attempt<?>) first, (CompletableFuture<?>) value)
        : value;
  }

  @Override
  public boolean test(boolean value, int point, @Nullable Object self) throws Throwable {
    Object handler = self == null ? null : Internals.handlerOfMulti(self);
    if (self == null || !(handler instanceof Attempt)) {
      return value;
    }
    Attempt<?> attempt = (Attempt<?>) handler;
    return point == HttpHooks.UNPROCESSED
        ? attempt.call.mayClientResendUnprocessed(attempt, self, value)
        : attempt.call.mayClientResend(attempt, self, value);
  }

  @Override
  public void mark(int point, @Nullable Object self) throws Throwable {
    if (self == null) {
      return;
    }
    if (point == HttpHooks.CLIENT_CLOSES) {
      shared.waiting.clientCloses(self);
      return;
    }
    Object handler = handlerOf(point, self);
    if (handler instanceof Attempt) {
      tell((Attempt<?>) handler, point, self);
    }
  }

  @Override
  public void markLost() {
    shared.markLost = true;
  }

  private static void tell(Attempt<?> attempt, int point, Object self) throws Throwable {
    GuardedCall call = attempt.call;
    if (point == HttpHooks.TRY_STARTS && call.isUnwanted(attempt)) {
      // What ended it may have ended only the try of that moment, and this follows a redirect.
      Internals.cancelAgain(self);
      return;
    }
    if (!call.isCurrent(attempt)) {
      // One that was given up still says how far it gets: the clocks are another's by now.
      return;
    }
    switch (point) {
      case HttpHooks.TRY_STARTS:
        attempt.filtering = false;
        call.tryStarts(attempt, self);
        break;
      case HttpHooks.STREAM_OPENS:
        // An HTTP/1.1 exchange connects within, and tells by itself when it has.
        if (!self.getClass().getSimpleName().equals("Http1Exchange")) {
          attempt.sent = true;
        }
        break;
      case HttpHooks.HEADERS_LEAVE:
        attempt.sent = true;
        break;
      case HttpHooks.CONNECT_STARTS:
        call.connectStarts();
        break;
      case HttpHooks.BODY_SENDING:
        call.requestSending();
        break;
      case HttpHooks.REQUEST_SENT:
        call.requestSent();
        break;
      case HttpHooks.HEAD_ARRIVED:
        attempt.answered = true;
        attempt.filtering = true;
        call.waiting();
        break;
      default:
        throw new IllegalArgumentException("place " + point);
    }
  }

  private static <T> Object started(Attempt<T> attempt, CompletableFuture<?> future) {
    return attempt.call.opening.started(attempt, of(attempt, future));
  }

  private static <T> Object startFailed(Attempt<T> attempt, CompletableFuture<?> future) {
    return attempt.call.opening.startFailed(attempt, of(attempt, future));
  }

  @SuppressWarnings({"unchecked", "unused"}) // The client made it for this very handler.
  private static <T> CompletableFuture<HttpResponse<T>> of(
      Attempt<T> attempt, CompletableFuture<?> future) {
    return (CompletableFuture<HttpResponse<T>>) future;
  }

  private @Nullable Object guard(
      @Nullable Object handler, @Nullable Object request, boolean async) {
    if (handler == null || request == null) {
      return handler;
    }
    HttpRequest call = (HttpRequest) request;
    URI uri;
    String method;
    Optional<Duration> timeout;
    try {
      // It may be of the application's own class: it is asked once, here, on its own thread.
      uri = call.uri();
      method = call.method();
      timeout = call.timeout();
    } catch (RuntimeException | Error e) {
      // The client will ask it too, and what it throws is for the caller.
      return handler;
    }
    if (uri == null || method == null || timeout == null || uri.getHost() == null) {
      return handler;
    }
    Policy policy = policyOf(method, uri);
    if (policy == null || !policy.armsAnything()) {
      return handler;
    }
    return new GuardedCall(shared, policy, call, method, uri, timeout.orElse(null), async)
        .opening.firstAttempt((BodyHandler<?>) handler);
  }

  private static @Nullable Object exchangeStarts(
      @Nullable Object executor, @Nullable Object multiExchange) throws Throwable {
    Object handler = multiExchange == null ? null : Internals.handlerOfMulti(multiExchange);
    if (multiExchange == null || !(handler instanceof Attempt)) {
      return executor;
    }
    Attempt<?> attempt = (Attempt<?>) handler;
    // Before it is looked at whether the call is over: whoever ends it looks for this after that.
    attempt.exchange = multiExchange;
    Opening opening = attempt.call.opening;
    return attempt.number == 1
        ? opening.exchangeStarts(attempt, multiExchange, (Executor) executor)
        : opening.nextStarts(attempt, multiExchange, (Executor) executor);
  }

  private @Nullable Policy policyOf(String method, URI uri) {
    return services
        .policies()
        .matchHttp(method, uri.getScheme(), uri.getHost(), uri.getPort(), uri.getRawPath());
  }

  private static @Nullable Object handlerOf(int point, Object self) throws Throwable {
    switch (point) {
      case HttpHooks.CONNECT_STARTS:
      case HttpHooks.HEAD_ARRIVED:
        return Internals.handlerOfMulti(self);
      case HttpHooks.TRY_STARTS:
        return Internals.handlerOfExchange(self);
      case HttpHooks.HEADERS_LEAVE:
        return Internals.handlerOfHttp1Request(self);
      default:
        return Internals.handlerOfImpl(self);
    }
  }
}
