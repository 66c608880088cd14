package io.fusebox.cli;

import io.fusebox.policy.MatchResult;
import io.fusebox.policy.PolicySet;
import io.fusebox.policy.Quoted;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The call that is to be explained: {@code [METHOD ]http(s)://host[:port][/path]}, ws or wss, or a
 * JDBC URL. User-info, query and fragment are read over. Immutable.
 */
final class Target {

  private static final String EXPECTED =
      "expected [METHOD ]http://host[:port][/path], https, ws, wss, or a jdbc: URL";

  // Fixed at construction.
  private final String text;
  private final @Nullable String jdbcUrl;
  private final String method;
  private final String scheme;
  private final String host;
  private final int port;
  private final String path;

  private Target(
      String text,
      @Nullable String jdbcUrl,
      String method,
      String scheme,
      String host,
      int port,
      String path) {
    this.text = text;
    this.jdbcUrl = jdbcUrl;
    this.method = method;
    this.scheme = scheme;
    this.host = host;
    this.port = port;
    this.path = path;
  }

  /**
   * Takes the text apart.
   *
   * @throws IllegalArgumentException where it is no call; the message is for the user
   */
  static Target parse(String text) {
    String call = text.trim();
    if (call.startsWith("jdbc:") || call.startsWith("jdbc-secretsmanager:")) {
      String shown = call.split("[?;]", 2)[0];
      return new Target(Quoted.of(shown), call, "", "", "", -1, "");
    }
    int space = call.indexOf(' ');
    String method = space < 0 ? "GET" : call.substring(0, space);
    String url = call.substring(space + 1).trim();
    int colon = url.indexOf("://");
    String scheme = colon < 0 ? "" : url.substring(0, colon).toLowerCase(Locale.ROOT);
    if (!method.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")
        || !scheme.matches("https?|wss?")
        || !url.matches("[^\\s\\x00-\\x20]+")) {
      throw bad(call, EXPECTED);
    }
    String rest = url.substring(colon + 3).split("[?#]", 2)[0];
    int slash = rest.indexOf('/');
    String authority = slash < 0 ? rest : rest.substring(0, slash);
    String path = slash < 0 ? "/" : rest.substring(slash);
    String address = authority.substring(authority.lastIndexOf('@') + 1);
    return of(call, method, scheme, address, path);
  }

  private static Target of(String call, String method, String scheme, String address, String path) {
    int colon = address.lastIndexOf(':');
    boolean hasPort = colon > address.lastIndexOf(']');
    String host = hasPort ? address.substring(0, colon) : address;
    boolean bracketed = host.startsWith("[") && host.endsWith("]") && host.length() > 2;
    if (host.isEmpty()
        || (!bracketed
            && (host.indexOf(':') >= 0 || host.indexOf('[') >= 0 || host.indexOf(']') >= 0))) {
      throw bad(call, "expected a host, an IPv6 address in brackets");
    }
    int port = hasPort ? port(call, address.substring(colon + 1)) : -1;
    String shown = Quoted.of(method + " " + scheme + "://" + address + path);
    return new Target(shown, null, method, scheme, host, port, path);
  }

  private static int port(String call, String digits) {
    if (!digits.matches("[0-9]{1,5}")
        || Integer.parseInt(digits) < 1
        || Integer.parseInt(digits) > 65_535) {
      throw bad(call, "expected a port from 1 to 65535");
    }
    return Integer.parseInt(digits);
  }

  private static IllegalArgumentException bad(String call, String why) {
    return new IllegalArgumentException("'" + Quoted.of(call) + "' is no call (" + why + ")");
  }

  boolean isJdbc() {
    return jdbcUrl != null;
  }

  /** As it is sent; empty for JDBC. */
  String method() {
    return method;
  }

  /** What governs it in the set, or null. */
  @Nullable MatchResult in(PolicySet policies) {
    return jdbcUrl != null
        ? policies.explainJdbc(jdbcUrl)
        : policies.explainHttp(method, scheme, host, port, path);
  }

  /** The call as it may be shown: without user-info, query and properties. */
  @Override
  public String toString() {
    return text;
  }
}
