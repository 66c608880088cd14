package io.fusebox.testapp.fault;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A port that listens, whose queue is full and which accepts nobody: a connect just hangs. */
public final class FullBacklog implements Closeable {

  private static final int PATIENCE_MILLIS = 250;
  private static final int MOST = 64;

  private final ServerSocket acceptor;
  private final List<Socket> filling = new ArrayList<>();

  private FullBacklog(ServerSocket acceptor) {
    this.acceptor = acceptor;
  }

  /** Listens on a free port and fills its queue. */
  public static FullBacklog start() throws IOException {
    FullBacklog full = new FullBacklog(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    int room = MOST;
    while (full.takes()) {
      if (--room == 0) {
        throw new IOException("the queue of port " + full.port() + " does not fill");
      }
    }
    return full;
  }

  /** A port on which nobody listens. */
  public static int refusedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The port that hangs. */
  public int port() {
    return acceptor.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : filling) {
      socket.close();
    }
    acceptor.close();
  }

  private boolean takes() throws IOException {
    Socket socket = new Socket();
    filling.add(socket);
    try {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port()), PATIENCE_MILLIS);
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }
}
