package io.fusebox.testapp.databases;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The network between driver and server goes silent: nothing arrives, and nothing is closed. */
final class HoleScenarios {

  private static final long BOUND = 3500;
  private static final int SOON_MILLIS = 150;
  private static final int LONG_MILLIS = 1000;
  private static final int LARGE = 12_000_000;

  private HoleScenarios() {}

  static void start(Suite suite, Database database) throws InterruptedException {
    suite.start("hole", BOUND, trial -> query(trial, database, 0));
    suite.start("hole-own", BOUND, trial -> query(trial, database, 1));
    suite.start("hole-cancel", BOUND, trial -> cancel(trial, database));
    suite.start("hole-write", BOUND, trial -> write(trial, database));
    suite.start("hole-commit", BOUND, trial -> end(trial, database, Connection::commit));
    suite.start("hole-rollback", BOUND, trial -> end(trial, database, Connection::rollback));
    // H2 ignores the bound that it is given.
    long known = database.prefix.equals("h2") ? BOUND : 9000;
    suite.start("hole-valid", known, trial -> valid(trial, database));
  }

  private interface End {
    void of(Connection connection) throws SQLException;
  }

  /** While a query runs. */
  private static void query(Trial trial, Database database, int ownSeconds) throws Exception {
    try (Connection connection = database.connect(trial.relay());
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(ownSeconds);
      trial.control().hole(trial.relay(), SOON_MILLIS);
      trial.measure(
          connection,
          () -> {
            try (ResultSet rows = statement.executeQuery(database.sleep(LONG_MILLIS))) {
              return rows.next();
            }
          });
    }
  }

  /** While a query runs, which the application then cancels. */
  private static void cancel(Trial trial, Database database) throws Exception {
    try (Connection connection = database.connect(trial.relay());
        Statement statement = connection.createStatement()) {
      trial.control().hole(trial.relay(), SOON_MILLIS);
      Thread canceller = new Thread(() -> cancel(trial, statement), "canceller");
      canceller.setDaemon(true);
      canceller.start();
      trial.measure(connection, () -> statement.execute(database.sleep(LONG_MILLIS)));
    }
  }

  private static void cancel(Trial trial, Statement statement) {
    try {
      Thread.sleep(2 * SOON_MILLIS);
      long startNanos = System.nanoTime();
      trial.put("cancel", Trial.attempt(() -> cancelled(statement)));
      trial.put("cancel.millis", Trial.millisSince(startNanos));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String cancelled(Statement statement) throws SQLException {
    statement.cancel();
    return "returned";
  }

  /** Before more is sent than any buffer on the way takes. */
  private static void write(Trial trial, Database database) throws Exception {
    try (Connection connection = database.connect(trial.relay());
        PreparedStatement statement =
            connection.prepareStatement("select length(cast(? as char(10)))")) {
      statement.setString(1, new String(new char[LARGE]).replace('\0', 'x'));
      trial.control().hole(trial.relay());
      trial.measure(connection, () -> statement.execute());
    }
  }

  /** With a transaction open. */
  private static void end(Trial trial, Database database, End end) throws Exception {
    try (Connection connection = database.connect(trial.relay())) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate(Database.insert(trial.mark()));
      }
      trial.control().hole(trial.relay());
      trial.measure(
          connection,
          () -> {
            end.of(connection);
            return "ended";
          });
    }
  }

  private static void valid(Trial trial, Database database) throws Exception {
    try (Connection connection = database.connect(trial.relay())) {
      trial.control().hole(trial.relay());
      trial.measure(connection, () -> connection.isValid(2));
    }
  }
}
