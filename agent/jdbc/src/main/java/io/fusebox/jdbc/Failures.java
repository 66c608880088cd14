package io.fusebox.jdbc;

import io.fusebox.engine.Outcome;
import java.sql.FuseboxSqlRejectedException;
import java.sql.FuseboxSqlTimeoutException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/** What exceptions of drivers mean, and ours for them. Stateless. */
final class Failures {

  /** SQLState, class: the connection (SQL:2003, part 2, table 33). */
  private static final String CONNECTION = "08";

  private static final String BROKEN = "08006";
  private static final String NO_CONNECTION = "08003";
  private static final String NOT_ESTABLISHED = "08001";

  private static final int DEEPEST = 10;

  private Failures() {}

  /** How a call that was not cut has ended, as far as it says anything about its host. */
  static Outcome outcome(Throwable thrown) {
    if (!(thrown instanceof SQLException)) {
      return Outcome.ABANDONED;
    }
    if (thrown instanceof SQLTimeoutException) {
      return Outcome.TIMED_OUT;
    }
    return isOfConnection((SQLException) thrown) ? Outcome.BROKEN : Outcome.ANSWERED;
  }

  /** The same for a connection that could not be made: the server may be there and want none. */
  static Outcome outcomeOfConnect(Throwable thrown) {
    if (!(thrown instanceof SQLException)) {
      return Outcome.ABANDONED;
    }
    String state = ((SQLException) thrown).getSQLState();
    boolean refused = state != null && (state.startsWith("28") || state.startsWith("3D"));
    return refused ? Outcome.ANSWERED : Outcome.NEVER_SENT;
  }

  private static boolean isOfConnection(SQLException thrown) {
    String state = thrown.getSQLState();
    if (state == null) {
      return thrown instanceof SQLRecoverableException
          || thrown instanceof SQLNonTransientConnectionException;
    }
    // PostgreSQL's: the server goes down, has crashed, cannot be connected to yet.
    return isClass08(thrown) || state.startsWith("57P0");
  }

  /**
   * What the caller of a call that was cut gets: the driver's own exception, for the rules of pools
   * and frameworks were made for it, with the reason in it.
   *
   * @param broken whether its connection is gone, which pools have to see from the SQLState
   */
  static Throwable cut(Throwable thrown, String message, boolean broken) {
    if (broken && !(thrown instanceof SQLException && isClass08((SQLException) thrown))) {
      return new SQLNonTransientConnectionException(message, BROKEN, thrown);
    }
    thrown.addSuppressed(new FuseboxSqlTimeoutException(message));
    return thrown;
  }

  private static boolean isClass08(SQLException thrown) {
    String state = thrown.getSQLState();
    return state != null && state.startsWith(CONNECTION);
  }

  /** For a call on a connection that we have closed. */
  static SQLException closed(String why) {
    return new SQLNonTransientConnectionException(
        "the connection was closed when a call on it was cut: " + why, NO_CONNECTION);
  }

  /** For a commit that cannot keep what it seems to. */
  static SQLException undone(String why) {
    return new SQLTransactionRollbackException(
        "not committed: a statement of this transaction was cut, roll it back: " + why, "40000");
  }

  /**
   * What the caller of a connect that has failed gets.
   *
   * @param late why it was cut; null if it was not, unless what it throws says so
   * @param refusal why it was not let through; the same
   */
  static Throwable ofConnect(@Nullable String late, @Nullable String refusal, Throwable thrown) {
    if (late != null) {
      return notConnected(late, thrown);
    }
    if (refusal != null) {
      return rejected(refusal, thrown);
    }
    Throwable link = thrown;
    for (int i = 0; link != null && i < DEEPEST; i++, link = link.getCause()) {
      for (Throwable said : link.getSuppressed()) {
        if (said instanceof FuseboxSqlTimeoutException) {
          return notConnected(String.valueOf(said.getMessage()), thrown);
        }
        if (said instanceof FuseboxSqlRejectedException) {
          return rejected(String.valueOf(said.getMessage()), thrown);
        }
      }
    }
    return thrown;
  }

  private static SQLException rejected(String refusal, Throwable thrown) {
    SQLException rejected = new FuseboxSqlRejectedException(refusal);
    rejected.initCause(thrown);
    return rejected;
  }

  /** For a connection that was not made in time. */
  static SQLException notConnected(String message, @Nullable Throwable thrown) {
    return new SQLTransientConnectionException(message, NOT_ESTABLISHED, thrown);
  }
}
