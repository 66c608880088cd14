package io.fusebox.testapp.databases;

import io.fusebox.testapp.report.Report;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run of one scenario: where to connect to, and where to report. One thread, but for giveUp.
 */
final class Trial {

  private static final long GONE_WITHIN_MILLIS = 1000;

  private final String relay;
  private final String mark;
  private final Report report;
  private final Control control;
  private volatile boolean measured;

  Trial(String relay, String mark, Report report, Control control) {
    this.relay = relay;
    this.mark = mark;
    this.report = report;
    this.control = control;
  }

  /** A call that may hang. */
  interface Work {
    @Nullable Object run() throws Exception;
  }

  /** The scenario's own. */
  String relay() {
    return relay;
  }

  Control control() {
    return control;
  }

  /** No other scenario's, in no other run. */
  String mark() {
    return mark;
  }

  /** The statement with a comment by which the server's list of statements tells it. */
  String marked(String sql) {
    return "/* " + mark + " */ " + sql;
  }

  void put(String field, @Nullable Object value) {
    report.put(field, value);
  }

  /** Makes the call that counts: the outcome of the scenario. */
  void measure(Work work) {
    long startNanos = System.nanoTime();
    try {
      Object value = work.run();
      report.returned(millisSince(startNanos), value);
    } catch (Throwable e) {
      Failures.report(report, millisSince(startNanos), e);
    }
    measured = true;
  }

  /** The same on a connection, and then what that is worth. */
  void measure(Connection connection, Work work) throws SQLException {
    measure(work);
    reportWorth(connection);
  }

  /** Whether the connection is closed, and what comes of a statement on it. */
  void reportWorth(Connection connection) throws SQLException {
    report.put("closed", connection.isClosed());
    long startNanos = System.nanoTime();
    report.put("after", attempt(() -> one(connection, "select 1")));
    report.put("after.millis", millisSince(startNanos));
  }

  /** Reports for how long the server still runs what is marked. */
  void reportGone() throws IOException, InterruptedException {
    long startNanos = System.nanoTime();
    int running = control.running(mark);
    while (running > 0 && millisSince(startNanos) < GONE_WITHIN_MILLIS) {
      Thread.sleep(10);
      running = control.running(mark);
    }
    report.put("running", running);
    report.put("running.millis", millisSince(startNanos));
  }

  /** What comes of a call: its value, or how it failed. */
  static String attempt(Work work) {
    try {
      return String.valueOf(work.run());
    } catch (Throwable e) {
      return Failures.chain(e);
    }
  }

  /** The first column of a query's first row. */
  static String one(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? String.valueOf(rows.getString(1)).trim() : "no row";
    }
  }

  static long millisSince(long startNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }

  /** Whether the call that counts is over. */
  boolean isMeasured() {
    return measured;
  }

  /** Called by the suite: it takes too long. */
  void giveUp(long boundMillis) {
    if (measured) {
      report.put("fault", "hung after the call");
    } else {
      report.hung(boundMillis);
    }
  }
}
