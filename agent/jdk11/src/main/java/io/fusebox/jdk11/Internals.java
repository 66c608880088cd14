package io.fusebox.jdk11;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
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

  /** Ends an exchange as the client's own response timer does: closes or resets what carries it. */
  static void cancel(Object multiExchange, IOException cause) throws Throwable {
    CANCEL.invokeExact(multiExchange, cause);
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
