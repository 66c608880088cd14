package io.fusebox.testapp.databases;

import java.sql.Connection;
import java.util.concurrent.CountDownLatch;

/** The server itself is stopped: it keeps its connections, is connected to, and says nothing. */
final class StoppedScenarios {

  private static final long BOUND = 3500;
  private static final int LONG_MILLIS = 1000;

  private StoppedScenarios() {}

  static void start(Suite suite, Database database) throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    // The main process of PostgreSQL has nothing to do with what runs.
    if (!database.prefix.equals("pg")) {
      suite.start("stopped-server", BOUND, trial -> query(trial, database, stopped));
    } else {
      stopped.countDown();
    }
    suite.start("stopped-connect", BOUND, trial -> connect(trial, database, stopped));
    suite.finish();
  }

  private static void query(Trial trial, Database database, CountDownLatch stopped)
      throws Exception {
    try (Connection connection = database.connect(trial.relay())) {
      trial.control().stop("main", 0);
      stopped.countDown();
      trial.measure(connection, () -> Trial.one(connection, database.sleep(LONG_MILLIS)));
    }
  }

  /** Once the other one is connected. */
  private static void connect(Trial trial, Database database, CountDownLatch stopped)
      throws Exception {
    stopped.await();
    trial.control().stop("main", 0);
    trial.measure(
        () -> {
          database.connect(trial.relay()).close();
          return "connected";
        });
  }
}
