package io.fusebox.testapp;

import io.fusebox.testapp.fault.FaultServer;
import io.fusebox.testapp.fault.FullBacklog;
import io.fusebox.testapp.fault.MuteServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

/** The servers that all scenarios share; they live as long as the test JVM. */
final class Servers {

  static final FaultServer HTTP;

  /** The same over TLS. */
  static final FaultServer HTTPS;

  static final Http2Server HTTP2;

  /** With room for ten streams of a connection. */
  static final Http2Server HTTP2_LIMITED;

  private static final MuteServer MUTE;
  private static final FullBacklog BACKLOG;

  /** Bound, so that nobody else gets the port, and not listening. */
  private static final Socket REFUSING = new Socket();

  static {
    try {
      HTTP = FaultServer.start();
      HTTPS = FaultServer.startTls();
      HTTP2 = Http2Server.start();
      HTTP2_LIMITED = Http2Server.start(10);
      MUTE = MuteServer.start();
      BACKLOG = FullBacklog.start();
      REFUSING.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    } catch (Exception e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private Servers() {}

  /** What a scenario program has to know of them. */
  static List<String> arguments() throws Exception {
    return List.of(
        "http=" + HTTP.port(),
        "https=" + HTTPS.port(),
        "http2=" + HTTP2.port(),
        "h2limited=" + HTTP2_LIMITED.port(),
        "mute=" + MUTE.port(),
        "backlog=" + BACKLOG.port(),
        "refused=" + REFUSING.getLocalPort());
  }
}
