package io.fusebox.testapp.databases;

import io.fusebox.testapp.report.Places;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The main class of forked JVMs with an engine in them: {@code scheme=derby run=NAME control=PORT}.
 * There is no network to cut; a query is eight naps of a quarter of a second.
 */
public final class EmbeddedScenarios {

  private static final long BOUND = 9000;
  private static final String ROWS = "(1), (2), (3), (4), (5), (6), (7), (8)";

  private EmbeddedScenarios() {}

  /** Runs all and ends the process, whatever still hangs in it. */
  public static void main(String[] args) throws Exception {
    Places places = Places.of(args);
    String engine = places.text("scheme");
    Suite suite = new Suite(places, "embedded");
    suite.start("warm-up", 10_000, trial -> query(trial, engine, 0, "select nap(50 + x) from one"));
    suite.finish();
    String query = "select sum(nap(250 + x - x)) from rows_of_eight";
    suite.start("sleep", BOUND, trial -> query(trial, engine, 0, query));
    suite.start("own-shorter", BOUND, trial -> query(trial, engine, 1, query));
    suite.finish();
    System.out.flush();
    System.exit(0);
  }

  private static void query(Trial trial, String engine, int ownSeconds, String sql)
      throws Exception {
    try (Connection connection = DriverManager.getConnection(url(engine, trial.relay()));
        Statement statement = connection.createStatement()) {
      prepare(engine, connection, statement);
      statement.setQueryTimeout(ownSeconds);
      trial.measure(
          () -> {
            try (ResultSet rows = statement.executeQuery(sql)) {
              return rows.next() ? rows.getInt(1) : "no row";
            }
          });
      trial.put("closed", connection.isClosed());
      trial.put("after", Trial.attempt(() -> Trial.one(connection, "select x from one")));
    }
  }

  /** A database for each scenario: a query timeout can belong to a whole one. */
  private static String url(String engine, String name) {
    switch (engine) {
      case "h2":
        return "jdbc:h2:mem:" + name;
      case "hsqldb":
        return "jdbc:hsqldb:mem:" + name;
      case "derby":
        return "jdbc:derby:memory:" + name + ";create=true";
      default:
        return "jdbc:sqlite::memory:";
    }
  }

  private static void prepare(String engine, Connection connection, Statement statement)
      throws SQLException {
    statement.execute("create table one (x int)");
    statement.execute("insert into one values (1)");
    statement.execute("create table rows_of_eight (x int)");
    statement.execute("insert into rows_of_eight values " + ROWS);
    String nap = Naps.class.getName() + ".nap";
    switch (engine) {
      case "h2":
        statement.execute("create alias nap for \"" + nap + "\"");
        break;
      case "hsqldb":
        statement.execute(
            "create function nap(millis int) returns int not deterministic language java no sql"
                + " external name 'CLASSPATH:"
                + nap
                + "'");
        break;
      case "derby":
        statement.execute(
            "create function nap(millis int) returns int language java parameter style java no sql"
                + " external name '"
                + nap
                + "'");
        break;
      default:
        SqliteNap.create(connection);
    }
  }
}
