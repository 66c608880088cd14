package io.fusebox.jdbc;

import java.util.concurrent.Executor;

/** Runs a task at once, on the thread that brings it. */
final class Here implements Executor {

  static final Executor EXECUTOR = new Here();

  private Here() {}

  @Override
  public void execute(Runnable task) {
    task.run();
  }
}
