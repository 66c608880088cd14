package io.fusebox.testapp.fault;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a {@link FaultServer}: reads requests, lets their fault answer. Whoever waits
 * here waits in a read, so that the moment in which the client closes is never missed. One thread.
 */
final class Connection {

  /** What {@link #read} says when nothing came. */
  static final int NOTHING = -1;

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  // Fixed at construction.
  private final FaultServer server;
  private final Socket socket;
  private final int number = NUMBERS.incrementAndGet();
  private final CompletableFuture<Long> closed = new CompletableFuture<>();

  Connection(FaultServer server, Socket socket) {
    this.server = server;
    this.socket = socket;
  }

  int number() {
    return number;
  }

  /** Completes with the {@code nanoTime} at which the client was seen to close. */
  CompletableFuture<Long> closed() {
    return closed;
  }

  void serve() {
    try (Socket open = socket) {
      open.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(open.getInputStream());
      boolean more = true;
      while (more) {
        more = serveOne(in, open.getOutputStream());
      }
    } catch (IOException e) {
      gone();
    }
  }

  void close() throws IOException {
    socket.close();
  }

  /** Closes with a reset instead of an orderly end. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  void halfClose() throws IOException {
    socket.shutdownOutput();
  }

  /** Waits so long, or until the client closes. */
  void await(InputStream in, long millis) throws IOException {
    long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long left = millis;
    try {
      while (left > 0) {
        socket.setSoTimeout((int) left);
        if (in.read() < 0) {
          gone();
          throw new ClientGone();
        }
        left = TimeUnit.NANOSECONDS.toMillis(due - System.nanoTime());
      }
    } catch (SocketTimeoutException e) {
      // The time is over and the client is still there.
      return;
    } finally {
      socket.setSoTimeout(0);
    }
  }

  /** A byte that comes within so long; {@link #NOTHING} if none does. */
  int read(InputStream in, int millis) throws IOException {
    try {
      socket.setSoTimeout(millis);
      int read = in.read();
      if (read < 0) {
        gone();
        throw new ClientGone();
      }
      return read;
    } catch (SocketTimeoutException e) {
      return NOTHING;
    } finally {
      socket.setSoTimeout(0);
    }
  }

  private boolean serveOne(InputStream in, OutputStream out) throws IOException {
    String requestLine = line(in);
    if (requestLine == null) {
      gone();
      return false;
    }
    String[] words = requestLine.split(" ", -1);
    Map<String, String> headers = headers(in);
    String id = Target.of(words[1]).text("id", Target.path(words[1]));
    Hit hit = new Hit(id, server.arrival(id), words[0], words[1], headers, this);
    server.record(hit);
    Exchange exchange = new Exchange(this, hit, Target.of(server.routed(words[1])), in, out);
    Faults.named(exchange.target().fault()).answer(exchange);
    return !socket.isClosed() && !socket.isOutputShutdown();
  }

  private void gone() {
    closed.complete(System.nanoTime());
  }

  private static Map<String, String> headers(InputStream in) throws IOException {
    Map<String, String> headers = new TreeMap<>();
    String header = line(in);
    while (header != null && !header.isEmpty()) {
      int colon = header.indexOf(':');
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).trim());
      header = line(in);
    }
    return Collections.unmodifiableMap(headers);
  }

  /** A line without its end; null at the end of the stream. */
  static @Nullable String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        return null;
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }
}
