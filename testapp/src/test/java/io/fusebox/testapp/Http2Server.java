package io.fusebox.testapp;

import io.fusebox.testapp.fault.TlsKeys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * HTTP/2 over TLS, with the faults that make sense there under the names that the HTTP/1.1 server
 * gives them. Thread-safe.
 */
final class Http2Server {

  private final Server server;
  private final ServerConnector connector;
  private final List<Http2Hit> hits = new CopyOnWriteArrayList<>();

  private Http2Server(int streams) {
    QueuedThreadPool threads = new QueuedThreadPool(16);
    threads.setDaemon(true);
    server = new Server(threads);
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(TlsKeys.serverContext());
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory("h2");
    alpn.setDefaultProtocol("h2");
    HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(new HttpConfiguration());
    http2.setMaxConcurrentStreams(streams);
    connector =
        new ServerConnector(server, new SslConnectionFactory(tls, alpn.getProtocol()), alpn, http2);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new Faults());
  }

  static Http2Server start() throws Exception {
    return start(128);
  }

  /** With room for so many streams of a connection at once. */
  static Http2Server start(int streams) throws Exception {
    Http2Server started = new Http2Server(streams);
    started.server.start();
    return started;
  }

  int port() {
    return connector.getLocalPort();
  }

  /** The only request that carried this {@code id}. */
  Http2Hit hit(String id) {
    List<Http2Hit> found = hits.stream().filter(hit -> hit.id().equals(id)).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " requests of " + id);
    }
    return found.get(0);
  }

  /** How many requests carried this {@code id}. */
  long count(String id) {
    return hits.stream().filter(hit -> hit.id().equals(id)).count();
  }

  private final class Faults extends Handler.Abstract {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Fields query = Request.extractQueryParameters(request);
      Http2Hit hit =
          new Http2Hit(query.getValue("id"), request.getConnectionMetaData().getConnection());
      hits.add(hit);
      request.addFailureListener(failure -> hit.reset());
      String path = request.getHttpURI().getPath();
      switch (path.substring(path.lastIndexOf('/') + 1)) {
        case "ok" -> Content.Sink.write(response, true, "ok", callback);
        case "slow" ->
            later(
                request,
                number(query, "delay", 1000),
                () -> Content.Sink.write(response, true, "slow", callback));
        case "silent" -> {}
        case "stall-after-head" -> {
          response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 10);
          response.write(false, bytes("x"), Callback.NOOP);
        }
        case "drip" -> {
          response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 10);
          drip(request, response, callback, 10);
        }
        default -> Response.writeError(request, response, callback, 404);
      }
      return true;
    }

    private void drip(Request request, Response response, Callback callback, int left) {
      Callback next =
          left == 1 ? callback : Callback.from(() -> drip(request, response, callback, left - 1));
      later(request, 200, () -> response.write(left == 1, bytes("x"), next));
    }

    private static void later(Request request, int millis, Runnable task) {
      request.getComponents().getScheduler().schedule(task, millis, TimeUnit.MILLISECONDS);
    }

    private static int number(Fields query, String name, int otherwise) {
      String value = query.getValue(name);
      return value == null ? otherwise : Integer.parseInt(value);
    }

    private static ByteBuffer bytes(String text) {
      return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }
  }
}
