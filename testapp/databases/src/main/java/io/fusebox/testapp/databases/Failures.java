package io.fusebox.testapp.databases;

import io.fusebox.testapp.report.Report;
import java.sql.SQLException;

/** Everything of an exception that a pool, a framework or a person goes by. */
final class Failures {

  private Failures() {}

  /** The chain of causes; of SQL exceptions with state and code. */
  static String chain(Throwable thrown) {
    StringBuilder chain = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      chain.append(chain.length() == 0 ? "" : " < ").append(one(t));
    }
    return chain.toString();
  }

  /** What is attached to any exception of the chain, with class and message. */
  static String suppressed(Throwable thrown) {
    StringBuilder all = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      for (Throwable attached : t.getSuppressed()) {
        all.append(all.length() == 0 ? "" : " | ").append(one(attached));
        all.append(": ").append(attached.getMessage());
      }
    }
    return all.length() == 0 ? "-" : all.toString();
  }

  static void report(Report report, long millis, Throwable thrown) {
    report.put("chain", chain(thrown));
    report.put("suppressed", suppressed(thrown));
    report.put("kinds", kinds(thrown));
    if (thrown instanceof SQLException) {
      SQLException sql = (SQLException) thrown;
      report.put("state", sql.getSQLState());
      report.put("code", sql.getErrorCode());
      report.put("next", sql.getNextException());
    }
    report.threw(millis, thrown);
  }

  /** The classes of {@code java.sql} that it belongs to, the nearest first. */
  private static String kinds(Throwable thrown) {
    StringBuilder kinds = new StringBuilder();
    for (Class<?> c = thrown.getClass(); c != null; c = c.getSuperclass()) {
      if (c.getName().startsWith("java.sql.")) {
        kinds.append(kinds.length() == 0 ? "" : " < ").append(c.getSimpleName());
      }
    }
    return kinds.toString();
  }

  private static String one(Throwable thrown) {
    String name = thrown.getClass().getSimpleName();
    if (thrown instanceof SQLException) {
      SQLException sql = (SQLException) thrown;
      return name + "[" + sql.getSQLState() + "/" + sql.getErrorCode() + "]";
    }
    return name;
  }
}
