package io.fusebox.testapp.databases;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Arrays;

/** Statements of every kind that take two seconds on a server that is well and can be reached. */
final class StatementScenarios {

  private static final long BOUND = 9000;
  private static final int LONG_MILLIS = 2000;

  private StatementScenarios() {}

  static void warmUp(Trial trial, Database database) throws Exception {
    try (Connection direct = database.connectDirectly()) {
      Trial.one(direct, database.sleep(1));
    }
    try (Connection connection = database.connect(trial.relay())) {
      trial.measure(connection, () -> Trial.one(connection, trial.marked(database.sleep(400))));
    }
    trial.reportGone();
  }

  static void start(Suite suite, Database database) throws InterruptedException {
    suite.start("fast", BOUND, trial -> fast(trial, database));
    suite.start("sleep", BOUND, trial -> sleep(trial, database));
    suite.start("update", BOUND, trial -> update(trial, database));
    suite.start("batch", BOUND, trial -> batch(trial, database));
    suite.start("prepared", BOUND, trial -> prepared(trial, database));
    suite.start("callable", BOUND, trial -> callable(trial, database));
    suite.start("own-shorter", BOUND, trial -> ownTimeout(trial, database));
    suite.start("own-longer", BOUND, trial -> ownTimeout(trial, database));
  }

  /** Well below its bound, again and again. */
  private static void fast(Trial trial, Database database) throws Exception {
    try (Connection connection = database.connect(trial.relay())) {
      trial.measure(
          connection,
          () -> {
            for (int i = 0; i < 20; i++) {
              Trial.one(connection, database.sleep(50));
            }
            return "done";
          });
    }
  }

  private static void sleep(Trial trial, Database database) throws Exception {
    try (Connection connection = database.connect(trial.relay())) {
      trial.measure(() -> Trial.one(connection, trial.marked(database.sleep(LONG_MILLIS))));
      trial.reportGone();
      trial.reportWorth(connection);
    }
  }

  private static void update(Trial trial, Database database) throws Exception {
    try {
      try (Connection connection = database.connect(trial.relay());
          Statement statement = connection.createStatement()) {
        String sql = database.slowInsert(trial.mark(), LONG_MILLIS);
        trial.measure(() -> statement.executeUpdate(trial.marked(sql)));
        trial.reportGone();
        trial.reportWorth(connection);
      }
    } finally {
      reportRows(trial, database, trial.mark() + "0");
    }
  }

  /** A row, a late one, and one more. */
  private static void batch(Trial trial, Database database) throws Exception {
    try {
      try (Connection connection = database.connect(trial.relay());
          Statement statement = connection.createStatement()) {
        statement.addBatch(Database.insert(trial.mark()));
        statement.addBatch(trial.marked(database.slowInsert(trial.mark(), LONG_MILLIS)));
        statement.addBatch(Database.insert(trial.mark()));
        trial.measure(() -> Arrays.toString(statement.executeBatch()));
        trial.reportGone();
        trial.reportWorth(connection);
      }
    } finally {
      reportRows(trial, database, trial.mark());
    }
  }

  private static void prepared(Trial trial, Database database) throws Exception {
    try (Connection connection = database.connect(trial.relay());
        PreparedStatement statement =
            connection.prepareStatement(trial.marked("select nap(cast(? as int))"))) {
      // Twice, for the second time differs where a driver or a server prepares.
      statement.setInt(1, 1);
      trial.put("first", value(statement));
      statement.setInt(1, LONG_MILLIS);
      trial.measure(() -> value(statement));
      trial.reportGone();
      trial.reportWorth(connection);
    }
  }

  private static String value(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static void callable(Trial trial, Database database) throws Exception {
    try (Connection connection = database.connect(trial.relay());
        CallableStatement statement = connection.prepareCall("{? = call nap(?)}")) {
      statement.registerOutParameter(1, Types.INTEGER);
      statement.setInt(2, LONG_MILLIS);
      trial.measure(
          connection,
          () -> {
            statement.execute();
            return statement.getInt(1);
          });
    }
  }

  /** The application asks for one second itself. */
  private static void ownTimeout(Trial trial, Database database) throws Exception {
    try (Connection connection = database.connect(trial.relay());
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      trial.measure(
          () -> {
            try (ResultSet rows =
                statement.executeQuery(trial.marked(database.sleep(LONG_MILLIS)))) {
              return rows.next();
            }
          });
      trial.put("own", statement.getQueryTimeout());
      trial.reportGone();
      trial.reportWorth(connection);
    }
  }

  static void reportRows(Trial trial, Database database, String id) throws SQLException {
    try (Connection direct = database.connectDirectly()) {
      trial.put("rows", Trial.one(direct, Database.count(id)));
    }
  }
}
