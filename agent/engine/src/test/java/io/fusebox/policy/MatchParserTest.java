package io.fusebox.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatchParserTest {

  private static List<String> parts(String list) {
    List<String> parts = new ArrayList<>();
    for (Match match : MatchParser.parse(list, Origin.BUILT_IN)) {
      parts.add(match.text());
    }
    return parts;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://a:1,b:2/db",
        "jdbc:postgresql://a.internal,b.internal:5432/db",
        "a/x,b",
        "a/x,b,c/d",
        "a.b/report,v1/**",
        "jdbc:x://a/db,name",
        "jdbc:h2:mem:orders",
        "jdbc:sqlite:/data/a.db",
        "GET|HEAD https://a/x,y",
      })
  void aCommaWithinAMatchStays(String match) {
    assertEquals(Arrays.asList(match), parts(match));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "GET|HEAD https://cdn.example.com, *.x.internal/v1/**; GET|HEAD https://cdn.example.com;"
            + " *.x.internal/v1/**",
        "a,b; a; b",
        "a:1,b:2; a:1; b:2",
        "a/x, b; a/x; b",
        "a/x,b.internal; a/x; b.internal",
        "a/x,b:8080/y; a/x; b:8080/y",
        "a/x,*.b/y; a/x; *.b/y",
        "a/x,*; a/x; *",
        "a/x,[::1]; a/x; [::1]",
        "a/x,localhost/y; a/x; localhost/y",
        "a/x,http://b; a/x; http://b",
        "a/x,GET b; a/x; GET b",
        "a/x,jdbc:*; a/x; jdbc:*",
        "jdbc:x:*,b; jdbc:x:*; b",
        "jdbc:h2:mem:a,b; jdbc:h2:mem:a; b",
        "jdbc:x://a:1,c:2/db,jdbc:y:*; jdbc:x://a:1,c:2/db; jdbc:y:*",
        "jdbc:x://a, b.internal; jdbc:x://a; b.internal",
        "jdbc:x://a/db,b.internal:80; jdbc:x://a/db; b.internal:80",
        "jdbc:x://a,GET b; jdbc:x://a; GET b",
      })
  void aCommaBeforeAHostMethodOrJdbcSeparates(String list, String first, String second) {
    assertEquals(Arrays.asList(first, second), parts(list));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a,,b; an empty match: is there a comma too many?",
        "a,; an empty match: is there a comma too many?",
        "ftp://a; expected the scheme http, https, ws or wss, or none",
        "get a; expected METHOD or METHOD|METHOD in upper case before the space",
        "GET| a; expected METHOD or METHOD|METHOD in upper case before the space",
        "GET a b; expected one space at most, between method and host",
        "a/x?y=1; the query is no part of a match, expected a path at most",
        "a:0; expected a port from 1 to 65535",
        "a:65536; expected a port from 1 to 65535",
        "a:x; expected a port from 1 to 65535",
        "a:; expected a port from 1 to 65535",
        "a:999999999999; expected a port from 1 to 65535",
        "::1; expected an IPv6 address in brackets, or one port",
        "[::1; expected [address] or [address]:port",
        "[::1]x; expected [address] or [address]:port",
        "[::g]; expected an IPv6 address in the brackets",
        "[127.0.0.1]; expected an IPv6 address in the brackets",
        "https:///x; expected a host, *.suffix or *",
        "/v1; expected a host, *.suffix or *",
        ".internal; expected *. before a suffix, as in *.internal",
        "a.*; expected * alone or as the first label, as in *.internal",
        "*.*; expected * alone or as the first label, as in *.internal",
        "*foo; expected * alone or as the first label, as in *.internal",
        "a..b; expected a host of letters, digits, '-', '_' and single dots",
        "a..; expected a host of letters, digits, '-', '_' and single dots",
        "*.a..b; expected a host of letters, digits, '-', '_' and single dots",
        "jdbc:x://a..b/db; expected a host of letters, digits, '-', '_' and single dots",
        "-a; expected a host whose labels neither begin nor end with '-'",
        "a-; expected a host whose labels neither begin nor end with '-'",
        "a.-b.c; expected a host whose labels neither begin nor end with '-'",
        "*.a-.c; expected a host whose labels neither begin nor end with '-'",
        "256.1.1.1; a host that ends in a number is an IPv4 address: expected four numbers from 0"
            + " to 255",
        "1.2.3; a host that ends in a number is an IPv4 address: expected four numbers from 0 to"
            + " 255",
        "1.2.3.4.5; a host that ends in a number is an IPv4 address: expected four numbers from 0"
            + " to 255",
        "2130706433; a host that ends in a number is an IPv4 address: expected four numbers from 0"
            + " to 255",
        "99999999999999999999; a host that ends in a number is an IPv4 address: expected four"
            + " numbers from 0 to 255",
        "a.b.1:80; a host that ends in a number is an IPv4 address: expected four numbers from 0 to"
            + " 255",
        "010.0.0.1; leading zeros are ambiguous, octal or not: expected an IPv4 address without"
            + " them",
        "*.0.0.1; expected a domain behind *., not a part of an address",
        "a!b; expected a host of letters, digits, '-', '_' and single dots",
        "a/x*; expected * as a whole path segment, or ** as the last one",
        "a/**/x; expected * as a whole path segment, or ** as the last one",
        "a/ü; expected a path as it is sent, percent-encoded",
        "https://u:p@a; user-info does not belong in a match",
        "https://u:p/w@a; user-info does not belong in a match",
        "https://u:p,w@a; user-info does not belong in a match",
        "u@a; user-info does not belong in a match",
        "a, a:8443/v1,u:p@b; user-info does not belong in a match",
        "a/v1,u@b; user-info does not belong in a match",
        "jdbc:x://u:p@a/db; user-info does not belong in a match",
        "jdbc:x://a/db?password=hun,ter:0, b.test; properties of the URL take no part in a match",
        "jdbc:x://a/db?password=p; properties of the URL take no part in a match",
        "jdbc:; expected jdbc:VENDOR://host[:port][/database], jdbc:VENDOR:* or jdbc:*",
        "jdbc:postgresql:x; expected jdbc:VENDOR://host[:port][/database], jdbc:VENDOR:* or jdbc:*",
        "jdbc:h2:mem:; expected jdbc:VENDOR://host[:port][/database], jdbc:VENDOR:* or jdbc:*",
        "jdbc:h2:mem:*; expected jdbc:VENDOR://host[:port][/database], jdbc:VENDOR:* or jdbc:*",
        "jdbc:p6spy:*; expected the vendor of the database, not a wrapper before it, as in"
            + " jdbc:mysql:*",
        "jdbc:jtds:sqlserver://a; expected the vendor of the database, not a wrapper before it, as"
            + " in jdbc:mysql:*",
        "jdbc:x:///db; expected a host, *.suffix or *",
        "a, b:0; b:0: expected a port from 1 to 65535",
      })
  void whatIsMalformedIsTold(String list, String message) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> MatchParser.parse(list, Origin.BUILT_IN));
    assertEquals(message, e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "0.0.0.0",
        "255.255.255.255:80",
        "a1",
        "1a.2b",
        "1.a",
        "a--b.c",
        "xn--bcher-kva.de",
        "_dmarc.a",
        "my_service",
        "0x7f.1",
        "jdbc:x://10.0.0.1:5432/db"
      })
  void unusualHostsAreHosts(String match) {
    assertEquals(Arrays.asList(match), parts(match));
  }

  @Test
  void aLabelHasABoundedLength() {
    parts("a".repeat(63) + ".B");
    assertThrows(IllegalArgumentException.class, () -> parts("a".repeat(64) + ".B"));
    assertThrows(IllegalArgumentException.class, () -> parts("a".repeat(64) + ".b"));
  }

  @Test
  void anAtSignInAPathIsNoUserInfo() {
    assertEquals(Arrays.asList("https://a:8443/users/@me"), parts("https://a:8443/users/@me"));
  }

  @Test
  void pathsHaveABoundedDepth() {
    parts("a" + "/x".repeat(64));
    assertThrows(IllegalArgumentException.class, () -> parts("a" + "/x".repeat(65)));
  }

  @Test
  void aMatchHasABoundedNumberOfMethods() {
    parts("GET" + "|GET".repeat(63) + " a");
    assertThrows(IllegalArgumentException.class, () -> parts("GET" + "|GET".repeat(64) + " a"));
  }
}
