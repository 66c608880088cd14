package io.fusebox.jdk11;

import java.net.URI;

/** How a request is called in messages: method, host and port, nothing that could be a secret. */
final class Targets {

  private Targets() {}

  /** {@code POST pay.internal:8443}. */
  static String label(String method, URI uri) {
    int port = uri.getPort();
    if (port < 0) {
      port = "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
    }
    return method + " " + uri.getHost() + ":" + port;
  }
}
