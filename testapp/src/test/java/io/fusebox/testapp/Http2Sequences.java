package io.fusebox.testapp;

import io.fusebox.testapp.fault.TlsKeys;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.api.server.ServerSessionListener;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.GoAwayFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.server.RawHTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * HTTP/2 over TLS, frame by frame: answers that change from request to request of one {@code id},
 * {@code of=refused.503.200}, as those of the HTTP/1.1 server do. Words here are {@code refused},
 * {@code cancel}, {@code internal} (the stream is reset so), {@code early} (refused before its body
 * is read), {@code goaway} (the connection ends and says that it has not begun with the stream) and
 * {@code silent}; a 303 leads to where it came from, where the next answer is. Thread-safe.
 */
final class Http2Sequences {

  /**
   * A request that arrived.
   *
   * @param headers names in lower case
   */
  record Request(String id, String method, Map<String, String> headers, String body) {}

  private final ServerConnector connector;
  private final Server server;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Map<String, Integer> arrivals = new ConcurrentHashMap<>();

  private Http2Sequences() {
    QueuedThreadPool threads = new QueuedThreadPool(16);
    threads.setDaemon(true);
    server = new Server(threads);
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(TlsKeys.serverContext());
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory("h2");
    alpn.setDefaultProtocol("h2");
    connector =
        new ServerConnector(
            server,
            new SslConnectionFactory(tls, alpn.getProtocol()),
            alpn,
            new RawHTTP2ServerConnectionFactory(new HttpConfiguration(), new Sessions()));
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
  }

  static Http2Sequences start() throws Exception {
    Http2Sequences started = new Http2Sequences();
    started.server.start();
    return started;
  }

  int port() {
    return connector.getLocalPort();
  }

  List<Request> requests(String id) {
    return requests.stream().filter(request -> request.id().equals(id)).toList();
  }

  private final class Sessions implements ServerSessionListener {

    @Override
    public Stream.Listener onNewStream(Stream stream, HeadersFrame frame) {
      MetaData.Request request = (MetaData.Request) frame.getMetaData();
      Reading reading = new Reading(request);
      if (reading.isRefusedEarly()) {
        reset(stream, ErrorCode.REFUSED_STREAM_ERROR);
        return reading;
      }
      if (frame.isEndStream()) {
        reading.end(stream);
      } else {
        stream.demand();
      }
      return reading;
    }
  }

  private final class Reading implements Stream.Listener {

    private final MetaData.Request request;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    Reading(MetaData.Request request) {
      this.request = request;
    }

    boolean isRefusedEarly() {
      Fields query = query();
      String id = query.getValue("id");
      if (!step(query, arrivals.getOrDefault(id, 0) + 1).equals("early")) {
        return false;
      }
      record(id);
      return true;
    }

    @Override
    public void onDataAvailable(Stream stream) {
      Stream.Data data = stream.readData();
      if (data == null) {
        stream.demand();
        return;
      }
      ByteBuffer bytes = data.frame().getByteBuffer();
      byte[] piece = new byte[bytes.remaining()];
      bytes.get(piece);
      body.writeBytes(piece);
      boolean last = data.frame().isEndStream();
      data.release();
      if (last) {
        end(stream);
      } else {
        stream.demand();
      }
    }

    private Fields query() {
      Fields query = new Fields();
      UrlEncoded.decodeTo(
          String.valueOf(request.getHttpURI().getQuery()), query::add, StandardCharsets.UTF_8);
      return query;
    }

    private int record(String id) {
      Map<String, String> headers = new TreeMap<>();
      request
          .getHttpFields()
          .forEach(field -> headers.put(field.getLowerCaseName(), field.getValue()));
      requests.add(
          new Request(id, request.getMethod(), headers, body.toString(StandardCharsets.US_ASCII)));
      return arrivals.merge(id, 1, Integer::sum);
    }

    private static String step(Fields query, int number) {
      String[] steps = query.getValue("of").split("\\.", -1);
      return steps[Math.min(number, steps.length) - 1];
    }

    void end(Stream stream) {
      Fields query = query();
      int number = record(query.getValue("id"));
      String size = query.getValue("size");
      answer(
          stream,
          step(query, number),
          number,
          size == null ? 0 : Integer.parseInt(size),
          request.getHttpURI().getPathQuery());
    }
  }

  private static void answer(Stream stream, String step, int number, int size, String here) {
    switch (step) {
      case "refused" -> reset(stream, ErrorCode.REFUSED_STREAM_ERROR);
      case "cancel" -> reset(stream, ErrorCode.CANCEL_STREAM_ERROR);
      case "internal" -> reset(stream, ErrorCode.INTERNAL_ERROR);
      case "goaway" -> {
        Session session = stream.getSession();
        GoAwayFrame frame =
            new GoAwayFrame(stream.getId() - 2, ErrorCode.NO_ERROR.code, new byte[0]);
        ((HTTP2Session) session).goAway(frame, Callback.NOOP);
      }
      case "silent" -> {}
      default -> respond(stream, Integer.parseInt(step), number, size, here);
    }
  }

  private static void reset(Stream stream, ErrorCode error) {
    stream.reset(new ResetFrame(stream.getId(), error.code), Callback.NOOP);
  }

  private static void respond(Stream stream, int status, int number, int size, String here) {
    HttpFields fields = status == 303 ? HttpFields.build().put("location", here) : HttpFields.EMPTY;
    MetaData.Response head = new MetaData.Response(status, null, HttpVersion.HTTP_2, fields);
    String body = status < 400 || size == 0 ? status + "-" + number : "b".repeat(size);
    DataFrame data =
        new DataFrame(
            stream.getId(), ByteBuffer.wrap(body.getBytes(StandardCharsets.US_ASCII)), true);
    stream.headers(
        new HeadersFrame(stream.getId(), head, null, false),
        Callback.from(() -> stream.data(data, Callback.NOOP)));
  }
}
