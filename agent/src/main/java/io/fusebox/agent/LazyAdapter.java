package io.fusebox.agent;

import io.fusebox.calls.CallServices;
import io.fusebox.calls.ClientAdapter;
import io.fusebox.weaving.ModuleAccess;
import java.lang.instrument.Instrumentation;
import java.security.AccessController;
import java.security.PrivilegedAction;
import org.jspecify.annotations.Nullable;

/**
 * The adapter of one client, made by the first call that comes through the gate. Not earlier: while
 * the client's classes are being loaded is no time to load classes that refer to them.
 */
final class LazyAdapter implements AdapterSlot, PrivilegedAction<ClientAdapter> {

  private final String className;
  private final WovenClient client;
  private final Instrumentation instrumentation;
  private final ModuleAccess modules;
  private final CallServices services;

  private volatile @Nullable ClientAdapter adapter;
  private volatile boolean failed;

  LazyAdapter(
      String className,
      WovenClient client,
      Instrumentation instrumentation,
      ModuleAccess modules,
      CallServices services) {
    this.className = className;
    this.client = client;
    this.instrumentation = instrumentation;
    this.modules = modules;
    this.services = services;
  }

  @Override
  public @Nullable ClientAdapter get(@Nullable Object self) {
    if (client.defect() != null) {
      // A class that is loaded later may turn out to be another than we know: half is worse than
      // none, for a cut would free its caller and end nothing.
      return null;
    }
    ClientAdapter made = adapter;
    return made != null || failed ? made : make();
  }

  private synchronized @Nullable ClientAdapter make() {
    if (adapter == null && !failed) {
      try {
        // The application's caller may have fewer rights than making threads and handles needs.
        adapter = AccessController.doPrivileged(this);
      } catch (Throwable e) {
        // For good: a second try would fail again, on every call.
        failed = true;
        client.failed(RootCause.of(e).toString());
      }
    }
    return adapter;
  }

  /** With the agent's own rights. */
  @Override
  public ClientAdapter run() {
    modules.open(instrumentation, HttpTarget.NAME, "jdk.internal.net.http");
    try {
      return Newer.make(ClientAdapter.class, className, CallServices.class, services);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
