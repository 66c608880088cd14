package io.fusebox.jdbc;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sockets that one thread connects while it makes a connection or cancels a statement. Closing
 * them is what ends it. Thread-safe.
 */
final class Sockets implements SocketUser {

  // Guarded by this.
  private final List<Socket> all = new ArrayList<>(2);
  private boolean closed;

  @Override
  public synchronized @Nullable IOException connects(Socket socket, @Nullable SocketAddress to) {
    if (closed) {
      return new SocketException("given up");
    }
    all.add(socket);
    return null;
  }

  /** Closes what there is, and lets none come after it. */
  void closeForGood() {
    synchronized (this) {
      closed = true;
    }
    closePresent();
  }

  /** Closes what there is; others may follow. */
  void closePresent() {
    close(toArray());
  }

  /** What there is; null if nothing. */
  synchronized Socket @Nullable [] toArray() {
    return all.isEmpty() ? null : all.toArray(new Socket[0]);
  }

  /** Closes them; false if there are none. */
  static boolean close(Socket @Nullable [] sockets) {
    if (sockets == null) {
      return false;
    }
    for (Socket socket : sockets) {
      close(socket);
    }
    return true;
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Closed it is: what it could not do is to say so.
      return;
    }
  }
}
