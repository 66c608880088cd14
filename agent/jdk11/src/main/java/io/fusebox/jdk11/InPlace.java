package io.fusebox.jdk11;

import java.util.concurrent.Executor;

/** Runs what it is given at once, on the thread that gives it. */
final class InPlace implements Executor {

  static final Executor EXECUTOR = new InPlace();

  private InPlace() {}

  @Override
  public void execute(Runnable task) {
    task.run();
  }
}
