package io.fusebox.testapp.databases;

import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.Statement;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** What only PostgreSQL has: a process for each session, and calls that may well take long. */
final class PostgresScenarios {

  private static final long HUNG = 3500;
  private static final long BOUND = 9000;
  private static final int SOON_MILLIS = 150;
  private static final int LONG_MILLIS = 1000;
  private static final int WAIT_MILLIS = 3000;

  private PostgresScenarios() {}

  static void start(Suite suite, Database database) throws InterruptedException {
    suite.start("stopped", HUNG, trial -> stopped(trial, database, 0));
    suite.start("stopped-own", HUNG, trial -> stopped(trial, database, 1));
    suite.start("listen", BOUND, trial -> listen(trial, database));
    suite.start("copy", BOUND, trial -> copy(trial, database));
  }

  /** The server's process of this session is stopped in the middle of a query. */
  private static void stopped(Trial trial, Database database, int ownSeconds) throws Exception {
    try (Connection connection = database.connect(trial.relay());
        Statement statement = connection.createStatement()) {
      String process = Trial.one(connection, database.session());
      trial.control().stop(process, SOON_MILLIS);
      statement.setQueryTimeout(ownSeconds);
      trial.measure(() -> statement.execute(trial.marked(database.sleep(LONG_MILLIS))));
      trial.reportWorth(connection);
      trial.control().resume(process);
      trial.reportGone();
    }
  }

  /** Waits for what is told at the end of its time. */
  private static void listen(Trial trial, Database database) throws Exception {
    try (Connection connection = database.connect(trial.relay());
        Connection direct = database.connectDirectly();
        Statement statement = connection.createStatement();
        Statement teller = direct.createStatement()) {
      statement.execute("listen news");
      Thread late = new Thread(() -> tell(teller), "teller");
      late.setDaemon(true);
      late.start();
      trial.measure(connection, () -> names(connection.unwrap(PGConnection.class)));
    }
  }

  private static void tell(Statement teller) {
    Trial.attempt(() -> teller.execute("select pg_sleep(2.8); notify news"));
  }

  private static String names(PGConnection connection) throws Exception {
    PGNotification[] told = connection.getNotifications(WAIT_MILLIS);
    return told == null || told.length == 0 ? "nothing" : told[0].getName();
  }

  private static void copy(Trial trial, Database database) throws Exception {
    try (Connection connection = database.connect(trial.relay())) {
      String sql = "copy (select g, pg_sleep(0.2) from generate_series(1, 15) g) to stdout";
      PGConnection own = connection.unwrap(PGConnection.class);
      trial.measure(connection, () -> own.getCopyAPI().copyOut(sql, new ByteArrayOutputStream()));
    }
  }
}
