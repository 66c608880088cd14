package io.fusebox.testapp.fault;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * An API server of Kubernetes as far as it is asked for pods: for a list of them, for one, and to
 * watch them, over a WebSocket or in a chunked answer. How the name of the namespace begins says
 * what is wrong with it:
 *
 * <ul>
 *   <li>{@code hung}: no list is answered
 *   <li>{@code busy}: the first request is answered 503; {@code down}: each is
 *   <li>{@code plain}: it does not know what a WebSocket is
 *   <li>{@code lost}: the first watch breaks off after three events, the next two at once
 *   <li>{@code gone}: each watch ends after two events, with 410
 * </ul>
 *
 * <p>A watch brings a pod every 200 ms, from the resource version on that it asks for.
 */
final class PodApi {

  private static final int EVERY_MILLIS = 200;
  private static final int EVENTS = 100;
  private static final int SETTLED = 5;
  private static final String JSON = "Content-Type: application/json";

  private PodApi() {}

  static void addTo(Map<String, Fault> faults) {
    faults.put("pods", PodApi::pods);
    faults.put("web-1", exchange -> answer(exchange, 200, pod(namespace(exchange), 1)));
  }

  private static void pods(Exchange exchange) throws IOException {
    String namespace = namespace(exchange);
    int number = exchange.hit().number();
    if (namespace.startsWith("down") || (namespace.startsWith("busy") && number == 1)) {
      answer(exchange, 503, status(503, "ServiceUnavailable"));
    } else if (exchange.target().text("watch", "false").equals("true")) {
      watch(exchange, namespace);
    } else if (namespace.startsWith("hung")) {
      exchange.silence();
    } else {
      answer(
          exchange,
          200,
          "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1\"},"
              + "\"items\":["
              + pod(namespace, 1)
              + "]}");
    }
  }

  private static void watch(Exchange exchange, String namespace) throws IOException {
    boolean lost = namespace.startsWith("lost");
    if (lost && (exchange.hit().number() == 2 || exchange.hit().number() == 3)) {
      exchange.connection().reset();
      return;
    }
    boolean asksForSocket = exchange.header("upgrade").equalsIgnoreCase("websocket");
    if (asksForSocket && namespace.startsWith("plain")) {
      exchange.answer(200, "");
      return;
    }
    Channel channel = asksForSocket ? new Socket(exchange) : new Chunks(exchange);
    channel.open();
    int from = exchange.target().number("resourceVersion", 0);
    for (int i = 1; i <= EVENTS && channel.await(); i++) {
      if (lost && exchange.hit().number() == 1 && i == 4) {
        channel.settle();
        channel.breakOff();
        return;
      }
      if (namespace.startsWith("gone") && i == 3) {
        channel.send("{\"type\":\"ERROR\",\"object\":" + status(410, "Expired") + "}\n");
        channel.settle();
        break;
      }
      channel.send("{\"type\":\"ADDED\",\"object\":" + pod(namespace, from + i) + "}\n");
    }
    channel.end();
  }

  private static String namespace(Exchange exchange) {
    List<String> segments = List.of(Target.path(exchange.hit().target()).split("/", -1));
    return segments.get(segments.indexOf("namespaces") + 1);
  }

  private static void answer(Exchange exchange, int status, String json) throws IOException {
    exchange.readBody();
    exchange.send(Exchange.head(status, JSON, "Content-Length: " + json.length()) + json);
  }

  private static String pod(String namespace, int number) {
    return ("{'kind':'Pod','apiVersion':'v1','metadata':{'name':'web-NO','namespace':'"
            + namespace
            + "','uid':'u-NO','resourceVersion':'NO'},'status':{'phase':'Running'}}")
        .replace('\'', '"')
        .replace("NO", Integer.toString(number));
  }

  private static String status(int code, String reason) {
    return ("{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure','reason':'"
            + reason
            + "','message':'"
            + reason
            + "','code':"
            + code
            + "}")
        .replace('\'', '"');
  }

  /** What the events of a watch go through. */
  private interface Channel {
    void open() throws IOException;

    /** Waits until the next event is due; false if the client has closed. */
    boolean await() throws IOException;

    /** Gives the client time to work on what it has got: an end may overtake it. */
    default void settle() throws IOException {
      for (int i = 0; i < SETTLED && await(); i++) {
        // Nothing is said meanwhile.
      }
    }

    void send(String event) throws IOException;

    void end() throws IOException;

    void breakOff() throws IOException;
  }

  private static final class Chunks implements Channel {
    private final Exchange exchange;

    Chunks(Exchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public void open() throws IOException {
      exchange.send(Exchange.head(200, JSON, "Transfer-Encoding: chunked"));
    }

    @Override
    public boolean await() throws IOException {
      exchange.await(EVERY_MILLIS);
      return true;
    }

    @Override
    public void send(String event) throws IOException {
      Streams.chunk(exchange, event);
    }

    @Override
    public void end() throws IOException {
      exchange.send("0\r\n\r\n");
    }

    @Override
    public void breakOff() throws IOException {
      exchange.connection().close();
    }
  }

  private static final class Socket implements Channel {
    private final Exchange exchange;

    Socket(Exchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public void open() throws IOException {
      Streams.upgrade(exchange);
    }

    @Override
    public boolean await() throws IOException {
      return Streams.await(exchange, EVERY_MILLIS);
    }

    @Override
    public void send(String event) throws IOException {
      Streams.frame(exchange, event);
    }

    @Override
    public void end() throws IOException {
      Streams.close(exchange);
      exchange.connection().close();
    }

    /** Says that it closes: of a connection that just ends, the JDK's WebSocket may not tell. */
    @Override
    public void breakOff() throws IOException {
      end();
    }
  }
}
