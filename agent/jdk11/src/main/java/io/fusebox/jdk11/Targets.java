package io.fusebox.jdk11;

import io.fusebox.policy.PolicySet;
import java.net.URI;

/** How a request is called in messages and registries: nothing in it that could be a secret. */
final class Targets {

  private Targets() {}

  /** {@code POST pay.internal:8443}. */
  static String label(String method, URI uri) {
    return method + " " + uri.getHost() + ":" + port(uri);
  }

  /** The host as policies compare it. */
  static String host(URI uri) {
    return PolicySet.canonicalHost(uri.getHost());
  }

  /** The effective port. */
  static int port(URI uri) {
    int port = uri.getPort();
    if (port > 0) {
      return port;
    }
    return "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
  }

  /** Whether both have the same scheme, host and port. */
  static boolean isSameOrigin(URI uri, URI other) {
    return other.getHost() != null
        && String.valueOf(uri.getScheme()).equalsIgnoreCase(other.getScheme())
        && port(uri) == port(other)
        && host(uri).equals(host(other));
  }
}
