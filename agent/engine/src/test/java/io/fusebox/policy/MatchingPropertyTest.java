package io.fusebox.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** The index against a reference that knows nothing but the sentences of the contract. */
class MatchingPropertyTest {

  private static final String[] METHODS = {"GET", "POST", "PUT"};
  private static final String[] SCHEMES = {"http", "https"};
  private static final String[] HOSTS = {"a", "a.b", "x.a.b", "b", "y.b", "c.x.a.b"};
  private static final String[] PATHS = {
    "/", "/p", "/q", "/p/", "/p/q", "/q/p", "/p/p/q", "/p/q/", "//q"
  };

  @Provide
  Arbitrary<String> patterns() {
    Arbitrary<String> methods = Arbitraries.of("", "", "", "GET ", "POST|PUT ");
    Arbitrary<String> schemes = Arbitraries.of("", "", "http://", "https://");
    Arbitrary<String> hosts = Arbitraries.of("*", "*.b", "*.a.b", "a", "a.b", "x.a.b", "y.b");
    Arbitrary<String> ports = Arbitraries.of("", "", ":80", ":443", ":81");
    Arbitrary<String> paths =
        Arbitraries.of(
            "", "/", "/**", "/*", "/p", "/p/", "/p/**", "/*/q", "/p/*", "/*/**", "/p/*/**",
            "/*/*/q", "/*/");
    return Combinators.combine(methods, schemes, hosts, ports, paths)
        .as((m, s, h, p, path) -> m + s + h + p + path);
  }

  @Provide
  Arbitrary<List<String>> patternLists() {
    return patterns().list().ofMinSize(1).ofMaxSize(9).uniqueElements();
  }

  @Property(tries = 300)
  void anOverlapIsFoundExactlyWhereACallFindsTwoOfEqualRank(
      @ForAll("patternLists") List<String> patterns) {
    List<Reference> references = references(patterns);
    boolean ambiguous = false;
    for (String call : calls()) {
      ambiguous |= winners(references, call).size() > 1;
    }
    boolean refused = build(patterns) == null;
    assertEquals(ambiguous, refused, patterns.toString());
  }

  @Property(tries = 300)
  void theWinnerIsThatOfTheReferenceWhateverTheOrder(
      @ForAll("patternLists") List<String> patterns, @ForAll Random random) {
    List<String> kept = withoutOverlaps(patterns);
    List<Reference> references = references(kept);
    List<String> shuffled = new ArrayList<>(kept);
    Collections.shuffle(shuffled, random);
    PolicySet set = Policies.of(kept.toArray(new String[0]));
    PolicySet other = Policies.of(shuffled.toArray(new String[0]));
    for (String call : calls()) {
      List<Reference> winners = winners(references, call);
      String expected = winners.isEmpty() ? "none" : winners.get(0).text;
      assertEquals(expected, ask(set, call), call + " among " + kept);
      assertEquals(expected, ask(other, call), call + " among " + shuffled);
    }
  }

  @Property(tries = 300)
  void hostIsKnownExactlyIfAnyOfItsCallsCouldBeGoverned(
      @ForAll("patternLists") List<String> patterns) {
    List<String> kept = withoutOverlaps(patterns);
    PolicySet set = Policies.of(kept.toArray(new String[0]));
    for (String host : HOSTS) {
      boolean known = references(kept).stream().anyMatch(one -> one.mayMatch(host));
      assertEquals(known, set.knowsHost(host), host + " among " + kept);
      assertEquals(known, set.knowsHost(host.toUpperCase(Locale.ROOT) + "."), host);
    }
  }

  private static List<String> withoutOverlaps(List<String> patterns) {
    List<String> kept = new ArrayList<>();
    for (String pattern : patterns) {
      kept.add(pattern);
      if (build(kept) == null) {
        kept.remove(pattern);
      }
    }
    return kept;
  }

  private static @Nullable PolicySet build(List<String> patterns) {
    List<Policy> policies = new ArrayList<>();
    Setting[] settings = new Setting[Key.ALL.size()];
    for (Key key : Key.ALL) {
      settings[key.index()] = new Setting(key, "", key.builtIn(), Origin.BUILT_IN);
    }
    for (String pattern : patterns) {
      List<Match> matches = MatchParser.parse(pattern, Origin.BUILT_IN);
      policies.add(Policy.of(policies.size(), "p", settings, false, matches));
    }
    List<Match[]> overlaps = new ArrayList<>();
    PolicySet set = PolicySet.of(Mode.ENFORCE, policies, overlaps);
    return overlaps.isEmpty() ? set : null;
  }

