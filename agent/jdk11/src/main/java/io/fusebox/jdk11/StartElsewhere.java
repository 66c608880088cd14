package io.fusebox.jdk11;

import io.fusebox.calls.CallServices;
import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Starts one exchange on a thread of ours, so that neither a slow resolver nor code of the
 * application, which reads the request's body from somewhere, holds the caller. Not on the client's
 * executor: that may be busy, may refuse, or may be the very thread that waits.
 */
final class StartElsewhere implements Executor, CallServices.Step {

  private final CallServices services;
  private final LookUps lookUps;
  private final Attempt<?> attempt;
  private final @Nullable String host; // to be looked up first
  private final @Nullable ClassLoader loader;
  private final @Nullable AccessControlContext rights;
  private volatile @Nullable Runnable start;

  StartElsewhere(
      CallServices services,
      LookUps lookUps,
      Attempt<?> attempt,
      @Nullable String host,
      @Nullable ClassLoader loader) {
    this.services = services;
    this.lookUps = lookUps;
    this.attempt = attempt;
    this.host = host;
    this.loader = loader;
    this.rights = System.getSecurityManager() == null ? null : AccessController.getContext();
  }

  @Override
  public void execute(Runnable task) {
    start = task;
    attempt.lookingUp = true;
    if (host == null) {
      startOnOwnThread();
    } else {
      lookUps.before(this, host);
    }
  }

  /** On a thread of its own. */
  void startOnOwnThread() {
    services.callBack(this, 0, loader);
  }

  /** On this thread, which is one of ours or the caller's. */
  void startHere() {
    Thread thread = Thread.currentThread();
    ClassLoader before = CallersLoader.get();
    if (before != loader) {
      thread.setContextClassLoader(loader);
    }
    try {
      run(0, null);
    } finally {
      if (before != loader) {
        thread.setContextClassLoader(before);
      }
    }
  }

  @Override
  public void run(int event, @Nullable Object argument) {
    attempt.lookingUp = false;
    Runnable task = start;
    if (task == null) {
      return;
    }
    if (rights == null) {
      task.run();
    } else {
      AccessController.doPrivileged(new Starting(task), rights);
    }
  }

  /** With the rights that the application's caller had, and no more. */
  private static final class Starting implements PrivilegedAction<@Nullable Void> {
    private final Runnable task;

    Starting(Runnable task) {
      this.task = task;
    }

    @Override
    public @Nullable Void run() {
      task.run();
      return null;
    }
  }
}
