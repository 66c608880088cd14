package io.fusebox.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a URL holds: nothing is thrown, no password is kept, and its length alone costs. */
class JdbcUrlPropertyTest {

  private static final long QUICK = 2_000_000;
  private static final long HOPELESS = 5_000_000_000L;

  private static final String[] PREFIXES = {
    "jdbc:postgresql:",
    "jdbc:postgresql://",
    "jdbc:mysql://",
    "jdbc:mysql+srv://",
    "jdbc:mariadb:replication://",
    "jdbc:mysql://address=",
    "jdbc:oracle:thin:@",
    "jdbc:oracle:thin:@(",
    "jdbc:oracle:thin:@//",
    "jdbc:oracle:thin:",
    "jdbc:oracle:",
    "jdbc:sqlserver://",
    "jdbc:sqlserver://h;a={",
    "jdbc:jtds:sqlserver://",
    "jdbc:h2:",
    "jdbc:h2:tcp://",
    "jdbc:hsqldb:",
    "jdbc:hsqldb:hsql://",
    "jdbc:derby:",
    "jdbc:derby://",
    "jdbc:sqlite:",
    "jdbc:db2:",
    "jdbc:db2://",
    "jdbc:redshift:iam://",
    "jdbc:trino://",
    "jdbc:snowflake://",
    "jdbc:ch:",
    "jdbc:tc:",
    "jdbc:calcite:",
    "jdbc:x:",
    "jdbc:x://",
    "jdbc:x://h/d?",
    "jdbc:",
    ""
  };

  private static final String[] PIECES = {
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "}}",
    ",",
    ";",
    ":",
    "/",
    "//",
    "?",
    "&",
    "=",
    "@",
    "%",
    "%zz",
    "%41",
    "+",
    "\\",
    "'",
    "\"",
    "!",
    "*",
    ".",
    "..",
    " ",
    "\n",
    "\0",
    "\u00fc",
    "\ud800",
    "a",
    "localhost",
    "h1",
    "10.0.0.1",
    "[::1]",
    "::1",
    ":5432",
    ":99999",
    "host=",
    "(HOST=",
    "(PORT=",
    "(ADDRESS=",
    "user=",
    "password=",
    "databaseName=",
    "serverName=",
    "address=(",
    "jdbc:",
    "otel:",
    "p6spy:",
    "mysql:",
    "tc:",
    "mem:",
    "iam:",
    "tcp://",
    "dnsSrv=true",
    "service="
  };

  @Provide
  Arbitrary<String> urls() {
    Arbitrary<String> tail =
        Arbitraries.of(PIECES).list().ofMaxSize(24).map(pieces -> String.join("", pieces));
    return Arbitraries.of(PREFIXES).flatMap(prefix -> tail.map(rest -> prefix + rest));
  }

  @Property(tries = 20_000)
  void anyTextIsRead(@ForAll("urls") String text) {
    JdbcUrl url = JdbcUrl.parse(text);
    assertFalse(url.vendor().isEmpty(), text);
    assertNotNull(url.toString());
    for (int i = 0; i < url.hostCount(); i++) {
      assertEquals(Hosts.canonical(url.host(i)), url.host(i), text);
      assertTrue(url.port(i) == -1 || (url.port(i) > 0 && url.port(i) < 65_536), text);
    }
    assertEquals(url.toString(), JdbcUrl.parse(text).toString());
    boolean socket = url.reach() == JdbcReach.NETWORK || url.reach() == JdbcReach.NATIVE;
    assertTrue(socket || url.hostCount() == 0, text);
  }

  @Property(tries = 5_000)
  void anyTextIsLookedUp(@ForAll("urls") String text, @ForAll("urls") String host) {
    PolicySet set = Lazy.SET;
    Policy policy = set.matchJdbc(text);
    MatchResult explained = set.explainJdbc(text);
    assertEquals(policy, explained == null ? null : explained.policy(), text);
    set.matchJdbc(text, host, text, host, text.length() - 20);
  }

  @Property(tries = 5_000)
  void noPasswordIsKept(
      @ForAll("passwords") String password, @ForAll("withPasswords") List<String> around) {
    String url = around.get(0) + password + around.get(1);
    assertFalse(JdbcUrl.parse(url).toString().contains("SECRET"), url);
  }

  @Provide
  Arbitrary<String> passwords() {
    Arbitrary<String> side =
        Arbitraries.of("", "a", "9", "/", ":", ".", "-", "!", "$", "%41", "=", "(", ")", "[");
    return side.flatMap(before -> side.map(after -> before + "SECRET" + after));
  }

  @Provide
  Arbitrary<List<String>> withPasswords() {
    return Arbitraries.of(
        List.of("jdbc:mysql://u:", "@h:1/d"),
        List.of("jdbc:mariadb://u:", "@h1,h2/d"),
        List.of("jdbc:postgresql://u:", "@h/d"),
        List.of("jdbc:oracle:thin:scott/", "@h:1521:S"),
        List.of("jdbc:oracle:thin:scott/", "@//h/s?a=b"),
        List.of("jdbc:x://u:", "@h/d"),
        List.of("jdbc:mysql://h/d?password=", "&user=u"),
        List.of("jdbc:h2:mem:t;PASSWORD=", ";USER=u"),
        List.of("jdbc:sqlserver://h;user=u;password={", "};database=d"),
        List.of("jdbc:db2://h/D:user=u;password=", ";"));
  }

  /** The shape, not the speed: eight times the length costs about eight times as much. */
  @Property(tries = 1, seed = "1")
  void theLengthAloneCosts() {
    for (String prefix : PREFIXES) {
      for (String piece : PIECES) {
        String unit = piece + (piece.endsWith("=") ? "a," : "");
        long few = nanos(prefix, unit, 1 << 17);
        // What is quick stays quick, whatever it hangs on: only what is slow is measured twice.
        long many = few < QUICK ? 0 : nanos(prefix, unit, 1 << 20);
        String what = prefix + unit + unit + ": " + few + " ns, then " + many + " ns";
        assertTrue(few < 200_000_000 && many < few * 24 + 50_000_000, what);
      }
    }
  }

  @Property(tries = 1, seed = "1")
  void aMegabyteIsRead() {
    for (String prefix : PREFIXES) {
      for (String unit : new String[] {"(", "[a", "h1,", "@", "(HOST=h)"}) {
        long nanos = nanos(prefix, unit, 1 << 20);
        assertTrue(nanos < 1_000_000_000, prefix + unit + ": " + nanos + " ns");
      }
    }
  }

  private static long nanos(String prefix, String unit, int length) {
    String text = prefix + unit.repeat(length / unit.length());
    long best = Long.MAX_VALUE;
    for (int round = 0; round < 3 && best >= QUICK && (round == 0 || best < HOPELESS); round++) {
      long start = System.nanoTime();
      JdbcUrl.parse(text);
      best = Math.min(best, System.nanoTime() - start);
    }
    return best;
  }

  /** Made once. */
  private static final class Lazy {
    static final PolicySet SET =
        Policies.of("jdbc:*", "jdbc:x:*", "jdbc:mysql://*", "jdbc:postgresql://h1/a");
  }
}
