package io.fusebox.testapp.safety;

import com.sun.tools.attach.VirtualMachine;

/** Loads an agent into another JVM: {@code PID AGENT ARGUMENT}. */
public final class Attacher {

  private Attacher() {}

  /** See above. */
  public static void main(String[] args) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(args[0]);
    try {
      machine.loadAgent(args[1], args[2]);
    } finally {
      machine.detach();
    }
  }
}
