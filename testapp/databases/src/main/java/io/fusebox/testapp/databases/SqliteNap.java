package io.fusebox.testapp.databases;

import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.Function;

/** The function {@code nap} of a SQLite connection. */
final class SqliteNap extends Function {

  static void create(Connection connection) throws SQLException {
    Function.create(connection, "nap", new SqliteNap());
  }

  @Override
  protected void xFunc() throws SQLException {
    try {
      result(Naps.nap(value_int(0)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      error("interrupted");
    }
  }
}
