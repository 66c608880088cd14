package io.fusebox.jdk11;

import java.util.concurrent.Executor;

/** The client's executor, which may not take an exchange that was let through already. */
final class MayRefuse implements Executor {

  private final GuardedCall call;
  private final Executor given;

  MayRefuse(GuardedCall call, Executor given) {
    this.call = call;
    this.given = given;
  }

  @Override
  public void execute(Runnable task) {
    try {
      given.execute(task);
    } catch (RuntimeException | Error refused) {
      // The caller gets what is thrown.
      call.end();
      throw refused;
    }
  }
}
