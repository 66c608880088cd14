package io.fusebox.testapp.databases;

import java.sql.Connection;
import java.sql.SQLException;

/** Statements that end just when their bound does, each followed by an innocent one. */
final class RaceScenarios {

  private static final int SUSPECT_MILLIS = 36;
  private static final int INNOCENT_MILLIS = 3;

  private RaceScenarios() {}

  static void start(Suite suite, Database database, int rounds) throws InterruptedException {
    suite.start("race", 9000 + rounds * 80L, trial -> race(trial, database, rounds));
  }

  private static void race(Trial trial, Database database, int rounds) throws Exception {
    try (Connection connection = database.connect(trial.relay())) {
      trial.measure(connection, () -> run(connection, database, rounds));
    }
  }

  /** On a busy machine: then it says so. */
  private static boolean wasLateItself(SQLException e) {
    for (Throwable said : e.getSuppressed()) {
      if (said.getClass().getSimpleName().equals("FuseboxSqlTimeoutException")) {
        return true;
      }
    }
    return false;
  }

  /** How many of the first were cut; an innocent one that fails ends it. */
  private static int run(Connection connection, Database database, int rounds) throws SQLException {
    int cut = 0;
    for (int i = 0; i < rounds; i++) {
      try {
        Trial.one(connection, database.sleep(SUSPECT_MILLIS + i % 8));
      } catch (SQLException e) {
        cut++;
      }
      try {
        Trial.one(connection, database.sleep(INNOCENT_MILLIS));
      } catch (SQLException e) {
        if (!wasLateItself(e)) {
          throw e;
        }
      }
    }
    return cut;
  }
}
