package io.fusebox.testapp.fault;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The faults by name, each with the numbers that it takes from the query and their defaults. Times
 * are milliseconds.
 */
public final class Faults {

  private static final Map<String, Fault> ALL = new TreeMap<>();

  static {
    // Answers that are right.
    put("ok", exchange -> exchange.answer(200, exchange.target().text("body", "ok")));
    put("bytes", Faults::bytes);
    put("cacheable", Faults::cacheable);
    put("no-content", exchange -> exchange.send(Exchange.head(204)));
    put("chunked", Faults::chunked);
    put("slow", Faults::slow);
    // Silence, before the head or after it.
    put("silent", Exchange::silence);
    put("drip", Faults::drip);
    put("drip-head", Faults::dripHead);
    put("stall-after-head", Faults::stallAfterHead);
    // Rude ends.
    put("close", exchange -> exchange.connection().close());
    put("half-close", Faults::halfClose);
    put("reset", exchange -> exchange.connection().reset());
    put("garbage", exchange -> sendAndClose(exchange, "\u0007nobody speaks like this\r\n\r\n"));
    put("huge-head", exchange -> sendAndClose(exchange, hugeHead(exchange)));
    // More than one exchange, or more than one answer.
    put("redirect", Faults::redirect);
    put("auth", Faults::auth);
    put("moved", Faults::moved);
    ALL.put("sequence", Sequence::answer);
    ALL.put("continue", Faults::continueLate);
    ALL.put("slow-upload", Faults::slowUpload);
    // Streams.
    put("events", exchange -> Streams.events(exchange, "text/event-stream", "data: %d\n\n"));
    put("ndjson", exchange -> Streams.events(exchange, "application/x-ndjson", "{\"n\":%d}\n"));
    put("websocket", Streams::webSocket);
    SwitchableTurns.addTo(ALL);
    PodApi.addTo(ALL);
    ModelApi.addTo(ALL);
  }

  private Faults() {}

  static Fault named(String name) {
    Fault fault = ALL.get(name);
    return fault != null ? fault : exchange -> exchange.answer(404, "no fault " + name);
  }

  private static void put(String name, Fault fault) {
    ALL.put(
        name,
        exchange -> {
          exchange.readBody();
          fault.answer(exchange);
        });
  }

  /** {@code size=1000}: so many bytes as fast as they go. */
  private static void bytes(Exchange exchange) throws IOException {
    int size = exchange.target().number("size", 1000);
    exchange.send(Exchange.head(200, "Content-Length: " + size));
    exchange.send(new byte[size]);
  }

  /** {@code chunks=3, every=0}: a body whose length nobody knows before. */
  private static void chunked(Exchange exchange) throws IOException {
    exchange.send(Exchange.head(200, "Transfer-Encoding: chunked"));
    for (int i = 0; i < exchange.target().number("chunks", 3); i++) {
      exchange.await(exchange.target().number("every", 0));
      exchange.send("5\r\nchunk\r\n");
    }
    exchange.send("0\r\n\r\n");
  }

  /** {@code delay=1000, status=200}: the head comes late, the body with it. */
  private static void slow(Exchange exchange) throws IOException {
    exchange.await(exchange.target().number("delay", 1000));
    exchange.answer(exchange.target().number("status", 200), "slow");
  }

  /** {@code bytes=10, every=200}: the head at once, then a byte each time. */
  private static void drip(Exchange exchange) throws IOException {
    int bytes = exchange.target().number("bytes", 10);
    exchange.send(Exchange.head(200, "Content-Length: " + bytes));
    for (int i = 0; i < bytes; i++) {
      exchange.await(exchange.target().number("every", 200));
      exchange.send("x");
    }
  }

  /** {@code every=100}: the head comes byte by byte, for longer than anybody waits. */
  private static void dripHead(Exchange exchange) throws IOException {
    String headers = "Content-Length: 0\r\nX-Filler: " + "x".repeat(100);
    for (char c : Exchange.head(200, headers).toCharArray()) {
      exchange.await(exchange.target().number("every", 100));
      exchange.send(String.valueOf(c));
    }
  }

