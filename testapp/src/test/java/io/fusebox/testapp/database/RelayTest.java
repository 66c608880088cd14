package io.fusebox.testapp.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What stands between clients and servers does what tests rely on. */
@Timeout(30)
class RelayTest {

  private static final int SHORT_MILLIS = 200;

  private ServerSocket server;
  private Relay relay;

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread echo = new Thread(this::echoAll, "echo");
    echo.setDaemon(true);
    echo.start();
    relay = Relay.to(server.getLocalPort());
  }

  @AfterEach
  void close() throws IOException {
    relay.close();
    server.close();
  }

  @Test
  void everythingPasses() throws Exception {
    try (Socket client = connect()) {
      assertEquals('H', ask(client));
    }
    assertTrue(relay.passages().get(0).closedAfterMillis(5000) >= 0);
  }

  @Test
  void nothingPassesTheHoleAndNothingIsClosed() throws Exception {
    try (Socket before = connect()) {
      assertEquals('H', ask(before));
      relay.hole();
      assertSilent(before);
      try (Socket during = connect()) {
        assertSilent(during);
      }
      assertTrue(relay.passages().get(1).closedAfterMillis(5000) >= SHORT_MILLIS);
      assertTrue(relay.passages().get(1).openedNanos() > relay.passages().get(0).openedNanos());
      assertEquals(Passage.STILL_OPEN, relay.passages().get(0).closedAfterMillis(SHORT_MILLIS));
    }
    assertTrue(relay.passages().get(0).closedAfterMillis(5000) >= 2 * SHORT_MILLIS);
  }

  @Test
  void afterTheHoleOnlyNewConnectionsPass() throws Exception {
    try (Socket before = connect()) {
      assertEquals('H', ask(before));
      relay.hole();
      relay.pass();
      assertSilent(before);
      try (Socket after = connect()) {
        assertEquals('H', ask(after));
      }
    }
  }

  @Test
  void refusedUntilItPassesAgain() throws Exception {
    relay.refuse();
    assertThrows(ConnectException.class, this::connect);
    relay.pass();
    try (Socket client = connect()) {
      assertEquals('H', ask(client));
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), relay.port());
    socket.setSoTimeout(5000);
    return socket;
  }

  private static void assertSilent(Socket client) throws IOException {
    client.setSoTimeout(SHORT_MILLIS);
    assertThrows(SocketTimeoutException.class, () -> ask(client));
  }

  /** A byte there, a byte back. */
  private static int ask(Socket client) throws IOException {
    client.getOutputStream().write('H');
    return client.getInputStream().read();
  }

  private void echoAll() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread echo = new Thread(() -> echo(socket), "echo");
        echo.setDaemon(true);
        echo.start();
      } catch (IOException e) {
        // Closed at the end of the test.
      }
    }
  }

  private static void echo(Socket socket) {
    try (Socket open = socket) {
      open.getInputStream().transferTo(open.getOutputStream());
    } catch (IOException e) {
      // The client is gone.
    }
  }
}
