package io.fusebox.agent;

import io.fusebox.calls.CallServices.Step;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A few threads that do what the timer decided: free callers, end exchanges, write lines. Started
 * at need, gone after a while without work.
 */
final class Workers {

  private static final int MOST = 8;
  private static final int IDLE_SECONDS = 10;

  private final FaultReport faults;
  private final ThreadPoolExecutor pool;

  Workers(ThreadFactory threads, FaultReport faults) {
    this.faults = faults;
    this.pool =
        new ThreadPoolExecutor(
            MOST, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
    pool.allowCoreThreadTimeOut(true);
  }

  /** Runs a step soon; what it throws is a fault of ours. */
  void handOver(Step step, int event) {
    Runnable task = new Task(step, event);
    try {
      pool.execute(task);
    } catch (OutOfMemoryError noThread) {
      // No further thread to be had: those that run come to it.
      pool.getQueue().add(task);
      faults.fault("workers", noThread);
    }
  }

  private final class Task implements Runnable {
    private final Step step;
    private final int event;

    Task(Step step, int event) {
      this.step = step;
      this.event = event;
    }

    @Override
    public void run() {
      try {
        step.run(event, null);
      } catch (Throwable e) {
        // A worker serves all calls: what one of them threw is counted and said.
        faults.fault("worker", e);
      }
    }
  }
}
