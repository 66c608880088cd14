package io.fusebox.testapp.fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;

/** Answers that are meant to last. */
final class Streams {

  private static final String WEB_SOCKET_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int FINAL_TEXT_FRAME = 0x81;

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
      String event = String.format(Locale.ROOT, format, i);
      exchange.send(Integer.toHexString(event.length()) + "\r\n" + event + "\r\n");
    }
    exchange.send("0\r\n\r\n");
  }

  /** {@code after=1500}: upgrades at once, says {@code hello} that late, stays. */
  static void webSocket(Exchange exchange) throws IOException {
    exchange.send(
        Exchange.head(
            101,
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Accept: " + accept(exchange.header("sec-websocket-key"))));
    exchange.await(exchange.target().number("after", 1500));
    byte[] text = "hello".getBytes(StandardCharsets.US_ASCII);
    exchange.send(new byte[] {(byte) FINAL_TEXT_FRAME, (byte) text.length});
    exchange.send(text);
    exchange.silence();
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
