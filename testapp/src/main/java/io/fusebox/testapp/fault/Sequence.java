package io.fusebox.testapp.fault;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers that change from request to request of one {@code id}: {@code of=503.reset.200}, the last
 * of them for ever. A number is a status, its body {@code 503-1} says which request it answers; a
 * word is the name of another of {@link Faults}. What else the query says:
 *
 * <ul>
 *   <li>{@code delay=0}: each status so late
 *   <li>{@code size=0}: error statuses have a body of so many bytes instead
 *   <li>{@code every=0}: their body comes byte by byte, each so late
 *   <li>{@code after=, after2=}: their Retry-After, as it is, or {@code date+2} for a date of a
 *       server whose clock is an hour slow
 *   <li>{@code header=}: one more header of theirs, {@code NAME:VALUE}
 * </ul>
 */
final class Sequence {

  private Sequence() {}

  static void answer(Exchange exchange) throws IOException {
    String[] steps = exchange.target().text("of", "200").split("\\.", -1);
    String step = steps[Math.min(exchange.hit().number(), steps.length) - 1];
    if (!Character.isDigit(step.charAt(0))) {
      Faults.named(step).answer(exchange);
      return;
    }
    exchange.readBody();
    exchange.await(exchange.target().number("delay", 0));
    int status = Integer.parseInt(step);
    String body = status + "-" + exchange.hit().number();
    if (status < 400) {
      exchange.answer(status, body);
    } else {
      int size = exchange.target().number("size", 0);
      fail(exchange, status, size == 0 ? body : "b".repeat(size));
    }
  }

  private static void fail(Exchange exchange, int status, String body) throws IOException {
    List<String> headers = new ArrayList<>();
    headers.add("Content-Length: " + body.length());
    after(exchange, "after", headers);
    after(exchange, "after2", headers);
    String header = text(exchange, "header");
    if (header != null) {
      headers.add(header.replace(":", ": "));
    }
    String head = Exchange.head(status, headers.toArray(new String[0]));
    int every = exchange.target().number("every", 0);
    if (exchange.hit().method().equals("HEAD")) {
      exchange.send(head);
    } else if (every == 0) {
      exchange.send(head + body);
    } else {
      exchange.send(head);
      for (int i = 0; i < body.length(); i++) {
        exchange.await(every);
        exchange.send(body.substring(i, i + 1));
      }
    }
  }

  private static void after(Exchange exchange, String name, List<String> headers) {
    String value = text(exchange, name);
    if (value == null) {
      return;
    }
    if (value.startsWith("date+")) {
      ZonedDateTime slow = ZonedDateTime.now(ZoneOffset.UTC).minusHours(1);
      headers.add("Date: " + DateTimeFormatter.RFC_1123_DATE_TIME.format(slow));
      ZonedDateTime then = slow.plusSeconds(Long.parseLong(value.substring("date+".length())));
      headers.add("Retry-After: " + DateTimeFormatter.RFC_1123_DATE_TIME.format(then));
    } else {
      headers.add("Retry-After: " + value);
    }
  }

  private static @Nullable String text(Exchange exchange, String name) {
    String none = "\0";
    String text = exchange.target().text(name, none);
    return text.equals(none) ? null : URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
