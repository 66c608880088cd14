package io.fusebox.bench;

/** An agent that does nothing: what having any agent costs. */
public final class NoOpAgent {

  private NoOpAgent() {}

  /** Called by the JVM. */
  public static void premain(String argument) {}
}
