package io.fusebox.testapp.databases;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.tools.Server;

/** Serves a database of H2's over TCP until its standard input ends. Says its port in a line. */
public final class H2Host {

  private H2Host() {}

  /** Starts on a free port of the loopback address. */
  public static void main(String[] args) throws SQLException, IOException {
    try (Connection first =
            DriverManager.getConnection("jdbc:h2:mem:test;DB_CLOSE_DELAY=-1", "sa", "");
        Statement statement = first.createStatement()) {
      statement.execute("create table entries (id varchar(200))");
      statement.execute("create alias nap for \"io.fusebox.testapp.databases.Naps.nap\"");
    }
    Server server = Server.createTcpServer("-tcpPort", "0").start();
    System.out.println("port=" + server.getPort());
    while (System.in.read() >= 0) {
      // Only the end counts: the process that started this one is gone.
    }
    System.exit(0);
  }
}
