package io.fusebox.testapp.fault;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Faults of a server that is well again the next time it is asked: each counts the requests of its
 * {@code key}. Thread-safe.
 */
final class SwitchableTurns {

  private static final Map<String, AtomicInteger> TURNS = new ConcurrentHashMap<>();

  private SwitchableTurns() {}

  static void addTo(Map<String, Fault> faults) {
    faults.put("busy-once", exchange -> afterBody(exchange, SwitchableTurns::busyOnce));
    faults.put("reply-lost-once", exchange -> afterBody(exchange, SwitchableTurns::replyLostOnce));
    faults.put("throttled-once", exchange -> afterBody(exchange, SwitchableTurns::throttledOnce));
    faults.put("head-only", exchange -> exchange.send(Exchange.head(200, "Content-Length: 10")));
  }

  /** {@code key=}: the first request is answered 503, the others 200. */
  private static void busyOnce(Exchange exchange) throws IOException {
    if (turn(exchange) == 1) {
      exchange.answer(503, "busy");
    } else {
      exchange.answer(200, "here you are");
    }
  }

  /** {@code key=}: the first request is taken, and its connection closed instead of an answer. */
  private static void replyLostOnce(Exchange exchange) throws IOException {
    if (turn(exchange) == 1) {
      exchange.connection().close();
    } else {
      exchange.answer(200, "charged");
    }
  }

  /** {@code key=, after=1}: the first request is told to come again after so many seconds. */
  private static void throttledOnce(Exchange exchange) throws IOException {
    if (turn(exchange) == 1) {
      String after = "Retry-After: " + exchange.target().number("after", 1);
      exchange.send(Exchange.head(429, after, "Content-Length: 0"));
    } else {
      exchange.answer(200, "done");
    }
  }

  private static int turn(Exchange exchange) {
    String key = exchange.target().fault() + ' ' + exchange.target().text("key", "");
    return TURNS.computeIfAbsent(key, name -> new AtomicInteger()).incrementAndGet();
  }

  private static void afterBody(Exchange exchange, Fault fault) throws IOException {
    exchange.readBody();
    fault.answer(exchange);
  }
}
