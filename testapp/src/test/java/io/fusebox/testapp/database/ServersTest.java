package io.fusebox.testapp.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What servers say about themselves is so, or no test could rely on it. */
@Timeout(120)
class ServersTest {

  private static final String MARK = "servers.test";

  @Test
  void postgresKnowsWhatRuns() throws Exception {
    PostgresServer server = PostgresServer.shared();
    String url = "jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres?user=postgres";
    assertKnown(server, url, "select pg_sleep(60)");
  }

  @Test
  void mariaKnowsWhatRuns() throws Exception {
    MariaServer server = MariaServer.shared();
    String url = "jdbc:mariadb://127.0.0.1:" + server.port() + "/test?user=root";
    assertKnown(server, url, "select sleep(60)");
  }

  @Test
  void processesAreTheirOwn() {
    for (DatabaseServer server :
        new DatabaseServer[] {PostgresServer.shared(), MariaServer.shared()}) {
      assertTrue(server.has(server.process()));
      assertTrue(ProcessHandle.of(server.process()).orElseThrow().isAlive());
      long own = ProcessHandle.current().pid();
      assertFalse(server.has(own));
      assertThrows(IllegalArgumentException.class, () -> server.stop(own, 0));
    }
  }

  private static void assertKnown(DatabaseServer server, String url, String query)
      throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      assertEquals(0, server.running(MARK));
      CompletableFuture<Void> ended =
          CompletableFuture.runAsync(() -> execute(statement, "/* " + MARK + " */ " + query));
      await(server, 1);
      statement.cancel();
      assertThrows(CompletionException.class, ended::join);
      await(server, 0);
    }
  }

  private static void execute(Statement statement, String query) {
    try {
      statement.execute(query);
    } catch (SQLException e) {
      throw new CompletionException(e);
    }
  }

  /** Until the test's own bound. */
  private static void await(DatabaseServer server, int running) throws Exception {
    while (server.running(MARK) != running) {
      Thread.sleep(10);
    }
  }
}
