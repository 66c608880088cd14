package io.fusebox.agent;

import io.fusebox.calls.CallServices;
import io.fusebox.calls.WatchingAdapter;
import io.fusebox.weaving.ModuleAccess;
import io.fusebox.weaving.Watch;
import io.fusebox.weaving.WatchWeaver;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.AccessController;
import java.security.PrivilegedAction;
import org.jspecify.annotations.Nullable;

/**
 * The parts that are compiled against {@code java.sql}, loaded by name where there is one: what is
 * woven, and the adapter, which is made by the first call that comes by.
 */
final class JdbcParts implements WatchingAdapter, PrivilegedAction<WatchingAdapter> {

  private static final String PACKAGE = "io.fusebox.jdbc.";
  private static final String[] TYPES = {
    "java.sql.Driver", "java.sql.Connection", "java.sql.Statement"
  };

  // Fixed at construction.
  private final Instrumentation instrumentation;
  private final ModuleAccess modules;
  private final CallServices services;
  private final Watch[] ofDrivers;
  private final Watch[] ofSockets;

  private volatile @Nullable WatchingAdapter adapter;
  private volatile boolean failed;

  JdbcParts(Instrumentation instrumentation, ModuleAccess modules, CallServices services)
      throws ReflectiveOperationException {
    this.instrumentation = instrumentation;
    this.modules = modules;
    this.services = services;
    Class<?> methods = load("Methods");
    this.ofDrivers = (Watch[]) methods.getMethod("ofDrivers").invoke(null);
    this.ofSockets = (Watch[]) methods.getMethod("ofSockets").invoke(null);
  }

  byte @Nullable [] weave(byte[] classFile, boolean socket) {
    return WatchWeaver.weave(classFile, socket ? ofSockets : ofDrivers);
  }

  @Override
  public @Nullable Object enter(
      int point, @Nullable Object self, @Nullable Object first, @Nullable Object second)
      throws Throwable {
    WatchingAdapter made = adapter;
    if (made == null && !failed) {
      made = make();
    }
    return made == null ? null : made.enter(point, self, first, second);
  }

  private synchronized @Nullable WatchingAdapter make() {
    if (adapter == null && !failed) {
      failed = true; // unless it comes to its end: a second try would fail again, on every call
      adapter = AccessController.doPrivileged(this);
      failed = false;
    }
    return adapter;
  }

  /** With the agent's own rights. */
  @Override
  public WatchingAdapter run() {
    try {
      Class<?> neighbour = Class.forName("java.sql.SQLException", false, loader());
      modules.defineBeside(
          neighbour,
          instrumentation,
          ClassFiles.read("java/sql/FuseboxSqlTimeoutException.class"),
          ClassFiles.read("java/sql/FuseboxSqlRejectedException.class"));
      instrumentation.retransformClasses(java.net.Socket.class);
      return load("JdbcAdapter")
          .asSubclass(WatchingAdapter.class)
          .getConstructor(CallServices.class)
          .newInstance(services);
    } catch (ReflectiveOperationException | IOException | UnmodifiableClassException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What makes a class that is there already one of a driver's; empty where there is no JDBC. */
  static Class<?>[] types() {
    Class<?>[] types = new Class<?>[TYPES.length];
    try {
      for (int i = 0; i < types.length; i++) {
        types[i] = Class.forName(TYPES[i], false, loader());
      }
    } catch (ClassNotFoundException e) {
      return new Class<?>[0]; // A runtime without java.sql has no drivers.
    }
    return types;
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(PACKAGE + name, true, loader());
  }

  private static @Nullable ClassLoader loader() {
    return JdbcParts.class.getClassLoader();
  }
}
