package io.fusebox.policy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every match of a request, best first, found without the index: one after the other, straight from
 * the rule. Loaded for explanations only.
 */
final class Explanation {

  private Explanation() {}

  static @Nullable MatchResult http(
      List<Policy> policies,
      @Nullable String method,
      @Nullable String scheme,
      @Nullable String host,
      int port,
      @Nullable String path) {
    int known = HttpMatch.schemeOf(scheme);
    int effectivePort = HttpMatch.effectivePort(port, known);
    String name = host == null ? "" : Hosts.canonical(host);
    List<String> segments = segments(path);
    List<Match> found = new ArrayList<Match>();
    for (Policy policy : policies) {
      for (Match match : policy.matches()) {
        if (match instanceof HttpMatch) {
          HttpMatch http = (HttpMatch) match;
          if (http.accepts(method, known)
              && (http.port < 0 || http.port == effectivePort)
              && takesHost(http, name)
              && takesPath(http, segments)) {
            insert(found, http);
          }
        }
      }
    }
    return of(found);
  }

  static @Nullable MatchResult of(List<Match> found) {
    Policy policy = found.isEmpty() ? null : found.get(0).policy();
    return policy == null
        ? null
        : new MatchResult(found.get(0), policy, found.subList(1, found.size()));
  }

  private static void insert(List<Match> found, HttpMatch match) {
    int at = 0;
    while (at < found.size() && !outranks(match, (HttpMatch) found.get(at))) {
      at++;
    }
    found.add(at, match);
  }

  private static boolean outranks(HttpMatch a, HttpMatch b) {
    if (a.hostKind != b.hostKind) {
      return a.hostKind > b.hostKind;
    }
    if (a.host.length() != b.host.length()) {
      return a.host.length() > b.host.length();
    }
    return a.port < 0 == b.port < 0 ? a.rank > b.rank : a.port >= 0;
  }

  private static boolean takesHost(HttpMatch match, String host) {
    if (match.hostKind == HttpMatch.SUFFIX) {
      return host.length() > match.host.length() + 1 && host.endsWith("." + match.host);
    }
    return match.hostKind == HttpMatch.ANY_HOST || match.host.equals(host);
  }

  private static boolean takesPath(HttpMatch match, List<String> path) {
    int length = match.segments.length;
    if (match.rest ? path.size() < length : path.size() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      String segment = match.segments[i];
      boolean fits =
          HttpMatch.isStar(segment) ? !path.get(i).isEmpty() : segment.equals(path.get(i));
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static List<String> segments(@Nullable String path) {
    List<String> segments = new ArrayList<String>();
    String text = path == null || path.isEmpty() ? "/" : path;
    int from = text.charAt(0) == '/' ? 1 : 0;
    for (int slash = text.indexOf('/', from); slash >= 0; slash = text.indexOf('/', from)) {
      segments.add(text.substring(from, slash));
      from = slash + 1;
    }
    segments.add(text.substring(from));
    return segments;
  }
}
