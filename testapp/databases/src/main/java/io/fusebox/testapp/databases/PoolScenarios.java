package io.fusebox.testapp.databases;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;

/** A HikariCP of one connection: what it does with it after a cut. */
final class PoolScenarios {

  private static final long BOUND = 9000;
  private static final long HUNG = 4500;
  private static final int SOON_MILLIS = 150;
  private static final int LONG_MILLIS = 1500;

  private PoolScenarios() {}

  static void start(Suite suite, Database database) throws InterruptedException {
    suite.start("pool", BOUND, trial -> borrowAgain(trial, database, false));
    suite.start("pool-hole", HUNG, trial -> borrowAgain(trial, database, true));
  }

  /** Borrows, runs what is cut, gives back, borrows again. */
  private static void borrowAgain(Trial trial, Database database, boolean hole) throws Exception {
    try (HikariDataSource pool = new HikariDataSource(config(trial, database))) {
      String before = "none";
      try (Connection connection = pool.getConnection()) {
        before = Trial.one(connection, database.session());
        if (hole) {
          trial.control().hole(trial.relay(), SOON_MILLIS);
        }
        String sql = trial.marked(database.sleep(LONG_MILLIS));
        trial.measure(() -> Trial.one(connection, sql));
        trial.put("closed", connection.isClosed());
      } catch (SQLException e) {
        trial.put("close", Failures.chain(e));
      }
      trial.control().pass(trial.relay());
      borrow(trial, database, pool, before);
    }
  }

  private static void borrow(Trial trial, Database database, HikariDataSource pool, String before) {
    long startNanos = System.nanoTime();
    trial.put(
        "after",
        Trial.attempt(
            () -> {
              try (Connection connection = pool.getConnection()) {
                trial.put("borrowed.millis", Trial.millisSince(startNanos));
                boolean same = Trial.one(connection, database.session()).equals(before);
                return same ? "the same" : "another";
              }
            }));
  }

  private static HikariConfig config(Trial trial, Database database) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url(database.relayed(trial.relay())));
    config.setUsername(database.user());
    config.setPassword("");
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(2000);
    config.setValidationTimeout(1000);
    return config;
  }
}
