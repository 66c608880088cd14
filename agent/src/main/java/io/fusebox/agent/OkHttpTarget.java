package io.fusebox.agent;

import io.fusebox.weaving.HookList;
import io.fusebox.weaving.ModuleAccess;
import java.lang.instrument.Instrumentation;
import java.security.AccessController;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * OkHttp as something to be woven: a library of the application, which may be there several times,
 * in several versions. Each loader's is woven, and fails, by itself, and is forgotten with its
 * loader.
 */
final class OkHttpTarget implements WovenTarget, PrivilegedExceptionAction<WovenClient> {

  private static final String NAME = "OkHttp";
  private static final String PREFIX = "okhttp3/";
  private static final String CONNECTIONS = "okhttp3.internal.connection";
  private static final String EXCEPTIONS = "okhttp3.internal.http2";

  // Fixed at construction.
  private final Log log;
  private final Instrumentation instrumentation;
  private final ModuleAccess modules;
  private final CallPath path;

  // Guarded by this. What is remembered of a loader knows nothing of that loader.
  private final Map<ClassLoader, WovenClient> clients = new WeakHashMap<>();
  private @Nullable HookList hooks;
  private boolean failed;
  private boolean onBoot;

  OkHttpTarget(Log log, Instrumentation instrumentation, ModuleAccess modules, CallPath path) {
    this.log = log;
    this.instrumentation = instrumentation;
    this.modules = modules;
    this.path = path;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** There are some two hundred in that package, and few of them have hooks. */
  @Override
  public boolean owns(String className) {
    return className.startsWith(PREFIX)
        && (className.endsWith("/RealCall")
            || className.endsWith("/Dispatcher")
            || className.startsWith("okhttp3/internal/connection/Co")
            || className.endsWith("/RealConnection")
            || className.endsWith("/CallServerInterceptor")
            || className.endsWith("/RetryAndFollowUpInterceptor"));
  }

  @Override
  public synchronized @Nullable WovenClient client(@Nullable ClassLoader loader) {
    if (loader == null) {
      sayBoot();
      return null;
    }
    WovenClient client = clients.get(loader);
    if (client == null && !failed) {
      try {
        // The thread that loads the class is the application's, with fewer rights than ours.
        client = AccessController.doPrivileged(this);
        clients.put(loader, client);
      } catch (Throwable e) {
        failed = true;
        log.line(NAME + " is NOT guarded: " + RootCause.of(e));
      }
    }
    return client;
  }

  /** As a named module OkHttp keeps these to itself since 5.x. */
  void letIn(ClassLoader below, Class<?> okHttp) {
    modules.export(instrumentation, okHttp, below, CONNECTIONS, EXCEPTIONS);
  }

  private void sayBoot() {
    if (!onBoot) {
      onBoot = true;
      log.line(NAME + " on the boot class path is NOT guarded");
    }
  }

  @Override
  public synchronized String state() {
    boolean armed = false;
    for (WovenClient client : clients.values()) {
      armed |= client.defect() == null;
    }
    return armed ? "armed" : failed || !clients.isEmpty() ? "NOT armed" : "armed at first use";
  }

  /** With the agent's own rights: the parts that all loaders share, then those of one. */
  @Override
  public WovenClient run() throws ReflectiveOperationException {
    HookList list = hooks;
    if (list == null) {
      list = OkHttpParts.hooks();
      path.add(AdapterSlots.OKHTTP, new OkHttpAdapters(this, path.services()));
      hooks = list;
    }
    return new WovenClient(NAME, "version", list, log);
  }
}
