package io.fusebox.testapp.database;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a client and its server, and can turn into a hole: nothing passes any more, all
 * that is open stays open, and new connections come about and hear nothing. What a client sends
 * into the hole is taken up to a bound, so that its close is noticed; after that, sending blocks.
 * Thread-safe.
 */
final class Relay implements Closeable {

  private static final int TAKEN_BYTES = 256 * 1024;
  private static final int MOST_PASSAGES = 10_000;

  private final int serverPort;
  private final int port;
  private final List<Passage> passages = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  private final AtomicInteger holes = new AtomicInteger();
  private volatile boolean hole;

  /** Never listens: so the port is this relay's own, and refuses where nobody accepts. */
  private final Socket holder = new Socket();

  // Guarded by this.
  private @Nullable ServerSocket acceptor;
  private @Nullable Thread accepting;

  private Relay(int serverPort) throws IOException {
    this.serverPort = serverPort;
    holder.setOption(StandardSocketOptions.SO_REUSEPORT, true);
    holder.bind(at(0));
    this.port = holder.getLocalPort();
  }

  /** Starts one on a free port, and lets everything pass to that port. */
  static Relay to(int serverPort) throws IOException {
    Relay relay = new Relay(serverPort);
    relay.pass();
    return relay;
  }

  /** Where clients connect to. */
  int port() {
    return port;
  }

  /** Becomes a hole, for what is open and for what will be opened. */
  void hole() {
    hole = true;
    holes.incrementAndGet();
  }

  /** Lets new connections pass; those that are in the hole stay there. */
  synchronized void pass() throws IOException {
    hole = false;
    if (acceptor == null) {
      ServerSocket opened = new ServerSocket();
      opened.setOption(StandardSocketOptions.SO_REUSEPORT, true);
      opened.bind(at(port));
      acceptor = opened;
      accepting = start("relay-acceptor", () -> acceptAll(opened));
    }
  }

  /** Refuses new connections, and keeps its port; what is open goes on. */
  synchronized void refuse() throws IOException, InterruptedException {
    if (acceptor != null) {
      acceptor.close();
      acceptor = null;
    }
    if (accepting != null) {
      // Until then, the port still listens.
      accepting.join();
      accepting = null;
    }
  }

  /** Every connection that clients made, in that order. */
  List<Passage> passages() {
    return List.copyOf(passages);
  }

  @Override
  public synchronized void close() throws IOException {
    if (acceptor != null) {
      acceptor.close();
    }
    holder.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private static InetSocketAddress at(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private void acceptAll(ServerSocket on) {
    while (!on.isClosed() && passages.size() < MOST_PASSAGES) {
      try {
        Socket client = on.accept();
        Passage passage = new Passage();
        passages.add(passage);
        sockets.add(client);
        start("relay-client", () -> serve(client, passage));
      } catch (IOException e) {
        // Closed, or a connection that was gone before it was accepted: the next one counts.
      }
    }
  }

  private void serve(Socket client, Passage passage) {
    try {
      if (hole) {
        take(client.getInputStream());
      } else {
        pump(client);
      }
    } catch (IOException e) {
      // A reset is an end as well.
    }
    passage.close();
  }

  private void pump(Socket client) throws IOException {
    Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
    sockets.add(server);
    server.setTcpNoDelay(true);
    client.setTcpNoDelay(true);
    Way way = new Way(client, server);
    start("relay-server", way::back);
    way.there();
  }

  /** Reads what is sent into the hole; returns where the client ends it, blocks at the bound. */
  private static void take(InputStream in) throws IOException {
    byte[] buffer = new byte[8192];
    int taken = 0;
    int read = 0;
    while (read >= 0) {
      if (taken > TAKEN_BYTES) {
        park();
      }
      read = in.read(buffer);
      taken += Math.max(0, read);
    }
  }

  /** For as long as the test JVM lives. */
  private static void park() throws IOException {
    try {
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** One connection, both ways; once it is in the hole it stays there. */
  private final class Way {
    private final Socket client;
    private final Socket server;
    private final int before = holes.get();

    Way(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    /** Returns when the client is gone. */
    void there() throws IOException {
      try {
        copy(client.getInputStream(), server.getOutputStream());
        if (isLost()) {
          take(client.getInputStream());
        }
      } finally {
        if (!isLost()) {
          server.close();
        }
        client.close();
      }
    }

    void back() {
      try {
        copy(server.getInputStream(), client.getOutputStream());
      } catch (IOException e) {
        // The client's side ends it.
      }
      if (!isLost()) {
        try {
          client.shutdownOutput();
        } catch (IOException e) {
          // It is closed already.
        }
      }
    }

    private boolean isLost() {
      return holes.get() != before;
    }

    private void copy(InputStream in, OutputStream out) throws IOException {
      byte[] buffer = new byte[8192];
      for (int read = in.read(buffer); read >= 0 && !isLost(); read = in.read(buffer)) {
        out.write(buffer, 0, read);
      }
    }
  }
}
