package io.fusebox.jdk11;

import io.fusebox.calls.CallServices;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Starts one exchange on a thread of ours, so that a slow resolver does not hold the caller. Not on
 * the client's executor: that may be busy, may refuse, or may be the very thread that waits.
 */
final class StartElsewhere implements Executor, CallServices.Step {

  private final CallServices services;
  private final @Nullable ClassLoader loader;
  private @Nullable Runnable start;

  StartElsewhere(CallServices services, @Nullable ClassLoader loader) {
    this.services = services;
    this.loader = loader;
  }

  @Override
  public void execute(Runnable task) {
    start = task;
    try {
      services.callBack(this, 0, loader);
    } catch (RuntimeException | Error noThread) {
      // Then where it would have started without us.
      task.run();
    }
  }

  @Override
  public void run(int event, @Nullable Object argument) {
    Runnable task = start;
    if (task != null) {
      task.run();
    }
  }
}
