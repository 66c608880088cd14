package io.fusebox.jdk11;

import java.net.URI;
import java.net.http.HttpRequest;

/** How a request is called in messages: method, host and port, nothing that could be a secret. */
final class Targets {

  private Targets() {}

  /** {@code POST pay.internal:8443}. */
  static String label(HttpRequest request) {
    URI uri = request.uri();
    int port = uri.getPort();
    if (port < 0) {
      port = "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
    }
    return request.method() + " " + uri.getHost() + ":" + port;
  }
}