  /** {@code status=200}: ten bytes are promised, one comes. */
  private static void stallAfterHead(Exchange exchange) throws IOException {
    int status = exchange.target().number("status", 200);
    exchange.send(Exchange.head(status, "Content-Length: 10") + "x");
    exchange.silence();
  }

  /** May be kept for an hour. */
  private static void cacheable(Exchange exchange) throws IOException {
    exchange.send(Exchange.head(200, "Cache-Control: max-age=3600", "Content-Length: 4") + "kept");
  }

  /** Ten bytes are promised, two come, then the server's direction ends. */
  private static void halfClose(Exchange exchange) throws IOException {
    exchange.send(Exchange.head(200, "Content-Length: 10") + "xx");
    exchange.connection().halfClose();
    exchange.silence();
  }

  /** {@code hops=4, delay=300}: so many redirects, each late, then 200. */
  private static void redirect(Exchange exchange) throws IOException {
    Target target = exchange.target();
    int hops = target.number("hops", 4);
    int delay = target.number("delay", 300);
    if (hops == 0) {
      exchange.answer(200, "arrived");
      return;
    }
    exchange.await(delay);
    String next = "?hops=" + (hops - 1) + "&delay=" + delay + "&id=" + exchange.hit().id();
    exchange.send(
        Exchange.head(
            302, "Location: " + Target.path(exchange.hit().target()) + next, "Content-Length: 0"));
  }

  /** {@code to=URL-ENCODED, status=307, delay=0}: one redirect, anywhere; {@code id} is added. */
  private static void moved(Exchange exchange) throws IOException {
    exchange.await(exchange.target().number("delay", 0));
    String to = URLDecoder.decode(exchange.target().text("to", ""), StandardCharsets.UTF_8);
    String separator = to.indexOf('?') < 0 ? "?id=" : "&id=";
    exchange.send(
        Exchange.head(
            exchange.target().number("status", 307),
            "Location: " + to + separator + exchange.hit().id(),
            "Content-Length: 0"));
  }

  /** {@code delay=0, proxy=0}: asks for a name and a password, each answer so late. */
  private static void auth(Exchange exchange) throws IOException {
    exchange.await(exchange.target().number("delay", 0));
    boolean proxy = exchange.target().number("proxy", 0) == 1;
    if (exchange.header(proxy ? "proxy-authorization" : "authorization").isEmpty()) {
      String asks = proxy ? "Proxy-Authenticate" : "WWW-Authenticate";
      exchange.send(
          Exchange.head(proxy ? 407 : 401, asks + ": Basic realm=\"test\"", "Content-Length: 0"));
    } else {
      exchange.answer(200, "welcome");
    }
  }

  /** {@code after=300, never=0}: says 100 late or never. */
  private static void continueLate(Exchange exchange) throws IOException {
    if (exchange.target().number("never", 0) == 1) {
      exchange.silence();
    }
    exchange.await(exchange.target().number("after", 300));
    exchange.send("HTTP/1.1 100 Continue\r\n\r\n");
    exchange.readBody();
    exchange.answer(200, "continued");
  }

  /** {@code piece=65536, every=100}: reads the request body so slowly. */
  private static void slowUpload(Exchange exchange) throws IOException {
    exchange.readBody(
        exchange.target().number("piece", 65536), exchange.target().number("every", 100));
    exchange.answer(200, "uploaded");
  }

  private static void sendAndClose(Exchange exchange, String text) throws IOException {
    exchange.send(text);
    exchange.connection().close();
  }

  /** {@code lines=20000}: header lines of 100 bytes. */
  private static String hugeHead(Exchange exchange) {
    String line = "X-Huge: " + "h".repeat(90) + "\r\n";
    return "HTTP/1.1 200 OK\r\n" + line.repeat(exchange.target().number("lines", 20_000));
  }
}
