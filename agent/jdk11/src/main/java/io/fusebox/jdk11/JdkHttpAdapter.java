package io.fusebox.jdk11;

import io.fusebox.calls.CallServices;
import io.fusebox.calls.ClientAdapter;
import io.fusebox.policy.Policy;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The adapter of {@code java.net.http}: from a place in the client to the call that it is about.
 */
public final class JdkHttpAdapter implements ClientAdapter {

  private final CallServices services;
  private final ResolvedHosts resolved = new ResolvedHosts();

  /**
   * Made once, at the first call that comes by.
   *
   * @throws IllegalStateException if this JDK's client is not what we know
   */
  public JdkHttpAdapter(CallServices services) {
    this.services = services;
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
        return first instanceof GuardedHandler && value != null
            ? ((GuardedHandler<?>) first).call.started((CompletableFuture<?>) value)
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
  public void mark(int point, @Nullable Object self) throws Throwable {
    Object handler = self == null ? null : handlerOf(point, self);
    if (self == null || !(handler instanceof GuardedHandler)) {
      return;
    }
    GuardedCall call = ((GuardedHandler<?>) handler).call;
    switch (point) {
      case HttpHooks.CONNECT_STARTS:
        call.connectStarts();
        break;
      case HttpHooks.TRY_STARTS:
      case HttpHooks.BODY_SENDING:
        call.requestSending();
        break;
      case HttpHooks.REQUEST_SENT:
        call.requestSent();
        break;
      case HttpHooks.HEAD_ARRIVED:
        call.waiting();
        break;
      default:
        throw new IllegalArgumentException("place " + point);
    }
  }

  private @Nullable Object guard(
      @Nullable Object handler, @Nullable Object request, boolean async) {
    if (handler == null || request == null) {
      return handler;
    }
    // The request may be of the application's own class: it is asked once, here, on its own thread.
    HttpRequest call = (HttpRequest) request;
    URI uri = call.uri();
    String method = call.method();
    if (uri == null || method == null || uri.getHost() == null) {
      return handler;
    }
    Policy policy = policyOf(method, uri);
    if (policy == null || !policy.armsAnything()) {
      return handler;
    }
    GuardedCall guarded = new GuardedCall(services, policy, call, method, uri, async, resolved);
    guarded.count();
    return new GuardedHandler<>(guarded, (BodyHandler<?>) handler);
  }

  private static @Nullable Object exchangeStarts(
      @Nullable Object executor, @Nullable Object multiExchange) throws Throwable {
    Object handler = multiExchange == null ? null : Internals.handlerOfMulti(multiExchange);
    return multiExchange != null && handler instanceof GuardedHandler
        ? ((GuardedHandler<?>) handler).call.exchangeStarts(multiExchange, executor)
        : executor;
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
      default:
        return Internals.handlerOfImpl(self);
    }
  }
}
