package io.fusebox.testapp.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** PostgreSQL from its own binaries, with a process for each connection. Thread-safe. */
final class PostgresServer implements DatabaseServer {

  private final EmbeddedPostgres server;
  private final String url;
  private final long process;

  private PostgresServer(EmbeddedPostgres server) throws SQLException {
    this.server = server;
    this.url = "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres";
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table entries (id varchar(200))");
      statement.execute(
          "create function nap(millis int) returns int language plpgsql as"
              + " 'begin perform pg_sleep(millis / 1000.0); return 0; end'");
      this.process = main(statement);
    }
  }

  /** The one that all tests share; it ends with their JVM. */
  static PostgresServer shared() {
    return Shared.SERVER;
  }

  private static final class Shared {
    static final PostgresServer SERVER = start();
  }

  /** Another, which only some tests use. */
  static PostgresServer start() {
    try {
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setRegisterShutdownHook(false)
              .setServerConfig("max_connections", "200")
              .setServerConfig("fsync", "off")
              .start();
      PostgresServer started = new PostgresServer(server);
      Runtime.getRuntime().addShutdownHook(new Thread(started::end, "postgres-end"));
      return started;
    } catch (IOException | SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int port() {
    return server.getPort();
  }

  @Override
  public long process() {
    return process;
  }

  @Override
  public boolean has(long asked) {
    return asked == process || parent(asked) == process;
  }

  @Override
  public int running(String mark) throws SQLException {
    String sql =
        "select count(*) from pg_stat_activity"
            + " where state = 'active' and pid <> pg_backend_pid() and position(? in query) > 0";
    try (Connection connection = connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, mark);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getInt(1);
      }
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url, "postgres", "");
  }

  /** That which is the parent of the process of a session. */
  private static long main(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("select pg_backend_pid()")) {
      rows.next();
      return parent(rows.getLong(1));
    }
  }

  private static long parent(long child) {
    return ProcessHandle.of(child)
        .flatMap(ProcessHandle::parent)
        .map(ProcessHandle::pid)
        .orElse(-1L);
  }

  private void end() {
    try {
      Processes.resumeAll();
      server.close();
    } catch (IOException e) {
      System.err.println("PostgreSQL did not end: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