  private static List<String> calls() {
    List<String> calls = new ArrayList<>();
    for (String method : METHODS) {
      for (String scheme : SCHEMES) {
        for (String host : HOSTS) {
          for (String port : Arrays.asList("-1", "80", "443", "81")) {
            for (String path : PATHS) {
              calls.add(method + " " + scheme + " " + host + " " + port + " " + path);
            }
          }
        }
      }
    }
    return calls;
  }

  private static String ask(PolicySet set, String call) {
    String[] c = call.split(" ", -1);
    return Policies.winner(set, c[0], c[1], c[2], Integer.parseInt(c[3]), c[4]);
  }

  private static List<Reference> references(List<String> patterns) {
    List<Reference> references = new ArrayList<>();
    for (String pattern : patterns) {
      references.add(new Reference(pattern));
    }
    return references;
  }

  private static List<Reference> winners(List<Reference> references, String call) {
    String[] c = call.split(" ", -1);
    List<Reference> winners = new ArrayList<>();
    for (Reference reference : references) {
      if (reference.matches(c[0], c[1], c[2], Integer.parseInt(c[3]), c[4])) {
        int order = winners.isEmpty() ? 0 : reference.rank().compareTo(winners.get(0).rank());
        if (order > 0) {
          winners.clear();
        }
        if (order >= 0) {
          winners.add(reference);
        }
      }
    }
    return winners;
  }

  /** One pattern, as the contract describes it, by regular expressions. */
  private static final class Reference {
    private final String text;
    private final List<String> methods;
    private final String scheme;
    private final String host;
    private final int port;
    private final String path;
    private final Pattern hostPattern;
    private final Pattern pathPattern;

    Reference(String text) {
      this.text = text;
      int space = text.indexOf(' ');
      methods =
          space < 0 ? Arrays.asList() : Arrays.asList(text.substring(0, space).split("\\|", -1));
      String url = text.substring(space + 1);
      scheme = url.contains("://") ? url.substring(0, url.indexOf("://")) : "";
      String rest = scheme.isEmpty() ? url : url.substring(scheme.length() + 3);
      path = rest.contains("/") ? rest.substring(rest.indexOf('/')) : "/**";
      String authority = rest.contains("/") ? rest.substring(0, rest.indexOf('/')) : rest;
      host = authority.replaceAll(":.*", "");
      port =
          authority.contains(":")
              ? Integer.parseInt(authority.replaceAll(".*:", ""))
              : scheme.isEmpty() ? -1 : scheme.equals("https") ? 443 : 80;
      hostPattern =
          Pattern.compile(host.equals("*") ? ".*" : host.replace(".", "\\.").replace("*", ".+"));
      pathPattern =
          Pattern.compile(
              path.replaceAll("/\\*\\*$", "(/.*)?#")
                  .replaceAll("/\\*(?=/|$|\\()", "/[^/]+")
                  .replace("?#", "?"));
    }

    boolean mayMatch(String callHost) {
      return hostPattern.matcher(callHost).matches();
    }

    boolean matches(
        String method, String callScheme, String callHost, int callPort, String callPath) {
      int effective = callPort > 0 ? callPort : callScheme.equals("https") ? 443 : 80;
      return (methods.isEmpty() || methods.contains(method))
          && (scheme.isEmpty() || scheme.equals(callScheme))
          && (port < 0 || port == effective)
          && mayMatch(callHost)
          && pathPattern.matcher(callPath).matches();
    }

    /** Compares as the ranks do. */
    String rank() {
      int literals = 0;
      for (String segment : path.substring(1).split("/", -1)) {
        literals += segment.startsWith("*") ? 0 : 1;
      }
      String kind = host.equals("*") ? "0" : host.startsWith("*.") ? "1" : "2";
      return kind
          + (kind.equals("1") ? host.length() : 0)
          + (port < 0 ? 0 : 1)
          + literals
          + (scheme.isEmpty() ? 0 : 1)
          + (methods.isEmpty() ? 0 : 1);
    }
  }
}
