package io.fusebox.policy;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A pattern for HTTP requests: {@code [METHOD|METHOD ][scheme://]host[:port][/path]}, taken apart.
 * Immutable; thread-safe.
 */
final class HttpMatch extends Match {

  static final int ANY_HOST = 0;
  static final int SUFFIX = 1;
  static final int EXACT = 2;

  static final int NO_SCHEME = 0;
  static final int HTTP = 1;
  static final int HTTPS = 2;
  static final int OTHER_SCHEME = 3;

  static final String STAR = "*";

  // Fixed at construction.
  final int hostKind;
  final String host; // canonical; of *.suffix the suffix, of * nothing
  final int port; // -1: any
  final int scheme; // NO_SCHEME: any
  private final String @Nullable [] methods; // null: any
  final String[] segments; // STAR: any one
  final boolean rest; // ends in **, or has no path
  final int literals;
  final int rank; // among those of one host and port

  HttpMatch(
      String text,
      Origin origin,
      int hostKind,
      String host,
      int port,
      int scheme,
      String @Nullable [] methods,
      String[] segments,
      boolean rest) {
    super(text, origin);
    this.hostKind = hostKind;
    this.host = host;
    this.port = port;
    this.scheme = scheme;
    this.methods = methods;
    this.segments = segments;
    this.rest = rest;
    int count = 0;
    for (int i = 0; i < segments.length; i++) {
      count += isStar(segments[i]) ? 0 : 1;
    }
    this.literals = count;
    this.rank = count * 4 + (scheme == NO_SCHEME ? 0 : 2) + (methods == null ? 0 : 1);
  }

  /** A scheme of a request, folded: ws is http and wss is https. Allocates nothing. */
  static int schemeOf(@Nullable String scheme) {
    if (scheme == null) {
      return NO_SCHEME;
    }
    if (scheme.equalsIgnoreCase("https") || scheme.equalsIgnoreCase("wss")) {
      return HTTPS;
    }
    return scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("ws") ? HTTP : OTHER_SCHEME;
  }

  /** The port that a request really goes to, -1 where nobody can tell. */
  static int effectivePort(int port, int scheme) {
    return port > 0 ? port : scheme == HTTPS ? 443 : scheme == HTTP ? 80 : -1;
  }

  static boolean isStar(String segment) {
    return segment.equals(STAR);
  }

  /** Whether method and scheme fit; host, port and path are the index's business. */
  boolean accepts(@Nullable String method, int requestScheme) {
    if (scheme != NO_SCHEME && scheme != requestScheme) {
      return false;
    }
    return methods == null || names(methods, method);
  }

  /** Whether both, at one host, port and path, could take one request with equal rank. */
  boolean rivals(HttpMatch other) {
    if (rank != other.rank || scheme != other.scheme) {
      return false;
    }
    if (methods == null || other.methods == null) {
      return true;
    }
    for (int i = 0; i < methods.length; i++) {
      if (names(other.methods, methods[i])) {
        return true;
      }
    }
    return false;
  }

  /** Whether a rival takes, at one host and port, no request that this one would not take. */
  boolean covers(HttpMatch rival) {
    if (rest != rival.rest || !Arrays.equals(segments, rival.segments)) {
      return false;
    }
    // Of equal rank, both have methods or none has.
    for (int i = 0; rival.methods != null && i < rival.methods.length; i++) {
      if (methods != null && !names(methods, rival.methods[i])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isJdbc() {
    return false;
  }

  @Override
  public String rankInWords() {
    StringBuilder words = new StringBuilder();
    if (hostKind == EXACT) {
      words.append("host");
    } else if (hostKind == SUFFIX) {
      words.append("suffix ").append(host);
    } else {
      words.append("any host");
    }
    words.append(port < 0 ? "" : " and port");
    if (literals > 0) {
      words.append(", ").append(literals).append(" literal path segment");
      words.append(literals == 1 ? "" : "s");
    }
    words.append(scheme == NO_SCHEME ? "" : ", scheme").append(methods == null ? "" : ", method");
    return words.toString();
  }

  private static boolean names(String[] methods, @Nullable String method) {
    for (int i = 0; i < methods.length; i++) {
      if (methods[i].equals(method)) {
        return true;
      }
    }
    return false;
  }
}
