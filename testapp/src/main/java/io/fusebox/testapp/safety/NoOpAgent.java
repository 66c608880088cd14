package io.fusebox.testapp.safety;

import java.lang.instrument.Instrumentation;

/** An agent that does nothing: what any agent costs and changes, ours may too. */
public final class NoOpAgent {

  private NoOpAgent() {}

  /** Called by the JVM. */
  public static void premain(String argument, Instrumentation instrumentation) {}
}
