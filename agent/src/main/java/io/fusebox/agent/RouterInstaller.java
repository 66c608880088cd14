package io.fusebox.agent;

/**
 * Names the gate, so it must be loaded only after the gate is there: by a static call, at its time.
 */
final class RouterInstaller {

  private RouterInstaller() {}

  static void install(FaultReport faults, AdapterSlots adapters) {
    FuseboxGate.install(new CallRouter(faults, adapters));
  }
}
