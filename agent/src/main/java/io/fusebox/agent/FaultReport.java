package io.fusebox.agent;

/** Takes what went wrong in our own code. */
interface FaultReport {

  /** Counts it, and says it once in a while. Must not throw. */
  void fault(String where, Throwable fault);
}
