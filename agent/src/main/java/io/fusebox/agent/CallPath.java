package io.fusebox.agent;

import io.fusebox.calls.WatchingAdapter;
import io.fusebox.weaving.ModuleAccess;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * What lies between woven code and the adapters, one for all client libraries, so that they share
 * timer, workers, counters and the state of hosts. Made when the first of them turns up and not
 * before: an application that never calls out pays for looking at names. Thread-safe.
 */
final class CallPath {

  // Fixed at construction.
  private final Log log;
  private final LivePolicies policies;
  private final Instrumentation instrumentation;
  private final ModuleAccess modules;
  private final AgentThreadFactories threads;
  private final AdapterSlots adapters = new AdapterSlots();

  // Guarded by this.
  private @Nullable AgentServices services;
  private @Nullable Throwable failure;

  CallPath(Log log, LivePolicies policies, Instrumentation instrumentation, ModuleAccess modules) {
    this.log = log;
    this.policies = policies;
    this.instrumentation = instrumentation;
    this.modules = modules;
    this.threads = new AgentThreadFactories();
  }

  /**
   * What adapters get from the agent; the gate is in place, too.
   *
   * @throws IllegalStateException if it could not be made, now or before
   */
  synchronized AgentServices services() {
    if (services == null) {
      if (failure != null) {
        throw new IllegalStateException(failure);
      }
      try {
        AgentServices made = new AgentServices(log, policies, threads);
        new Bridge(instrumentation, modules, made, adapters).build();
        services = made;
      } catch (Throwable e) {
        // The gate cannot be defined a second time.
        failure = e;
        throw new IllegalStateException(e);
      }
    }
    return services;
  }

  /** Puts a library's adapter behind the gate, for the places of that family. */
  void add(int family, AdapterSlot adapter) {
    adapters.put(family, adapter);
  }

  /** Puts what is told of watched methods behind the gate. */
  void watchBy(WatchingAdapter adapter) {
    adapters.watchBy(adapter);
  }
}
