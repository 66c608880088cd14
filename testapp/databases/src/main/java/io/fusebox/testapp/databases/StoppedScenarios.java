package io.fusebox.testapp.databases;

import java.sql.Connection;

/** The server itself is stopped: it keeps its connections, is connected to, and says nothing. */
final class StoppedScenarios {

  private static final long BOUND = 3000;
  private static final int SOON_MILLIS = 150;
  private static final int LONG_MILLIS = 1000;

  private StoppedScenarios() {}

  /** One after the other: the first connects before it stops. */
  static void start(Suite suite, Database database) throws InterruptedException {
    // The main process of PostgreSQL has nothing to do with what runs.
    if (!database.prefix.equals("pg")) {
      suite.start("stopped-server", BOUND, trial -> query(trial, database));
      suite.finish();
    }
    suite.start("stopped-connect", BOUND, trial -> connect(trial, database));
    suite.finish();
  }

  private static void query(Trial trial, Database database) throws Exception {
    try (Connection connection = database.connect(trial.relay())) {
      trial.control().stop("main", SOON_MILLIS);
      trial.measure(connection, () -> Trial.one(connection, database.sleep(LONG_MILLIS)));
    }
  }

  private static void connect(Trial trial, Database database) throws Exception {
    trial.control().stop("main", 0);
    trial.measure(
        () -> {
          database.connect(trial.relay()).close();
          return "connected";
        });
  }
}
