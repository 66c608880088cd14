package io.fusebox.testapp.fault;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A port in front of a server. Its first connections end when the client has said something and
 * before it was answered, as of a TLS server that dies in the handshake; the others are passed on,
 * at once or late, as of a TLS server that is busy. Thread-safe.
 */
public final class FlakyPort implements Closeable {

  private final ServerSocket acceptor;
  private final int rude;
  private final int lateMillis;
  private final int target;
  private final AtomicInteger connections = new AtomicInteger();

  private FlakyPort(ServerSocket acceptor, int rude, int lateMillis, int target) {
    this.acceptor = acceptor;
    this.rude = rude;
    this.lateMillis = lateMillis;
    this.target = target;
  }

  /**
   * Starts one on a free port.
   *
   * @param rude how many connections end early
   * @param target the port on the loopback interface that the others lead to
   */
  public static FlakyPort start(int rude, int target) throws IOException {
    return start(rude, 0, target);
  }

  /**
   * Starts one that accepts at once and passes each connection on late.
   *
   * @param lateMillis how late
   * @param target the port on the loopback interface that they lead to
   */
  public static FlakyPort startLate(int lateMillis, int target) throws IOException {
    return start(0, lateMillis, target);
  }

  private static FlakyPort start(int rude, int lateMillis, int target) throws IOException {
    ServerSocket acceptor = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    FlakyPort port = new FlakyPort(acceptor, rude, lateMillis, target);
    Threads.start("flaky-acceptor", port::acceptAll);
    return port;
  }

  /** The port it listens on. */
  public int port() {
    return acceptor.getLocalPort();
  }

  /** How many connections came. */
  public int connections() {
    return connections.get();
  }

  @Override
  public void close() throws IOException {
    acceptor.close();
  }

  private void acceptAll() {
    while (!acceptor.isClosed()) {
      try {
        Socket socket = acceptor.accept();
        boolean ends = connections.incrementAndGet() <= rude;
        Threads.start("flaky-connection", () -> serve(socket, ends));
      } catch (IOException e) {
        // Closed, or a connection that was gone before it was accepted: the next one counts.
      }
    }
  }

  private void serve(Socket socket, boolean ends) {
    try (Socket client = socket) {
      if (ends) {
        client.getInputStream().read(new byte[1 << 16]);
        return;
      }
      Pause.millis(lateMillis);
      try (Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
        Threads.start("flaky-answers", () -> pass(server, client));
        pass(client, server);
      }
    } catch (IOException e) {
      // Either side went away: so does the other.
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      in.transferTo(out);
      to.shutdownOutput();
    } catch (IOException e) {
      // Either side went away: so does the other.
    }
  }
}
