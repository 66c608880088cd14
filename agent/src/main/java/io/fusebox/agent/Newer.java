package io.fusebox.agent;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The parts that need more than Java 8. Loaded by name, so that nothing of them is looked at where
 * they cannot run.
 */
final class Newer {

  private static final String PACKAGE = "io.fusebox.jdk11.";

  private Newer() {}

  /** Whether this is Java 9 or newer, so that there are modules. */
  static boolean hasModules() {
    return !System.getProperty("java.specification.version").startsWith("1.");
  }

  /** A new object of one of those parts, by its simple name. */
  static <T> T make(Class<T> type, String name) throws ReflectiveOperationException {
    return type.cast(load(name).getConstructor().newInstance());
  }

  /** The same, with one constructor argument. */
  static <T, A> T make(Class<T> type, String name, Class<A> argumentType, A argument)
      throws ReflectiveOperationException {
    return type.cast(load(name).getConstructor(argumentType).newInstance(argument));
  }

  /** Makes the agent's threads, which inherit as little as this Java allows. */
  static ThreadFactory threads(@Nullable ThreadGroup group, String name)
      throws ReflectiveOperationException {
    if (!hasModules()) {
      return new PlainThreads(group, name);
    }
    return (ThreadFactory)
        load("AgentThreads")
            .getConstructor(ThreadGroup.class, String.class)
            .newInstance(group, name);
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(PACKAGE + name, true, Newer.class.getClassLoader());
  }

  /** For Java 8, which has no way to keep inheritable thread locals out. */
  private static final class PlainThreads implements ThreadFactory {
    private final @Nullable ThreadGroup group;
    private final String name;

    PlainThreads(@Nullable ThreadGroup group, String name) {
      this.group = group;
      this.name = name;
    }

    @Override
    public Thread newThread(Runnable task) {
      // A thread keeps the rights of whoever makes it, and by them the loaders of the application.
      return AccessController.doPrivileged(new Making(task));
    }

    /** With the agent's own rights. */
    private final class Making implements PrivilegedAction<Thread> {
      private final Runnable task;

      Making(Runnable task) {
        this.task = task;
      }

      @Override
      public Thread run() {
        Thread thread = new Thread(group, task, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
      }
    }
  }
}
