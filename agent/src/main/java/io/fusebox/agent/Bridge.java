package io.fusebox.agent;

import io.fusebox.weaving.ModuleAccess;
import java.io.IOException;
import java.lang.instrument.Instrumentation;

/**
 * Puts the gate into the boot loader, with the router behind it. Done when the first class is woven
 * and not before: it costs some 10 ms that an application without targets shall not pay.
 */
final class Bridge {

  private final Instrumentation instrumentation;
  private final ModuleAccess modules;
  private final FaultReport faults;
  private final AdapterSlots adapters;

  Bridge(
      Instrumentation instrumentation,
      ModuleAccess modules,
      FaultReport faults,
      AdapterSlots adapters) {
    this.instrumentation = instrumentation;
    this.modules = modules;
    this.faults = faults;
    this.adapters = adapters;
  }

  /** Puts gate and router in place, once. */
  void build() throws IOException, IllegalAccessException {
    modules.defineBeside(
        Object.class,
        instrumentation,
        ClassFiles.read("java/lang/FuseboxRejectedException.class"),
        ClassFiles.read("java/lang/FuseboxGate$Router.class"),
        ClassFiles.read("java/lang/FuseboxGate.class"));
    RouterInstaller.install(faults, adapters);
  }
}
