package io.fusebox.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcMatchingTest {

  private static final PolicySet SET =
      Policies.of(
          "jdbc:*",
          "jdbc:postgresql:*",
          "jdbc:postgresql://*.internal",
          "jdbc:postgresql://db1.internal",
          "jdbc:postgresql://db1.internal/orders",
          "jdbc:postgresql://db1.internal:5432",
          "jdbc:postgresql://db1.internal:5432/orders",
          "jdbc:mysql://a:1,b:2/db",
          "jdbc:sqlserver://sql/stock",
          "jdbc:postgresql://[::1]");

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "jdbc:h2:tcp://h/mem:test jdbc:*",
        "jdbc:postgresql:orders jdbc:postgresql:*",
        "jdbc:postgresql://other/orders jdbc:postgresql:*",
        "jdbc:postgresql://db2.internal/orders jdbc:postgresql://*.internal",
        "jdbc:postgresql://db1.internal:6432/x jdbc:postgresql://db1.internal",
        "jdbc:postgresql://db1.internal:6432/orders jdbc:postgresql://db1.internal/orders",
        "jdbc:postgresql://db1.internal/x jdbc:postgresql://db1.internal:5432",
        "jdbc:postgresql://DB1.internal./orders?user=u&password=p"
            + " jdbc:postgresql://db1.internal:5432/orders",
        "jdbc:postgresql://u:p@db1.internal/orders jdbc:postgresql://db1.internal:5432/orders",
        "jdbc:postgresql://other:1,db1.internal:6432/x jdbc:postgresql://db1.internal",
        "jdbc:postgresql://[0:0::1]:5432/x jdbc:postgresql://[::1]",
        "jdbc:mysql:loadbalance://x:1,b:2/db jdbc:mysql://a:1,b:2/db",
        "jdbc:mysql://b:3/db jdbc:*",
        "jdbc:sqlserver://sql:1433;databaseName=stock;password=p jdbc:sqlserver://sql/stock",
        "jdbc:sqlserver://sql\\main;databaseName=stock jdbc:sqlserver://sql/stock",
      })
  void theUrlIsParsedAndTheHighestRankWins(String url, String match) {
    MatchResult result = SET.explainJdbc(url);
    assertNotNull(result);
    assertEquals(match, result.match().text());
    assertEquals(result.policy(), SET.matchJdbc(url));
  }

  @Test
  void ofTwoHostsWithPoliciesOfEqualRankTheFirstOfTheUrlCounts() {
    PolicySet set = Policies.of("jdbc:x://a", "jdbc:x://b");
    assertEquals(set.policies().get(1), set.matchJdbc("jdbc:x://b,a/db"));
    assertEquals(set.policies().get(0), set.matchJdbc("jdbc:x://a,b/db"));
  }

  @Test
  void equalRankIsAnError() {
    String error = Policies.load("jdbc:x://a/db", "jdbc:x://b,a/db").errorLines().toString();
    assertEquals(true, error.contains("equal rank"), error);
  }
}
