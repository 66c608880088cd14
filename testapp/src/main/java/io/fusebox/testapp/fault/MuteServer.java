package io.fusebox.testapp.fault;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Accepts connections, reads, and never says a byte: a TLS client waits for its handshake for ever.
 * Thread-safe.
 */
public final class MuteServer implements Closeable {

  private final ServerSocket acceptor;
  private final List<Long> lives = new CopyOnWriteArrayList<>();

  private MuteServer(ServerSocket acceptor) {
    this.acceptor = acceptor;
  }

  /** Starts a server on a free port. */
  public static MuteServer start() throws IOException {
    MuteServer server = new MuteServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    Threads.start("mute-acceptor", server::acceptAll);
    return server;
  }

  /** The port it listens on. */
  public int port() {
    return acceptor.getLocalPort();
  }

  /** How long each connection lasted that a client has closed, in milliseconds. */
  public List<Long> livesMillis() {
    return List.copyOf(lives);
  }

  @Override
  public void close() throws IOException {
    acceptor.close();
  }

  private void acceptAll() {
    while (!acceptor.isClosed()) {
      try {
        Socket socket = acceptor.accept();
        Threads.start("mute-connection", () -> read(socket));
      } catch (IOException e) {
        // Closed, or a connection that was gone before it was accepted: the next one counts.
      }
    }
  }

  private void read(Socket socket) {
    long start = System.nanoTime();
    try (Socket open = socket) {
      InputStream in = open.getInputStream();
      while (in.read() >= 0) {
        // What it says does not matter.
      }
    } catch (IOException e) {
      // A reset is an end as well.
    }
    lives.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
  }
}
