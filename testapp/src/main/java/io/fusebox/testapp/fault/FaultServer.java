package io.fusebox.testapp.fault;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * An HTTP/1.1 server that misbehaves as the request asks: the last segment of the path names one of
 * {@link Faults}, the query its numbers, and {@code id} the call in the record of {@link Hit}s.
 *
 * <pre>{@code
 * GET /any/prefix/drip?bytes=10&every=200&id=17    200, ten bytes, one each 200 ms
 * }</pre>
 *
 * <p>A path can be {@link #route routed} to a fault, so that a client need not know that it is one.
 * One thread per connection. Thread-safe.
 */
public final class FaultServer implements Closeable {

  /** Small, so that a client notices when a fault reads slowly. */
  private static final int RECEIVE_BUFFER = 65_536;

  // Fixed at construction.
  private final ServerSocket acceptor;
  private final String scheme;
  private final boolean keepsRecord;

  // Shared by all connections.
  private final Map<String, String> routes = new ConcurrentHashMap<>();
  private final List<Hit> hits = new CopyOnWriteArrayList<>();
  private final Map<String, Integer> arrivals = new ConcurrentHashMap<>();
  private final List<Connection> connections = new CopyOnWriteArrayList<>();

  private FaultServer(ServerSocket acceptor, String scheme, boolean keepsRecord) {
    this.acceptor = acceptor;
    this.scheme = scheme;
    this.keepsRecord = keepsRecord;
  }

  /** Starts a server on a free port. */
  public static FaultServer start() throws IOException {
    return started(new ServerSocket(), "http", 0, true);
  }

  /** Starts one that keeps no record of hits and connections, for as many of them as one likes. */
  public static FaultServer startForgetful() throws IOException {
    return started(new ServerSocket(), "http", 0, false);
  }

  /** Starts a server on a certain port, on which nobody listened so far. */
  public static FaultServer startOn(int port) throws IOException {
    return started(new ServerSocket(), "http", port, true);
  }

  /** Starts a server that speaks TLS, with the key of {@link TlsKeys}. */
  public static FaultServer startTls() throws IOException {
    return started(
        TlsKeys.serverContext().getServerSocketFactory().createServerSocket(), "https", 0, true);
  }

  private static FaultServer started(
      ServerSocket acceptor, String scheme, int port, boolean keepsRecord) throws IOException {
    acceptor.setReceiveBufferSize(RECEIVE_BUFFER);
    acceptor.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
    FaultServer server = new FaultServer(acceptor, scheme, keepsRecord);
    Threads.start("fault-acceptor", server::acceptAll);
    return server;
  }

  /** Lets requests for {@code path} meet {@code fault}, for example {@code "drip?every=300"}. */
  public FaultServer route(String path, String fault) {
    routes.put(path, fault);
    return this;
  }

  /** The port it listens on. */
  public int port() {
    return acceptor.getLocalPort();
  }

  /** An address on this server, by name: {@code pathAndQuery} begins with a slash. */
  public URI uri(String pathAndQuery) {
    return URI.create(scheme + "://localhost:" + port() + pathAndQuery);
  }

  /** Every request so far, in the order of arrival. */
  public List<Hit> hits() {
    return List.copyOf(hits);
  }

  /** Every request so far that carried this {@code id}, or had this path and none. */
  public List<Hit> hits(String id) {
    return hits.stream().filter(hit -> hit.id().equals(id)).collect(Collectors.toList());
  }

  /** How often each id has come, of those that came since this was asked last. Forgets it. */
  public Map<String, Integer> takeArrivals() {
    Map<String, Integer> taken = new TreeMap<>();
    for (String id : List.copyOf(arrivals.keySet())) {
      Integer times = arrivals.remove(id);
      if (times != null) {
        taken.put(id, times);
      }
    }
    return taken;
  }

  /** Stops listening and closes every connection. */
  @Override
  public void close() throws IOException {
    acceptor.close();
    for (Connection connection : connections) {
      connection.close();
    }
  }

  /** Which of the requests of an id the next one is, from 1. */
  int arrival(String id) {
    return arrivals.merge(id, 1, Integer::sum);
  }

  void record(Hit hit) {
    if (keepsRecord) {
      hits.add(hit);
    }
  }

  /** Where a request target leads: itself, or what its path is routed to with its own query. */
  String routed(String target) {
    String path = Target.path(target);
    String fault = routes.get(path);
    return fault == null ? target : "/" + fault;
  }

  private void acceptAll() {
    while (!acceptor.isClosed()) {
      try {
        Socket socket = acceptor.accept();
        Threads.start("fault-connection", () -> serve(socket));
      } catch (IOException e) {
        // Closed, or a connection that was gone before it was accepted: the next one counts.
      }
    }
  }

  private void serve(Socket socket) {
    Connection connection = new Connection(this, socket);
    if (keepsRecord) {
      connections.add(connection);
    }
    connection.serve();
  }
}
