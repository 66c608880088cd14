package io.fusebox.jdk11;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The few things inside {@code jdk.internal.net.http} that say which call an exchange belongs to,
 * and the one that ends it. Looked up once; the package has been opened to us before. Names and
 * types are the same in JDK 11 to 27; where one is missing, the first guarded call fails here, is
 * reported and goes on unprotected.
 */
final class Internals {

  private static final MethodHandle HANDLER_OF_MULTI;
  private static final MethodHandle MULTI_OF_EXCHANGE;
  private static final MethodHandle EXCHANGE_OF_IMPL;
  private static final MethodHandle CANCEL;
  private static final MethodHandle IMPL_OF_HTTP1;
  private static final MethodHandle REQUEST_OF_EXCHANGE;
  private static final MethodHandle SET_SYSTEM_HEADER;
  private static final MethodHandle CLIENT_OF_MULTI;
  private static final MethodHandle REQUEST_OF_MULTI;
  private static final MethodHandle PUSH_OF_MULTI;
  private static final MethodHandle REQUEST_IMPL_OF_MULTI;
  private static final MethodHandle PROXY;
  private static final MethodHandle IS_WEB_SOCKET;
  private static final MethodHandle FACADE;
  private static final MethodHandle SEND_ASYNC;

  private static final String MEMORY = "java.net.InMemoryCookieStore";

