package io.fusebox.testapp.fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Answers that are meant to last. */
final class Streams {

  private static final String WEB_SOCKET_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int FINAL_TEXT_FRAME = 0x81;
  private static final int FINAL_CLOSE_FRAME = 0x88;
  private static final byte[] NORMAL_CLOSURE = {
    (byte) FINAL_CLOSE_FRAME, 2, 1000 >> 8, (byte) 1000
  };
  private static final int LENGTH = 0x7f;
  private static final int LENGTH_FOLLOWS = 126;
  private static final int MASK_BYTES = 4;
  private static final int PATIENCE_MILLIS = 2000;

  private Streams() {}

  /**
   * {@code count=10, every=200, pause=0, pauseAt=2}: so many events, one each time; before the one
   * numbered {@code pauseAt} an extra pause.
   */
  static void events(Exchange exchange, String type, String format) throws IOException {
    Target target = exchange.target();
    exchange.send(Exchange.head(200, "Content-Type: " + type, "Transfer-Encoding: chunked"));
    for (int i = 0; i < target.number("count", 10); i++) {
      exchange.await(target.number("every", 200));
      if (i == target.number("pauseAt", 2)) {
        exchange.await(target.number("pause", 0));
      }
      chunk(exchange, String.format(Locale.ROOT, format, i));
    }
    exchange.send("0\r\n\r\n");
  }

  /** {@code after=1500}: upgrades at once, says {@code hello} that late, stays. */
  static void webSocket(Exchange exchange) throws IOException {
    upgrade(exchange);
    exchange.await(exchange.target().number("after", 1500));
    frame(exchange, "hello");
    exchange.silence();
  }

  static void upgrade(Exchange exchange) throws IOException {
    exchange.send(
        Exchange.head(
            101,
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Accept: " + accept(exchange.header("sec-websocket-key"))));
  }

  /** Sends a text of up to 65,535 bytes. */
  static void frame(Exchange exchange, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(FINAL_TEXT_FRAME);
    if (bytes.length < LENGTH_FOLLOWS) {
      frame.write(bytes.length);
    } else {
      frame.write(LENGTH_FOLLOWS);
      frame.write(bytes.length >> 8);
      frame.write(bytes.length);
    }
    frame.writeBytes(bytes);
    exchange.send(frame.toByteArray());
  }

  static void close(Exchange exchange) throws IOException {
    exchange.send(NORMAL_CLOSURE);
  }

  /**
   * Lets so long pass, and takes what frames the client sends meanwhile.
   *
   * @return false if one of them closes
   */
  static boolean await(Exchange exchange, int millis) throws IOException {
    long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long left = millis;
    while (left > 0) {
      int first = exchange.read((int) left);
      if (first != Connection.NOTHING) {
        // Its length is less than 126: clients send nothing but pings and closes here.
        int masked = exchange.read(PATIENCE_MILLIS) & LENGTH;
        for (int i = 0; i < MASK_BYTES + masked; i++) {
          exchange.read(PATIENCE_MILLIS);
        }
        if (first == FINAL_CLOSE_FRAME) {
          return false;
        }
      }
      left = TimeUnit.NANOSECONDS.toMillis(due - System.nanoTime());
    }
    return true;
  }

  static void chunk(Exchange exchange, String text) throws IOException {
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    exchange.send(Integer.toHexString(length) + "\r\n" + text + "\r\n");
  }

  private static String accept(String key) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1")
              .digest((key + WEB_SOCKET_GUID).getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
