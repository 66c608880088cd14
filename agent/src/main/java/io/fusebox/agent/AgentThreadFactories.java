package io.fusebox.agent;

import java.util.concurrent.ThreadFactory;

/**
 * Gives a maker of threads for each purpose; their group is that in which the agent was started.
 */
final class AgentThreadFactories {

  private final ThreadGroup group = Thread.currentThread().getThreadGroup();

  /** A maker of daemon threads of that name, which inherit as little as this Java allows. */
  ThreadFactory named(String name) {
    try {
      return Newer.threads(group, name);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the jar is not whole", e);
    }
  }
}