  static {
    try {
      Class<?> multi = type("MultiExchange");
      HANDLER_OF_MULTI = getter(multi, "responseHandler");
      MULTI_OF_EXCHANGE = getter(type("Exchange"), "multi");
      EXCHANGE_OF_IMPL = getter(type("ExchangeImpl"), "exchange");
      CANCEL =
          in(multi)
              .findVirtual(multi, "cancel", MethodType.methodType(void.class, IOException.class))
              .asType(MethodType.methodType(void.class, Object.class, IOException.class));
      IMPL_OF_HTTP1 = getter(type("Http1Request"), "http1Exchange");
      REQUEST_OF_EXCHANGE = getter(type("Exchange"), "request");
      Class<?> request = type("HttpRequestImpl");
      SET_SYSTEM_HEADER =
          in(request)
              .findVirtual(
                  request,
                  "setSystemHeader",
                  MethodType.methodType(void.class, String.class, String.class))
              .asType(MethodType.methodType(void.class, Object.class, String.class, String.class));
      CLIENT_OF_MULTI = getter(multi, "client");
      REQUEST_OF_MULTI = getter(multi, "userRequest");
      PUSH_OF_MULTI = getter(multi, "pushGroup");
      REQUEST_IMPL_OF_MULTI = getter(multi, "currentreq");
      PROXY =
          in(request)
              .findVirtual(request, "proxy", MethodType.methodType(InetSocketAddress.class))
              .asType(MethodType.methodType(InetSocketAddress.class, Object.class));
      IS_WEB_SOCKET =
          in(request)
              .findVirtual(request, "isWebSocket", MethodType.methodType(boolean.class))
              .asType(MethodType.methodType(boolean.class, Object.class));
      Class<?> client = type("HttpClientImpl");
      FACADE =
          in(client)
              .findVirtual(client, "facade", MethodType.methodType(type("HttpClientFacade")))
              .asType(MethodType.methodType(Object.class, Object.class));
      SEND_ASYNC =
          in(client)
              .findSpecial(
                  client,
                  "sendAsync",
                  MethodType.methodType(
                      CompletableFuture.class,
                      HttpRequest.class,
                      BodyHandler.class,
                      PushPromiseHandler.class,
                      Executor.class),
                  client)
              .asType(
                  MethodType.methodType(
                      CompletableFuture.class,
                      Object.class,
                      HttpRequest.class,
                      BodyHandler.class,
                      PushPromiseHandler.class,
                      Executor.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK's java.net.http is not as expected: " + e, e);
    }
  }

  private Internals() {}

  /** The handler that an exchange of several tries was started with. */
  static @Nullable Object handlerOfMulti(Object multiExchange) throws Throwable {
    return (Object) HANDLER_OF_MULTI.invokeExact(multiExchange);
  }

  /** The handler that one try belongs to. */
  static @Nullable Object handlerOfExchange(Object exchange) throws Throwable {
    Object multi = (Object) MULTI_OF_EXCHANGE.invokeExact(exchange);
    return multi == null ? null : handlerOfMulti(multi);
  }

  /** The handler that the protocol's part of a try belongs to. */
  static @Nullable Object handlerOfImpl(Object exchangeImpl) throws Throwable {
    Object exchange = (Object) EXCHANGE_OF_IMPL.invokeExact(exchangeImpl);
    return exchange == null ? null : handlerOfExchange(exchange);
  }

  /** The handler that the head of an HTTP/1.1 request belongs to. */
  static @Nullable Object handlerOfHttp1Request(Object http1Request) throws Throwable {
    Object impl = (Object) IMPL_OF_HTTP1.invokeExact(http1Request);
    return impl == null ? null : handlerOfImpl(impl);
  }

  /** The request of one try, as the client sends it. */
  static HttpRequest requestOfExchange(Object exchange) throws Throwable {
    return (HttpRequest) (Object) REQUEST_OF_EXCHANGE.invokeExact(exchange);
  }

  /**
   * Adds a header to a try that is not the application's: not seen in it, not kept by redirects.
   */
  static void setSystemHeader(Object request, String name, String value) throws Throwable {
    SET_SYSTEM_HEADER.invokeExact(request, name, value);
  }

  /** The client that an exchange runs in. */
  static Object clientOfMulti(Object multiExchange) throws Throwable {
    return (Object) CLIENT_OF_MULTI.invokeExact(multiExchange);
  }

  /** Whether the client asks an authenticator, which it does on whichever thread it is on. */
  static boolean mayAskWhoCalls(Object multiExchange) throws Throwable {
    return ((HttpClient) clientOfMulti(multiExchange)).authenticator().isPresent();
  }

  /**
   * Whether the client asks for cookies by code that may need its caller's thread, to know whose
   * they are: any but the JDK's own handler with its own store.
   */
  static boolean needsItsCaller(Object multiExchange) throws Throwable {
    HttpClient client = (HttpClient) clientOfMulti(multiExchange);
    CookieHandler cookies = client.cookieHandler().orElse(null);
    return cookies != null
        && (cookies.getClass() != CookieManager.class
            || !((CookieManager) cookies).getCookieStore().getClass().getName().equals(MEMORY));
  }

  /** The application's request that an exchange was started with. */
  static HttpRequest requestOfMulti(Object multiExchange) throws Throwable {
    return (HttpRequest) (Object) REQUEST_OF_MULTI.invokeExact(multiExchange);
  }

  /**
   * The name that starting an exchange looks up: the request's host, or its proxy's where that has
   * no address yet; null where there is none.
   */
  static @Nullable String hostToLookUp(Object multiExchange, String host) throws Throwable {
    Object request = (Object) REQUEST_IMPL_OF_MULTI.invokeExact(multiExchange);
    InetSocketAddress proxy = (InetSocketAddress) PROXY.invokeExact(request);
    if (proxy == null) {
      return host;
    }
    return proxy.isUnresolved() ? proxy.getHostString() : null;
  }

  /** The client's own copy of that request, which is the one that is sent. */
  static HttpRequest copyOfMulti(Object multiExchange) throws Throwable {
    return (HttpRequest) (Object) REQUEST_IMPL_OF_MULTI.invokeExact(multiExchange);
  }

  /** Whether an exchange is the handshake of a WebSocket. */
  static boolean isWebSocket(Object multiExchange) throws Throwable {
    return (boolean)
        IS_WEB_SOCKET.invokeExact((Object) REQUEST_IMPL_OF_MULTI.invokeExact(multiExchange));
  }

  /** Whether the application takes pushed responses. */
  static boolean takesPushes(Object multiExchange) throws Throwable {
    return (Object) PUSH_OF_MULTI.invokeExact(multiExchange) != null;
  }

  /** What the application holds of a client: while it lives the client can send. */
  static @Nullable Object facadeOf(Object client) throws Throwable {
    return (Object) FACADE.invokeExact(client);
  }

  /** Starts an exchange as {@code send} and {@code sendAsync} do; no executor: as the former. */
  @SuppressWarnings("unchecked") // The method is generic in the handler's type.
  static <T> CompletableFuture<java.net.http.HttpResponse<T>> sendAsync(
      Object client, HttpRequest request, BodyHandler<T> handler, @Nullable Executor executor)
      throws Throwable {
    return (CompletableFuture<java.net.http.HttpResponse<T>>)
        (CompletableFuture<?>)
            SEND_ASYNC.invokeExact(
                client, request, (BodyHandler<?>) handler, (PushPromiseHandler<?>) null, executor);
  }

  /** Ends an exchange as the client's own response timer does: closes or resets what carries it. */
  static void cancel(Object multiExchange, IOException cause) throws Throwable {
    CANCEL.invokeExact(multiExchange, cause);
  }

  /** Ends the exchange that a try belongs to, which was ended before this try came up. */
  static void cancelAgain(Object exchange) throws Throwable {
    Object multi = (Object) MULTI_OF_EXCHANGE.invokeExact(exchange);
    if (multi != null) {
      cancel(multi, new IOException("request cancelled"));
    }
  }

  /** Looks everything up now, while nobody's call depends on it. */
  static void check() {
    // The static initialiser has run by the time this does.
  }

  private static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName("jdk.internal.net.http." + name, false, Internals.class.getClassLoader());
  }

  private static MethodHandle getter(Class<?> type, String field)
      throws ReflectiveOperationException {
    return in(type)
        .unreflectGetter(type.getDeclaredField(field))
        .asType(MethodType.methodType(Object.class, Object.class));
  }

  private static MethodHandles.Lookup in(Class<?> type) throws IllegalAccessException {
    return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
  }
}
