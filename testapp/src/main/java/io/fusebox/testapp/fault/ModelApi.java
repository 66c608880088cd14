package io.fusebox.testapp.fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An API that completes chats, in one answer or as events, whichever the request asks for. How its
 * path begins says what is wrong with it:
 *
 * <ul>
 *   <li>{@code hung}: no answer comes
 *   <li>{@code throttled}: the first request is told to come again in a second, with 429; {@code
 *       busy}: with 503
 *   <li>{@code down}: each is answered 503
 *   <li>{@code stalled}: an answer as events says nothing more after the first
 * </ul>
 */
final class ModelApi {

  private static final int PIECES = 10;
  private static final int EVERY_MILLIS = 350;
  private static final String JSON = "Content-Type: application/json";

  private ModelApi() {}

  static void addTo(Map<String, Fault> faults) {
    faults.put("completions", ModelApi::complete);
  }

  private static void complete(Exchange exchange) throws IOException {
    exchange.readBody();
    String way = exchange.hit().target().substring(1);
    boolean first = exchange.hit().number() == 1;
    if (way.startsWith("hung")) {
      exchange.silence();
    } else if (way.startsWith("down")) {
      fail(exchange, 503, "X-Nothing: said");
    } else if (first && way.startsWith("throttled")) {
      fail(exchange, 429, "Retry-After: 1");
    } else if (first && way.startsWith("busy")) {
      fail(exchange, 503, "Retry-After: 1");
    } else if (asksForEvents(exchange)) {
      events(exchange, way.startsWith("stalled"));
    } else {
      answer(exchange, 200, "X-Nothing: said", completion());
    }
  }

  private static boolean asksForEvents(Exchange exchange) {
    String body = new String(exchange.hit().body(), StandardCharsets.UTF_8);
    return body.contains("\"stream\":true");
  }

  private static void events(Exchange exchange, boolean stalls) throws IOException {
    exchange.send(
        Exchange.head(200, "Content-Type: text/event-stream", "Transfer-Encoding: chunked"));
    for (int i = 0; i < PIECES; i++) {
      exchange.await(EVERY_MILLIS);
      Streams.chunk(exchange, "data: " + piece(i) + "\n\n");
      if (stalls) {
        exchange.silence();
      }
    }
    Streams.chunk(exchange, "data: [DONE]\n\n");
    exchange.send("0\r\n\r\n");
  }

  private static void fail(Exchange exchange, int status, String header) throws IOException {
    answer(exchange, status, header, "{\"error\":{\"message\":\"no\",\"type\":\"unavailable\"}}");
  }

  private static void answer(Exchange exchange, int status, String header, String json)
      throws IOException {
    exchange.send(Exchange.head(status, JSON, header, "Content-Length: " + json.length()) + json);
  }

  private static String completion() {
    return ("{'id':'c','object':'chat.completion','created':1,'model':'m','choices':[{'index':0,"
            + "'finish_reason':'stop','logprobs':null,"
            + "'message':{'role':'assistant','content':'hello','refusal':null}}]}")
        .replace('\'', '"');
  }

  private static String piece(int number) {
    return ("{'id':'c','object':'chat.completion.chunk','created':1,'model':'m','choices':["
            + "{'index':0,'finish_reason':null,'delta':{'content':'NO '}}]}")
        .replace('\'', '"')
        .replace("NO", Integer.toString(number));
  }
}
