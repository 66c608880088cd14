package io.fusebox.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Connections that we did not see being made: they were there before us, or come from a door that
 * is no driver's. Each is asked once for its URL, which no driver asks its server for; a wrapper is
 * passed over, for what it wraps comes by itself.
 */
final class Unseen {

  private final Captured captured;
  private static final ThreadLocal<Boolean> LOOKING = new ThreadLocal<>();
  private final Wrappers wrappers = new Wrappers();

  Unseen(Captured captured) {
    this.captured = captured;
  }

  /**
   * Where it goes.
   *
   * @return {@link Target#NONE} for what is to be passed over for good; null for now only
   */
  @Nullable Target look(Connection connection) {
    if (captured.user() != null || LOOKING.get() != null) {
      return null; // A driver's own calls while it connects, and what we ask for ourselves.
    }
    LOOKING.set(Boolean.TRUE);
    try {
      return wrappers.contains(connection) ? Target.NONE : target(connection);
    } finally {
      LOOKING.remove();
    }
  }

  private static @Nullable Target target(Connection connection) {
    try {
      DatabaseMetaData data = connection.getMetaData();
      String url = data == null ? null : data.getURL();
      return url == null ? Target.NONE : Target.of(url, null);
    } catch (SQLException | LinkageError e) {
      return Target.NONE; // It cannot be told, and would not be told better the next time.
    } catch (RuntimeException e) {
      return null; // It is being made, by another thread.
    }
  }

  /** By class, for the answer of one is the answer of all. */
  private static final class Wrappers {
    private final ClassValue<boolean[]> known =
        new ClassValue<boolean[]>() {
          @Override
          protected boolean[] computeValue(Class<?> type) {
            return new boolean[2]; // whether it is known, and what it is
          }
        };

    boolean contains(Connection connection) {
      boolean[] answer = known.get(connection.getClass());
      if (!answer[0]) {
        answer[1] = isWrapper(connection);
        answer[0] = true;
      }
      return answer[1];
    }

    private static boolean isWrapper(Connection connection) {
      try {
        return connection.isWrapperFor(Connection.class)
            && connection.unwrap(Connection.class) != connection;
      } catch (SQLException | LinkageError e) {
        return false; // Drivers from before Java 6 know nothing of wrappers, so they are none.
      }
    }
  }
}
