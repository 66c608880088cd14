package io.fusebox.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The cancels that are on their way, each on a thread of its own, and what they have connected. */
final class Cancels {

  /** So many at a time: whoever comes on top goes without, and its connection is closed in time. */
  private static final int MOST = 32;

  private static final String POSTGRES = "org.postgresql.";

  private final ConcurrentHashMap<Execution, Sockets> running = new ConcurrentHashMap<>();
  private final Captured captured;

  Cancels(Captured captured) {
    this.captured = captured;
  }

  /** This thread is about to cancel a call; null if there are too many that do. */
  @Nullable Sockets begin(Execution execution) {
    if (running.size() >= MOST) {
      return null;
    }
    Sockets opened = new Sockets();
    running.put(execution, opened);
    captured.begin(opened);
    return opened;
  }

  /**
   * Asks the driver to cancel.
   *
   * @param connection where rows are being fetched: PostgreSQL's driver cancels that by its
   *     connection only, and says nothing
   */
  static void send(Statement statement, @Nullable Connection connection) throws SQLException {
    if (connection != null && connection.getClass().getName().startsWith(POSTGRES)) {
      try {
        connection.getClass().getMethod("cancelQuery").invoke(connection);
        return;
      } catch (ReflectiveOperationException e) {
        throw new SQLException(e);
      }
    }
    statement.cancel();
  }

  /** This thread has cancelled it, or could not. */
  void end(Execution execution) {
    if (running.remove(execution) != null) {
      captured.end(null);
    }
  }

  /** What its cancel waits for is closed. */
  void giveUp(Execution execution) {
    Sockets opened = running.get(execution);
    if (opened != null) {
      opened.closeForGood();
    }
  }
}
