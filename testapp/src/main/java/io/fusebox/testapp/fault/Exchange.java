package io.fusebox.testapp.fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** One request, and the means to answer it badly. Only the connection's thread. */
final class Exchange {

  // Fixed at construction.
  private final Connection connection;
  private final Hit hit;
  private final Target target;
  private final InputStream in;
  private final OutputStream out;

  Exchange(Connection connection, Hit hit, Target target, InputStream in, OutputStream out) {
    this.connection = connection;
    this.hit = hit;
    this.target = target;
    this.in = in;
    this.out = out;
  }

  Connection connection() {
    return connection;
  }

  Hit hit() {
    return hit;
  }

  Target target() {
    return target;
  }

  String header(String name) {
    return hit.headers().getOrDefault(name, "");
  }

  /** Waits so long, or until the client closes. */
  void await(int millis) throws IOException {
    connection.await(in, millis);
  }

  /** A byte that comes within so long, or {@link Connection#NOTHING}. */
  int read(int millis) throws IOException {
    return connection.read(in, millis);
  }

  /** Says nothing more until the client closes. */
  void silence() throws IOException {
    await(Integer.MAX_VALUE);
  }

  /** Writes text and sends it at once. */
  void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.UTF_8));
  }

  void send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  void answer(int status, String body) throws IOException {
    send(head(status, "Content-Length: " + body.length()) + body);
  }

  /** A head with its empty line. */
  static String head(int status, String... headers) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Status\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head.append("\r\n").toString();
  }

  /** Reads the whole request body and records it. */
  void readBody() throws IOException {
    readBody(Integer.MAX_VALUE, 0);
  }

  /** Reads the request body, with a pause after every {@code piece} bytes; records it if quick. */
  void readBody(int piece, int pieceMillis) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    if (header("transfer-encoding").equalsIgnoreCase("chunked")) {
      for (int size = chunk(); size > 0; size = chunk()) {
        readInto(body, size, piece, pieceMillis);
        Connection.line(in);
      }
      Connection.line(in);
    } else {
      String length = header("content-length");
      readInto(body, length.isEmpty() ? 0 : Integer.parseInt(length), piece, pieceMillis);
    }
    hit.body(body.toByteArray());
  }

  private int chunk() throws IOException {
    String size = Connection.line(in);
    if (size == null) {
      throw new ClientGone();
    }
    return Integer.parseInt(size.trim(), 16);
  }

  private void readInto(ByteArrayOutputStream body, int size, int piece, int pieceMillis)
      throws IOException {
    int left = size;
    while (left > 0) {
      byte[] bytes = in.readNBytes(Math.min(left, piece));
      if (bytes.length == 0) {
        throw new ClientGone();
      }
      left -= bytes.length;
      if (pieceMillis == 0) {
        body.write(bytes);
      } else {
        // Not await: that would read the body. And what is read so is too much to keep.
        Pause.millis(pieceMillis);
      }
    }
  }
}
