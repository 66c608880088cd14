package io.fusebox.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatchingTest {

  private static final PolicySet RANKS =
      Policies.of(
          "*",
          "*:8443",
          "*.internal",
          "*.internal:8443",
          "*.pay.internal",
          "*.pay.internal:8443",
          "a.pay.internal",
          "a.pay.internal:8443",
          "a.pay.internal:8443/v1/**",
          "a.pay.internal:8443/v1/*/refunds",
          "https://a.pay.internal:8443/v1/**",
          "POST a.pay.internal:8443/v1/**",
          "POST https://a.pay.internal:8443/v1/**");

  @ParameterizedTest
  @CsvSource({
    "GET,  http,  other,           80,   /,               *",
    "GET,  http,  other,           8443, /,               *:8443",
    "GET,  http,  internal,        80,   /,               *",
    "GET,  http,  x.internal,      80,   /,               *.internal",
    "GET,  http,  x.internal,      8443, /,               *.internal:8443",
    "GET,  http,  pay.internal,    80,   /,               *.internal",
    "GET,  http,  x.pay.internal,  80,   /,               *.pay.internal",
    "GET,  http,  y.x.pay.internal,8443, /,               *.pay.internal:8443",
    "GET,  http,  a.pay.internal,  80,   /,               a.pay.internal",
    "GET,  http,  a.pay.internal,  8443, /v2,             a.pay.internal:8443",
    "GET,  http,  a.pay.internal,  8443, /v1,             a.pay.internal:8443/v1/**",
    "GET,  http,  a.pay.internal,  8443, /v1/x,           a.pay.internal:8443/v1/**",
    "GET,  http,  a.pay.internal,  8443, /v1/x/refunds,   a.pay.internal:8443/v1/*/refunds",
    "POST, https, a.pay.internal,  8443, /v1/x/refunds,   a.pay.internal:8443/v1/*/refunds",
    "GET,  http,  a.pay.internal,  8443, /v1/x/y/refunds, a.pay.internal:8443/v1/**",
    "GET,  https, a.pay.internal,  8443, /v1/x,           https://a.pay.internal:8443/v1/**",
    "POST, http,  a.pay.internal,  8443, /v1/x,           POST a.pay.internal:8443/v1/**",
    "POST, https, a.pay.internal,  8443, /v1/x,           POST https://a.pay.internal:8443/v1/**",
    "post, https, a.pay.internal,  8443, /v1/x,           https://a.pay.internal:8443/v1/**",
  })
  void theHighestRankWins(
      String method, String scheme, String host, int port, String path, String match) {
    assertEquals(match, Policies.winner(RANKS, method, scheme, host, port, path));
  }

  @Test
  void aLongerSuffixIsAboveAShorterOneWithAPort() {
    PolicySet set = Policies.of("*.b.internal", "*.internal:80");
    assertEquals("*.b.internal", Policies.winner(set, "GET", "http", "a.b.internal", 80, "/"));
  }

  @Test
  void theNextCandidateIsAskedWherePathOrMethodDoNotFit() {
    PolicySet set = Policies.of("a.x:80/v1", "PUT a.x/v2", "*.x/v3", "*/v4/**");
    assertEquals("*/v4/**", Policies.winner(set, "GET", "http", "a.x", 80, "/v4"));
    assertEquals("*.x/v3", Policies.winner(set, "GET", "http", "a.x", 80, "/v3"));
    assertEquals("PUT a.x/v2", Policies.winner(set, "PUT", "http", "a.x", 80, "/v2"));
    assertEquals("none", Policies.winner(set, "GET", "http", "a.x", 80, "/v2"));
  }

  @Test
  void anEffectivePortIsThePortOfTheScheme() {
    PolicySet set = Policies.of("https://a", "http://a:443", "a:80");
    assertEquals("https://a", Policies.winner(set, "GET", "https", "a", -1, "/"));
    assertEquals("https://a", Policies.winner(set, "GET", "https", "a", 443, "/"));
    assertEquals("https://a", Policies.winner(set, "GET", "wss", "a", 0, "/"));
    assertEquals("http://a:443", Policies.winner(set, "GET", "http", "a", 443, "/"));
    assertEquals("a:80", Policies.winner(set, "GET", "http", "a", -1, "/"));
    assertEquals("none", Policies.winner(set, "GET", "https", "a", 8443, "/"));
  }

  @Test
  void aNamedPortIsAboveAScheme() {
    PolicySet set = Policies.of("https://a/x", "a/x/y");
    assertEquals("https://a/x", Policies.winner(set, "GET", "https", "a", -1, "/x"));
    assertEquals("a/x/y", Policies.winner(set, "GET", "https", "a", -1, "/x/y"));
  }

  @Test
  void webSocketSchemesAreFolded() {
    PolicySet set = Policies.of("wss://a", "ws://b");
    assertEquals("wss://a", Policies.winner(set, "GET", "https", "a", -1, "/"));
    assertEquals("ws://b", Policies.winner(set, "GET", "HTTP", "b", 80, "/"));
  }

  @ParameterizedTest
  @CsvSource({
    "/,         '',       true", "/,         /,       true", "/,         /a,      false",
    "/**,       /,        true", "/**,       /a/b,    true", "/*,        /a,      true",
    "/*,        /,        false", "/*,        /a/,     false", "/*,        /a/b,    false",
    "/a,        /a,       true", "/a,        /A,      false", "/a,        /a/,     false",
    "/a/,       /a/,      true", "/a/**,     /a,      true", "/a/**,     /a/,     true",
    "/a/**,     /ab,      false", "/*/b,      /a/b,    true", "/*/b,      //b,     false",
    "/*/**,     /a,       true", "/*/**,     /,       false", "/a%2Fb,    /a%2Fb,  true",
    "/a%2Fb,    /a/b,     false", "'/a,b',    '/a,b',  true", "/a/*/**,   /a/,     false",
  })
  void pathsAreComparedRawAndBySegment(String pattern, String path, boolean matches) {
    PolicySet set = Policies.of("h" + pattern);
    assertEquals(
        matches ? "h" + pattern : "none", Policies.winner(set, "GET", "http", "h", 80, path));
  }

  @ParameterizedTest
  @CsvSource({
    "example.com,       EXAMPLE.com", "EXAMPLE.com.,      example.com",
    "example.com,       example.com.", "bücher.de,         xn--bcher-kva.de",
    "xn--bcher-kva.de,  Bücher.DE.", "[::1],             [0:0:0:0:0:0:0:1]",
    "[::1],             ::1", "[2001:DB8::0001],  [2001:db8:0:0:0:0:0:1]",
    "127.0.0.1,         [::ffff:127.0.0.1]", "[::ffff:7f00:1],   127.0.0.1",
    "my_service,        my_service", "0x7f.1,            0x7F.1",
    "*.example.com,     A.EXAMPLE.COM.", "*.bücher.de,       a.bücher.de",
    "localhost,         LOCALHOST", "[fe80::1%25eth0],  fe80:0::1%25eth0",
  })
  void hostsAreComparedInOneForm(String pattern, String host) {
    PolicySet set = Policies.of(pattern);
    assertEquals(pattern, Policies.winner(set, "GET", "https", host, 443, "/"));
  }

  @ParameterizedTest
  @CsvSource({
    "*.example.com, example.com",
    "*.example.com, .example.com",
    "*.example.com, badexample.com",
    "localhost, 127.0.0.1",
    "127.0.0.1, [::1]",
    "0x7f.1, 127.0.0.1",
    "a, a.b",
    "'*.b', b"
  })
  void otherHostsAreNot(String pattern, String host) {
    assertEquals("none", Policies.winner(Policies.of(pattern), "GET", "https", host, 443, "/"));
  }

  @Test
  void aUriHostWithBracketsAndPortFindsItsMatch() {
    PolicySet set = Policies.of("[::1]:8080");
    assertEquals("[::1]:8080", Policies.winner(set, "GET", "http", "[::1]", 8080, "/x"));
    assertEquals("none", Policies.winner(set, "GET", "http", "[::1]", 80, "/x"));
  }

  @Test
  void whateverIsAskedNothingIsThrown() {
    PolicySet set = Policies.of("*", "a", "*.b:1", "[::1]/x/**");
    String[] odd = {
      "",
      ".",
      "..",
      ":",
      "[",
      "]",
      "[]",
      "[:",
      "::::",
      "%",
      "a..b",
      "\u3002",
      "\ud800",
      "xn--\u00fc",
      "a.\u00df",
      "1:2:3:4:5:6:7:8:9",
      "::1.2.3",
      "::1.2.3.4.5",
      "x".repeat(5000) + "\u00fc",
      "\0"
    };
    for (String host : odd) {
      assertNotNull(set.matchHttp("GET", "http", host, -5, host));
      set.matchHttp(host, host, host, 99_999, "/" + host);
      set.matchJdbc(host);
      set.matchJdbc("jdbc:" + host);
      set.matchJdbc("jdbc:x://" + host + "/" + host);
    }
    assertNotNull(set.matchHttp(null, null, null, -1, null));
    assertNotNull(set.matchHttp("GET", "http", "[::1]", 80, "/x" + "/y".repeat(10_000)));
    assertNull(PolicySet.EMPTY.matchHttp("GET", "http", "a", 80, "/"));
    assertNull(PolicySet.EMPTY.matchJdbc("jdbc:x://a"));
  }

  @Test
  void anUnknownSchemeWithoutPortMatchesWhatNamesNeither() {
    PolicySet set = Policies.of("a", "a:80", "http://b");
    assertEquals("a", Policies.winner(set, "GET", "gopher", "a", -1, "/"));
    assertEquals("none", Policies.winner(set, "GET", "gopher", "b", 80, "/"));
  }

  @Test
  void manyPathsOfOneHostAreFoundBeyondTheFirst() {
    String[] matches = new String[500];
    for (int i = 0; i < matches.length; i++) {
      matches[i] = "h/v1/x" + i + "/*";
    }
    PolicySet set = Policies.of(matches);
    for (String match : matches) {
      assertEquals(
          match,
          Policies.winner(
              set, "GET", "http", "h", 80, match.substring(1, match.length() - 1) + "y"));
    }
  }

  @Test
  void manyPortsAndHostsAreFound() {
    String[] matches = new String[600];
    for (int i = 0; i < matches.length; i++) {
      matches[i] = i % 2 == 0 ? "h:" + (60_000 - i) : "*.s" + i + ".x";
    }
    PolicySet set = Policies.of(matches);
    for (int i = 0; i < matches.length; i++) {
      String host = i % 2 == 0 ? "h" : "a.s" + i + ".x";
      assertEquals(matches[i], Policies.winner(set, "GET", "http", host, 60_000 - i, "/"));
    }
  }

  @Test
  void anExplanationNamesTheReasonAndTheOthers() {
    MatchResult result = RANKS.explainHttp("POST", "https", "a.pay.internal", 8443, "/v1/x");
    assertNotNull(result);
    assertEquals("host and port, 1 literal path segment, scheme, method", result.why());
    assertSame(RANKS.policies().get(12), result.policy());
    assertEquals(
        "[https://a.pay.internal:8443/v1/**, POST a.pay.internal:8443/v1/**,"
            + " a.pay.internal:8443/v1/**, a.pay.internal:8443, a.pay.internal,"
            + " *.pay.internal:8443, *.pay.internal, *.internal:8443, *.internal, *:8443, *]",
        result.others().toString());
    assertNull(RANKS.explainJdbc("jdbc:x://a"));
  }

  @Test
  void aSetKnowsWhatItCovers() {
    PolicySet set = Policies.of("a");
    assertTrue(set.coversHttp());
    assertFalse(set.coversJdbc());
    assertTrue(Policies.of("jdbc:*").coversJdbc());
    assertFalse(Policies.of("jdbc:*").coversHttp());
    assertFalse(PolicySet.EMPTY.coversHttp());
    assertEquals(0, set.policies().get(0).index());
  }
}
