package io.fusebox.testapp.databases;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;

/** Rows that come while they are read, one of them two seconds late. */
final class CursorScenarios {

  private static final long BOUND = 9000;
  private static final int LATE_MILLIS = 2000;

  private CursorScenarios() {}

  static void start(Suite suite, Database database) throws InterruptedException {
    suite.start("cursor", BOUND, trial -> read(trial, database));
    suite.start("cursor-cut", BOUND, trial -> read(trial, database));
  }

  private static void read(Trial trial, Database database) throws Exception {
    try (Connection connection = database.connect(trial.relay())) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(database.fetchSize());
        long startNanos = System.nanoTime();
        try (ResultSet rows = statement.executeQuery(trial.marked(database.lateRow(LATE_MILLIS)))) {
          trial.put("executed.millis", Trial.millisSince(startNanos));
          trial.measure(() -> readAll(trial, rows));
        }
      }
      trial.put("rollback", Trial.attempt(() -> rolledBack(connection)));
      trial.reportGone();
      trial.reportWorth(connection);
    }
  }

  private static int readAll(Trial trial, ResultSet rows) throws Exception {
    int read = 0;
    while (rows.next()) {
      trial.put("read", ++read);
    }
    return read;
  }

  private static String rolledBack(Connection connection) throws Exception {
    connection.rollback();
    return "done";
  }
}
