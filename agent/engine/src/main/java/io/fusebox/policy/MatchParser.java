package io.fusebox.policy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the value of a {@code match} key. Stateless.
 *
 * <p>A comma starts a new match only before a host, a method or {@code jdbc:}, because paths and
 * multi-host JDBC URLs hold commas of their own. In detail, a comma separates
 *
 * <ul>
 *   <li>always, before {@code jdbc:}, before {@code SCHEME://} and before methods that a space
 *       follows;
 *   <li>always, behind a host or port and behind {@code jdbc:VENDOR:*}, which hold no commas;
 *   <li>among the hosts of a JDBC URL only if a space follows it: {@code jdbc:x://a,b/db} is one
 *       match, {@code jdbc:x://a, b.internal} are two;
 *   <li>in a path or a database's name if what follows, up to the next comma, slash or space, looks
 *       like a host: behind a space any host name; without one only {@code *}, {@code *.SUFFIX},
 *       {@code [V6]}, {@code localhost}, or a name that holds a dot or ends in a port. So {@code
 *       /a,b} is one path, {@code /a, b} and {@code /a,b.internal} are two matches. A path that
 *       holds such a name behind a comma is written with {@code *} in its place.
 * </ul>
 */
public final class MatchParser {

  /** Most segments of a path pattern; it bounds the recursion of the look-up. */
  static final int MAX_SEGMENTS = 64;

  /** Most methods of a match; two matches compare each of theirs with each. */
  static final int MAX_METHODS = 64;

  static final String JDBC = "jdbc:";
  private static final String[] NO_SEGMENTS = new String[0];

  private MatchParser() {}

  /**
   * The matches of a list, in its order.
   *
   * @param list the value, trimmed and not empty
   * @throws IllegalArgumentException where one is malformed; its message says what was expected and
   *     holds no user-info
   */
  public static List<Match> parse(String list, Origin origin) {
    List<String> problems = new ArrayList<String>(0);
    List<Match> matches = parse(list, origin, problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.get(0));
    }
    return matches;
  }

  /**
   * The matches of a list that are right, in its order.
   *
   * @param list the value, trimmed and not empty
   * @param problems gets what was expected for each of the others; holds no user-info
   */
  public static List<Match> parse(String list, Origin origin, List<String> problems) {
    List<Match> matches = new ArrayList<Match>(2);
    if (list.indexOf('@') >= 0 && UserInfo.isIn(list)) {
      // Where a secret may be among them, the others are not looked at.
      problems.add("user-info does not belong in a match");
      return matches;
    }
    if (list.indexOf('=') >= 0 && !Quoted.withoutSecrets(list).equals(list)) {
      // The same: a comma in it would make a match of its second half.
      problems.add(JdbcMatch.NO_PROPERTIES);
      return matches;
    }
    MatchList commas = list.indexOf(',') < 0 ? null : new MatchList(list);
    for (int from = 0; from <= list.length(); ) {
      int to = commas == null ? list.length() : commas.end(from);
      add(list, from, to, origin, matches, problems);
      from = to + 1;
    }
    return matches;
  }

  private static void add(
      String list, int from, int to, Origin origin, List<Match> matches, List<String> problems) {
    String text = list.substring(from, to).trim();
    if (text.isEmpty()) {
      problems.add("an empty match: is there a comma too many?");
      return;
    }
    try {
      matches.add(text.startsWith(JDBC) ? JdbcMatch.parse(text, origin) : http(text, origin));
    } catch (IllegalArgumentException e) {
      String why = String.valueOf(e.getMessage());
      boolean isPart = text.length() < list.length();
      problems.add(isPart ? Quoted.of(text) + ": " + why : why);
    }
  }

  private static Match http(String text, Origin origin) {
    int space = indexOfSpace(text);
    String[] methods = space < 0 ? null : methods(text.substring(0, space));
    String target = space < 0 ? text : text.substring(space).trim();
    if (indexOfSpace(target) >= 0) {
      throw new IllegalArgumentException("expected one space at most, between method and host");
    }
    if (target.indexOf('?') >= 0 || target.indexOf('#') >= 0) {
      throw new IllegalArgumentException(
          "the query is no part of a match, expected a path at most");
    }
    int slash = target.indexOf('/');
    int scheme = HttpMatch.NO_SCHEME;
    if (slash > 0 && target.startsWith("://", slash - 1)) {
      scheme = scheme(target.substring(0, slash - 1));
      target = target.substring(slash + 2);
      slash = target.indexOf('/');
    }
    String authority = slash < 0 ? target : target.substring(0, slash);
    return build(
        text, origin, methods, scheme, authority, slash < 0 ? "" : target.substring(slash));
  }

  private static Match build(
      String text,
      Origin origin,
      String @Nullable [] methods,
      int scheme,
      String authority,
      String path) {
    int colon = portColon(authority);
    String host = host(colon < 0 ? authority : authority.substring(0, colon));
    int port = colon < 0 ? -1 : port(authority.substring(colon + 1));
    int kind = HttpMatch.EXACT;
    if (host.equals(HttpMatch.STAR)) {
      kind = HttpMatch.ANY_HOST;
      host = "";
    } else if (host.startsWith("*.")) {
      kind = HttpMatch.SUFFIX;
      host = host.substring(2);
    }
    boolean rest = path.isEmpty() || path.endsWith("/**");
    String[] segments =
        segments(rest && !path.isEmpty() ? path.substring(0, path.length() - 3) : path);
    return new HttpMatch(
        text,
        origin,
        kind,
        host,
        HttpMatch.effectivePort(port, scheme),
        scheme,
        methods,
        segments,
        rest);
  }

  private static String[] methods(String list) {
    int count = 1;
    for (int bar = list.indexOf('|'); bar >= 0; bar = list.indexOf('|', bar + 1)) {
      count++;
    }
    if (count > MAX_METHODS) {
      throw new IllegalArgumentException("expected at most " + MAX_METHODS + " methods");
    }
    String[] methods = new String[count];
    int from = 0;
    for (int i = 0; i < count; i++) {
      int bar = list.indexOf('|', from);
      methods[i] = list.substring(from, bar < 0 ? list.length() : bar);
      from = bar + 1;
      if (!MatchList.isMethod(methods[i])) {
        throw new IllegalArgumentException(
            "expected METHOD or METHOD|METHOD in upper case before the space");
      }
    }
    return methods;
  }

  private static int scheme(String name) {
    int scheme = HttpMatch.schemeOf(name);
    if (scheme != HttpMatch.HTTP && scheme != HttpMatch.HTTPS) {
      throw new IllegalArgumentException("expected the scheme http, https, ws or wss, or none");
    }
    return scheme;
  }

  /** Where the port's colon is, -1 where there is none. */
  static int portColon(String authority) {
    if (authority.startsWith("[")) {
      int bracket = authority.indexOf(']');
      if (bracket < 0
          || (bracket + 1 < authority.length() && authority.charAt(bracket + 1) != ':')) {
        throw new IllegalArgumentException("expected [address] or [address]:port");
      }
      return bracket + 1 < authority.length() ? bracket + 1 : -1;
    }
    int colon = authority.indexOf(':');
    if (colon >= 0 && authority.indexOf(':', colon + 1) >= 0) {
      throw new IllegalArgumentException("expected an IPv6 address in brackets, or one port");
    }
    return colon;
  }

  static int port(String digits) {
    int port = 0;
    for (int i = 0; i < digits.length() && i < 6; i++) {
      char c = digits.charAt(i);
      port = c >= '0' && c <= '9' ? port * 10 + (c - '0') : 65_536;
    }
    if (port < 1 || port > 65_535 || digits.length() > 5) {
      throw new IllegalArgumentException("expected a port from 1 to 65535");
    }
    return port;
  }

  /** The canonical host: a name, an address, {@code *.suffix} or {@code *}. */
  static String host(String host) {
    if (host.equals(HttpMatch.STAR)) {
      return host;
    }
    boolean suffix = host.startsWith("*.");
    String name = suffix ? host.substring(2) : host;
    if (!isPlain(name)) {
      name = HostCheck.canonical(name, suffix);
    }
    return suffix ? "*." + name : name;
  }

  /**
   * Lower-case ASCII labels, which are canonical as they are. One with a dash at its edge is looked
   * at more closely, and so is a name that ends in a number, for it wants to be an address.
   */
  private static boolean isPlain(String name) {
    char before = '.';
    int label = 0; // where the label begins
    boolean number = true; // the label so far
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean edge = before == '.' || before == '-' || i - label > HostCheck.MAX_LABEL;
      label = c == '.' ? i + 1 : label;
      if (c == '.' ? edge : c == '-' ? before == '.' : !isHostCharacter(c)) {
        return false;
      }
      number = c == '.' || ((number || before == '.') && c >= '0' && c <= '9');
      before = c;
    }
    boolean fits = name.length() - label <= HostCheck.MAX_LABEL;
    return before != '.' && before != '-' && fits && !number;
  }

  static boolean isHostCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  }

  private static String[] segments(String path) {
    if (path.isEmpty()) {
      return NO_SEGMENTS;
    }
    int count = 0;
    for (int i = path.indexOf('/'); i >= 0; i = path.indexOf('/', i + 1)) {
      count++;
    }
    if (count > MAX_SEGMENTS) {
      throw new IllegalArgumentException("expected at most " + MAX_SEGMENTS + " path segments");
    }
    String[] segments = new String[count];
    int from = 1;
    for (int i = 0; i < count; i++) {
      int slash = path.indexOf('/', from);
      segments[i] = segment(path.substring(from, slash < 0 ? path.length() : slash));
      from = slash + 1;
    }
    return segments;
  }

  private static String segment(String segment) {
    if (HttpMatch.isStar(segment)) {
      // One instance, so that a star costs no memory of its own.
      return HttpMatch.STAR;
    }
    if (segment.indexOf('*') >= 0) {
      throw new IllegalArgumentException(
          "expected * as a whole path segment, or ** as the last one");
    }
    for (int i = 0; i < segment.length(); i++) {
      if (segment.charAt(i) <= ' ' || segment.charAt(i) >= 0x7f) {
        throw new IllegalArgumentException("expected a path as it is sent, percent-encoded");
      }
    }
    return segment;
  }

  private static int indexOfSpace(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ' ' || c == '\t' || c == '\f') {
        return i;
      }
    }
    return -1;
  }
}
