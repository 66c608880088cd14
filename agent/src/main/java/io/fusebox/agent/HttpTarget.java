package io.fusebox.agent;

import io.fusebox.weaving.HookList;
import io.fusebox.weaving.ModuleAccess;
import java.lang.instrument.Instrumentation;
import java.security.AccessController;
import java.security.PrivilegedExceptionAction;
import org.jspecify.annotations.Nullable;

/**
 * {@code java.net.http} as something to be woven. All that weaving and guarding needs - hooks,
 * gate, timer, workers - is made when the first of its classes turns up and not before: an
 * application that never calls out pays for looking at names.
 */
final class HttpTarget implements PrivilegedExceptionAction<WovenClient> {

  /** What it is called in messages; also its module. */
  static final String NAME = "java.net.http";

  private static final String PREFIX = "jdk/internal/net/http/";

  // Fixed at construction.
  private final Log log;
  private final LivePolicies policies;
  private final Instrumentation instrumentation;
  private final ModuleAccess modules;
  private final AgentThreadFactories threads;

  // Guarded by this.
  private @Nullable WovenClient client;
  private boolean failed;

  HttpTarget(
      Log log, LivePolicies policies, Instrumentation instrumentation, ModuleAccess modules) {
    this.log = log;
    this.policies = policies;
    this.instrumentation = instrumentation;
    this.modules = modules;
    this.threads = new AgentThreadFactories();
  }

  /** Whether a class, by its internal name, is the client's, woven or not. */
  boolean owns(String className) {
    return className.startsWith(PREFIX);
  }

  /** The client with all that its woven code needs in place; null if that could not be made. */
  synchronized @Nullable WovenClient client() {
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

  /** Whether calls are known not to be guarded. */
  synchronized boolean isDefective() {
    WovenClient made = client;
    return failed || (made != null && made.defect() != null);
  }

  /** Whether the application has loaded any of its classes since. */
  synchronized boolean isInUse() {
    return client != null;
  }

  /** With the agent's own rights. */
  @Override
  public WovenClient run() throws Exception {
    AgentServices services = new AgentServices(log, policies, threads);
    WovenClient made = new WovenClient(NAME, Newer.make(HookList.class, "HttpHooks"), log);
    LazyAdapter adapter =
        new LazyAdapter("JdkHttpAdapter", made, instrumentation, modules, services);
    new Bridge(instrumentation, modules, services, adapter).build();
    return made;
  }
}
