package io.fusebox.agent;

import io.fusebox.weaving.HookList;
import io.fusebox.weaving.ModuleAccess;
import java.lang.instrument.Instrumentation;
import java.security.AccessController;
import java.security.PrivilegedExceptionAction;
import org.jspecify.annotations.Nullable;

/**
 * {@code java.net.http} as something to be woven: its hooks are made when the first of its classes
 * turns up.
 */
final class HttpTarget implements WovenTarget, PrivilegedExceptionAction<WovenClient> {

  /** What it is called in messages; also its module. */
  static final String NAME = "java.net.http";

  private static final String PREFIX = "jdk/internal/net/http/";

  // Fixed at construction.
  private final Log log;
  private final Instrumentation instrumentation;
  private final ModuleAccess modules;
  private final CallPath path;

  // Guarded by this.
  private @Nullable WovenClient client;
  private boolean failed;

  HttpTarget(Log log, Instrumentation instrumentation, ModuleAccess modules, CallPath path) {
    this.log = log;
    this.instrumentation = instrumentation;
    this.modules = modules;
    this.path = path;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean owns(String className) {
    return className.startsWith(PREFIX);
  }

  @Override
  public synchronized @Nullable WovenClient client(@Nullable ClassLoader loader) {
    if (client == null && !failed) {
      try {
        // The thread that loads the class may be the application's, with fewer rights than ours.
        client = AccessController.doPrivileged(this);
      } catch (Throwable e) {
        // Said once, and left at that: the next class of the client would fail in the same way.
        failed = true;
        log.line(NAME + " is NOT guarded: " + RootCause.of(e));
      }
    }
    return client;
  }

  @Override
  public synchronized String state() {
    WovenClient made = client;
    if (failed || (made != null && made.defect() != null)) {
      return "NOT armed";
    }
    return made == null ? "armed at first use" : "armed";
  }

  /** With the agent's own rights. */
  @Override
  public WovenClient run() throws Exception {
    AgentServices services = path.services();
    WovenClient made = new WovenClient(NAME, "Java", Newer.make(HookList.class, "HttpHooks"), log);
    path.add(
        AdapterSlots.JAVA_NET_HTTP,
        new LazyAdapter("JdkHttpAdapter", made, instrumentation, modules, services));
    return made;
  }
}
