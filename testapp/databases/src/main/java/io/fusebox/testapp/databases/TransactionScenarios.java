package io.fusebox.testapp.databases;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A statement is cut in the middle of a transaction, and the application goes on regardless. */
final class TransactionScenarios {

  private static final long BOUND = 9000;
  private static final int LONG_MILLIS = 2000;

  private TransactionScenarios() {}

  static void start(Suite suite, Database database) throws InterruptedException {
    suite.start("swallowed", BOUND, trial -> swallowed(trial, database, 0));
    suite.start("swallowed-own", BOUND, trial -> swallowed(trial, database, 1));
    suite.start("rolled-back", BOUND, trial -> rolledBack(trial, database));
    suite.start("swallowed-words", BOUND, trial -> inWords(trial, database, "COMMIT"));
    suite.start("rolled-back-words", BOUND, trial -> inWords(trial, database, "ROLLBACK"));
  }

  /**
   * An insert, a query that may be cut, whatever came of it swallowed; then a commit.
   *
   * @param ownSeconds of a query timeout; 0 for none
   */
  private static void swallowed(Trial trial, Database database, int ownSeconds) throws Exception {
    try {
      try (Connection connection = database.connect(trial.relay())) {
        connection.setAutoCommit(false);
        insert(trial, connection);
        trial.put("query", Trial.attempt(() -> query(trial, database, connection, ownSeconds)));
        trial.measure(
            () -> {
              connection.commit();
              return "committed";
            });
        // Where it failed, nothing may be left of it for others to commit.
        trial.put("rollback", Trial.attempt(() -> rollback(connection)));
        trial.reportWorth(connection);
      }
    } finally {
      StatementScenarios.reportRows(trial, database, trial.mark());
    }
  }

  /** The same with an application that does it right: it rolls back, and tries again. */
  private static void rolledBack(Trial trial, Database database) throws Exception {
    try {
      try (Connection connection = database.connect(trial.relay())) {
        connection.setAutoCommit(false);
        insert(trial, connection);
        trial.put("query", Trial.attempt(() -> query(trial, database, connection, 0)));
        trial.put("rollback", Trial.attempt(() -> rollback(connection)));
        trial.measure(
            () -> {
              insert(trial, connection);
              connection.commit();
              return "committed";
            });
        trial.reportWorth(connection);
      }
    } finally {
      StatementScenarios.reportRows(trial, database, trial.mark());
    }
  }

  /** The same in an application that says all of it in SQL. */
  private static void inWords(Trial trial, Database database, String first) throws Exception {
    try {
      try (Connection connection = database.connect(trial.relay())) {
        say(connection, "begin");
        insert(trial, connection);
        trial.put("query", Trial.attempt(() -> query(trial, database, connection, 0)));
        trial.measure(
            () -> {
              say(connection, "/* the end */ " + first);
              if (first.equals("ROLLBACK")) {
                say(connection, "begin");
                insert(trial, connection);
                say(connection, "commit");
              }
              return "committed";
            });
        trial.put("rollback", Trial.attempt(() -> say(connection, "rollback")));
        trial.reportWorth(connection);
      }
    } finally {
      StatementScenarios.reportRows(trial, database, trial.mark());
    }
  }

  private static String say(Connection connection, String words) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(words);
      return "done";
    }
  }

  private static void insert(Trial trial, Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(Database.insert(trial.mark()));
    }
  }

  private static String query(Trial trial, Database database, Connection connection, int ownSeconds)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(ownSeconds);
      try (ResultSet rows = statement.executeQuery(trial.marked(database.sleep(LONG_MILLIS)))) {
        return rows.next() ? "a row" : "no row";
      }
    }
  }

  private static String rollback(Connection connection) throws SQLException {
    connection.rollback();
    return "done";
  }
}
