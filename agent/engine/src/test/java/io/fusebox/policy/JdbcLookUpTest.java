package io.fusebox.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fusebox.policy.file.PolicyFiles;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which policy governs a connection, by its user, its application and where it went. */
class JdbcLookUpTest {

  private static final String URL = "jdbc:postgresql://db1,db2:6432/orders";

  @TempDir private Path directory;

  private PolicySet narrowed() {
    PolicySet set =
        new PolicyFiles(directory)
            .file(
                "f",
                "default.timeout.total = 1s",
                "policy.plain.match = jdbc:postgresql://db1",
                "policy.user.match = jdbc:postgresql://db1",
                "policy.user.match.user = etl",
                "policy.app.match = jdbc:postgresql://db1",
                "policy.app.match.application = nightly",
                "policy.both.match = jdbc:postgresql://db1",
                "policy.both.match.user = etl",
                "policy.both.match.application = nightly",
                "policy.port.match = jdbc:postgresql://db1:5433",
                "policy.wide.match = jdbc:*",
                "policy.wide.match.user = root")
            .load("f")
            .policies();
    assertNotNull(set);
    return set;
  }

  private static String name(@Nullable Policy policy) {
    return policy == null ? "-" : policy.name();
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://db1/a, plain",
    "jdbc:postgresql://db1/a?user=x, plain",
    "jdbc:postgresql://db1/a?user=etl, user",
    "jdbc:postgresql://db1/a?user=ETL, plain",
    "jdbc:postgresql://etl:p@db1/a, user",
    "jdbc:postgresql://db1/a?ApplicationName=nightly, app",
    "jdbc:postgresql://db1/a?user=etl&ApplicationName=nightly, both",
    "jdbc:postgresql://db1/a?user=etl&ApplicationName=x, user",
    "jdbc:postgresql://db1:5433/a?user=etl&ApplicationName=nightly, port",
    "jdbc:postgresql://db1/a?user=root, plain",
    "jdbc:postgresql://db3/a?user=root, wide",
    "jdbc:oracle:thin:root/tiger@o1:1521:S, wide",
    "jdbc:postgresql://db3/a?user=etl, -"
  })
  void aMatchIsNarrowedToUserAndApplication(String url, String policy) {
    assertEquals(policy, name(narrowed().matchJdbc(url)));
    MatchResult explained = narrowed().explainJdbc(url);
    assertEquals(policy, name(explained == null ? null : explained.policy()));
  }

  @Test
  void theRankSaysWhatNarrowedIt() {
    MatchResult both =
        narrowed()
            .explainJdbc("jdbc:postgresql://db1/a?user=etl&ApplicationName=nightly&password=p");
    assertNotNull(both);
    assertEquals("host, user, application", both.why());
    assertEquals("host, user", both.others().get(0).rankInWords());
    assertEquals("host, application", both.others().get(1).rankInWords());
    assertEquals("host", both.others().get(2).rankInWords());
  }

  @Test
  void whatTheDriverIsToldCountsMoreThanTheUrl() {
    PolicySet set = narrowed();
    String url = "jdbc:postgresql://db1/a?user=x&ApplicationName=y";
    assertEquals("user", name(set.matchJdbc(url, "etl", null)));
    assertEquals("app", name(set.matchJdbc(url, null, "nightly")));
    assertEquals("both", name(set.matchJdbc(url, "etl", "nightly")));
    String other = "jdbc:postgresql://db1/a?user=etl";
    assertEquals("plain", name(set.matchJdbc(other, "x", null)));
    assertEquals("user", name(set.matchJdbc(other, null, null)));
    assertEquals("user", name(set.matchJdbc(other, "", "")));
    assertNull(set.matchJdbc(null, "root", "nightly"));
  }

  @Test
  void aDatabaseThatIsNotNamedIsTheUsers() {
    PolicySet set = Policies.of("jdbc:postgresql://db1", "jdbc:postgresql://db1/etl");
    assertEquals("p0", name(set.matchJdbc("jdbc:postgresql://db1/", null, null)));
    assertEquals("p1", name(set.matchJdbc("jdbc:postgresql://db1/", "etl", null)));
    assertEquals("p1", name(set.matchJdbc("jdbc:postgresql://db1/?user=etl")));
    assertEquals("p0", name(set.matchJdbc("jdbc:postgresql://db1/?user=etl", "x", null)));
    assertEquals("p0", name(set.matchJdbc("jdbc:postgresql://db1/a?user=etl")));
  }

  @ParameterizedTest
  @CsvSource({
    "db1, 5432, jdbc:postgresql://db1:5432/orders",
    "db2, 6432, jdbc:postgresql://*.internal db2",
    "DB2., 6432, jdbc:postgresql://*.internal db2",
    "db2, 9, jdbc:postgresql://db1:5432/orders",
    "db2, 0, jdbc:postgresql://*.internal db2",
    "x.internal, 1, jdbc:postgresql://*.internal db2",
    "10.0.0.1, 5432, jdbc:postgresql://db1:5432/orders",
    "'', -1, jdbc:postgresql://db1:5432/orders",
  })
  void whatNamesTheConnectedHostIsAboveWhatNamesAnother(String host, int port, String match) {
    PolicySet set =
        Policies.of(
            "jdbc:postgresql://db1:5432/orders",
            "jdbc:postgresql://*.internal,db2:6432",
            "jdbc:postgresql://*:5432/orders",
            "jdbc:postgresql:*");
    Policy policy = set.matchJdbc(URL, null, null, host, port);
    assertNotNull(policy);
    assertEquals(match.replace(" db2", ",db2:6432"), policy.matches().get(0).text());
  }

  @Test
  void amongThoseThatNameTheConnectedHostTheRankDecides() {
    PolicySet set =
        Policies.of(
            "jdbc:postgresql://db2",
            "jdbc:postgresql://db2:6432",
            "jdbc:postgresql://db1:5432/orders");
    assertEquals("p1", name(set.matchJdbc(URL, null, null, "db2", 6432)));
    assertEquals("p0", name(set.matchJdbc(URL, null, null, "db2", 7)));
    assertEquals("p2", name(set.matchJdbc(URL, null, null)));
  }

  @Test
  void theConnectedHostIsWhatCountsWhereTheUrlHasNone() {
    PolicySet set =
        Policies.of(
            "jdbc:oracle://o1:1521",
            "jdbc:sqlserver://s1:49999",
            "jdbc:oracle:*",
            "jdbc:*",
            "jdbc:postgresql://c1");
    String oracle = "jdbc:oracle:thin:@PRODTNS";
    assertEquals("p2", name(set.matchJdbc(oracle)));
    assertEquals("p0", name(set.matchJdbc(oracle, null, null, "o1", 1521)));
    assertEquals("p2", name(set.matchJdbc(oracle, null, null, "o2", 1521)));
    String instance = "jdbc:sqlserver://s1\\main";
    assertEquals("p3", name(set.matchJdbc(instance)));
    assertEquals("p1", name(set.matchJdbc(instance, null, null, "s1", 49_999)));
    String container = "jdbc:tc:postgresql:15:///db";
    assertEquals("p4", name(set.matchJdbc(container, null, null, "c1", 32_768)));
    // Not even the vendor is known.
    assertNull(set.matchJdbc(null, null, null));
    assertEquals("p3", name(set.matchJdbc(null, null, null, "o1", 1521)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:mem:test",
        "jdbc:h2:~/test",
        "jdbc:sqlite::memory:",
        "jdbc:derby:memory:d",
        "jdbc:hsqldb:mem:acc",
        "jdbc:duckdb:",
        "jdbc:calcite:model=m.json"
      })
  void anEmbeddedEngineIsTakenOnlyByWhatNamesIt(String url) {
    String vendor = url.substring(5, url.indexOf(':', 5));
    PolicySet wide = Policies.of("jdbc:*", "jdbc:" + vendor + "://*");
    assertNull(wide.matchJdbc(url));
    assertNull(wide.explainJdbc(url));
    PolicySet named = Policies.of("jdbc:*", "jdbc:" + vendor + ":*");
    assertEquals("p1", name(named.matchJdbc(url)));
  }

  @Test
  void nativeClientsAreTakenByAWideMatch() {
    PolicySet set = Policies.of("jdbc:*");
    assertEquals("p0", name(set.matchJdbc("jdbc:oracle:oci:@PRODTNS")));
    assertEquals("p0", name(set.matchJdbc("jdbc:db2:SAMPLE")));
    assertEquals("p0", name(set.matchJdbc("jdbc:h2:tcp://h1/~/test")));
  }

  @Test
  void anEmbeddedDatabaseThatBecameAClientGoesSomewhere() {
    PolicySet set = Policies.of("jdbc:*", "jdbc:h2://h1");
    String url = "jdbc:h2:/data/test;AUTO_SERVER=TRUE";
    assertNull(set.matchJdbc(url));
    assertEquals("p1", name(set.matchJdbc(url, null, null, "h1", 4711)));
    assertEquals("p0", name(set.matchJdbc(url, null, null, "h2", 4711)));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:h2:mem:test, jdbc:h2:mem:test;DB_CLOSE_DELAY=-1, jdbc:h2:mem:Test",
    "jdbc:h2:~/test, jdbc:h2:file:~/test, jdbc:h2:nio:~/test",
    "jdbc:h2:file:/data/test, jdbc:h2:/data/test, jdbc:h2:tcp://h//data/test",
    "jdbc:sqlite:/data/a.db, jdbc:sqlite:/data/a.db?cache=shared, jdbc:sqlite:a.db",
    "jdbc:sqlite::memory:, jdbc:sqlite::memory:, jdbc:sqlite:",
    "jdbc:derby:memory:d, jdbc:derby:memory:d;create=true, jdbc:derby:d",
    "jdbc:hsqldb:mem:acc, jdbc:hsqldb:mem:ACC, jdbc:hsqldb:acc",
    "jdbc:hsqldb:res:/db/acc, jdbc:hsqldb:res:/db/acc;readonly=true, jdbc:hsqldb:file:/db/acc",
  })
  void anEmbeddedDatabaseIsNamedAsInItsUrl(String match, String url, String other) {
    String vendor = match.substring(5, match.indexOf(':', 5));
    PolicySet set = Policies.of("jdbc:" + vendor + ":*", match);
    assertEquals("p1", name(set.matchJdbc(url)));
    assertEquals("p0", name(set.matchJdbc(other)));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:h2:~/a, jdbc:h2:file:~/a",
    "jdbc:ch://a, jdbc:clickhouse://a",
    "jdbc:PostgreSQL:*, jdbc:postgresql:*"
  })
  void twoSpellingsOfOneMatchAreOfEqualRank(String one, String other) {
    String error = Policies.load(one, other).errorLines().toString();
    assertEquals(true, error.contains("equal rank"), error);
  }

  @Test
  void twoPoliciesOfOneUserAreOfEqualRank() {
    String error =
        new PolicyFiles(directory)
            .file(
                "f",
                "policy.a.match = jdbc:x:*",
                "policy.a.match.user = u",
                "policy.b.match = jdbc:x:*",
                "policy.b.match.user = u",
                "policy.c.match = jdbc:x:*",
                "policy.c.match.user = v")
            .errors("f");
    assertEquals(true, error.startsWith("f:3: policy.b.match") && !error.contains("\n"), error);
  }
}
