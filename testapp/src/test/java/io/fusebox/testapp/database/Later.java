package io.fusebox.testapp.database;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What happens to a server or to a relay in the middle of a call. */
final class Later {

  private static final ScheduledExecutorService TIMER =
      Executors.newScheduledThreadPool(
          2,
          task -> {
            Thread thread = new Thread(task, "later");
            thread.setDaemon(true);
            return thread;
          });

  private Later() {}

  /** Something that can fail. */
  interface Deed {
    void run() throws Exception;
  }

  /** Does it at once, or after so long. */
  static void run(int millis, Deed deed) {
    Future<?> done =
        TIMER.schedule(
            () -> {
              deed.run();
              return null;
            },
            millis,
            TimeUnit.MILLISECONDS);
    if (millis == 0) {
      await(done);
    }
  }

  private static void await(Future<?> done) {
    try {
      done.get(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
