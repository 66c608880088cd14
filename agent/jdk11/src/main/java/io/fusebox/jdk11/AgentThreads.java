package io.fusebox.jdk11;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ThreadFactory;

/** Makes threads that inherit nothing from the application's thread that happens to need one. */
public final class AgentThreads implements ThreadFactory {

  private final ThreadGroup group;
  private final String name;

  /**
   * A factory.
   *
   * @param group the group of its threads
   * @param name the name of its threads
   */
  public AgentThreads(ThreadGroup group, String name) {
    this.group = group;
    this.name = name;
  }

  @Override
  public Thread newThread(Runnable task) {
    // With our own rights: the caller may be an application's thread that has fewer, and whose
    // context, with its class loader, a thread would keep for life.
    return AccessController.doPrivileged(
        new PrivilegedAction<Thread>() {
          @Override
          public Thread run() {
            return make(task);
          }
        });
  }

  private Thread make(Runnable task) {
    Thread thread = new Thread(group, task, name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }
}
