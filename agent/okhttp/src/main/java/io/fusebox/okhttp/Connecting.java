package io.fusebox.okhttp;

import java.lang.reflect.Method;
import java.net.SocketException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import okhttp3.Connection;

/**
 * Connections that are being made: up to 4.x a connection connects itself, on the thread of its
 * call; since 5.0 a plan does, TCP on any thread and TLS on that of the call. Thread-safe.
 */
final class Connecting {

  private static final String PLAN = "okhttp3.internal.connection.ConnectPlan";

  private final boolean plans;

  // By plan. Only while connections are being made, so the lock costs nothing that could be seen.
  private final Map<Object, Long> starts = Collections.synchronizedMap(new WeakHashMap<>());

  Connecting() {
    this.plans = exists(PLAN);
  }

  /** Whether TCP connects on threads that do not know whose they are. */
  boolean isElsewhere() {
    return plans;
  }

  /** That plan begins to connect. */
  void tcpStarts(Object plan, long now) {
    starts.put(plan, now);
  }

  /** When that plan began to connect; {@code now} if that is not known. */
  long tcpStarted(Object plan, long now) {
    Long start = starts.remove(plan);
    return start == null ? now : start;
  }

  /**
   * Ends one that is being made. OkHttp goes on to the next address, if there is one.
   *
   * @throws ReflectiveOperationException if this OkHttp does not let us
   */
  static void cancel(Object connecting) throws ReflectiveOperationException {
    // Both are public, and of no common type.
    Method cancel = connecting.getClass().getMethod("cancel");
    cancel.invoke(connecting);
  }

  /**
   * A connection is about to be used. One whose call was cancelled before it could be is closed,
   * and in the pool all the same: 3.14 gives it to the next call, which tries it for ever.
   */
  static void giveUpIfClosed(Connection connection) {
    try {
      // One of TLS does not know by itself that what is below it was closed.
      int unused = connection.socket().getSoTimeout();
    } catch (SocketException closed) {
      giveUp(connection);
    }
  }

  private static void giveUp(Connection connection) {
    try {
      connection.getClass().getMethod("noNewExchanges").invoke(connection);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean exists(String name) {
    try {
      Class.forName(name, false, Connecting.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError none) {
      return false;
    }
  }
}
