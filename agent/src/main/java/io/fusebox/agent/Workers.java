package io.fusebox.agent;

import io.fusebox.calls.CallServices.Step;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A few threads that do what the timer decided: free callers, end exchanges, write lines. Started
 * at need, gone after a while without work.
 */
final class Workers {

  private static final int MOST = 8;
  private static final int IDLE_SECONDS = 10;

  private final FaultReport faults;
  private final ThreadPoolExecutor pool;
  private final ThreadPoolExecutor callbacks;

  Workers(ThreadFactory threads, ThreadFactory callbackThreads, FaultReport faults) {
    this.faults = faults;
    // As many as there are steps: the application's code may hold each as long as it likes.
    this.callbacks =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            callbackThreads);
    this.pool =
        new ThreadPoolExecutor(
            MOST, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
    pool.allowCoreThreadTimeOut(true);
  }

  /**
   * Runs a step soon; what it throws is a fault of ours.
   *
   * @throws OutOfMemoryError if no thread runs and none can be had: it will not be run then
   */
  void handOver(Step step, int event) {
    Task task = new Task(step, event, null);
    try {
      pool.execute(task);
    } catch (OutOfMemoryError noThread) {
      if (!isQueued(task)) {
        throw noThread;
      }
      faults.fault("workers", noThread);
    }
  }

  /**
   * Runs a step that may come to the application's code, on a thread of its own. Where none can be
   * had, for whatever reason, on this one: somebody waits for it whom nothing else frees. Never
   * throws.
   */
  void callBack(Step step, int event, @Nullable ClassLoader loader) {
    Task task = new Task(step, event, loader);
    try {
      callbacks.execute(task);
    } catch (RuntimeException | Error noThread) {
      faults.fault("callbacks", noThread);
      task.run();
    }
  }

  /** Whether a worker that runs already will come to it. */
  private boolean isQueued(Task task) {
    if (pool.getPoolSize() == 0) {
      return false;
    }
    pool.getQueue().add(task);
    // The last worker may have gone meanwhile; then whoever takes the task back may run it.
    return pool.getPoolSize() > 0 || !pool.getQueue().remove(task);
  }

  private final class Task implements Runnable {
    private final Step step;
    private final int event;
    private final @Nullable ClassLoader loader;

    Task(Step step, int event, @Nullable ClassLoader loader) {
      this.step = step;
      this.event = event;
      this.loader = loader;
    }

    @Override
    public void run() {
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      thread.setContextClassLoader(loader);
      try {
        Steps.run(step, event, null, "worker", faults);
      } finally {
        thread.setContextClassLoader(before);
      }
    }
  }
}
