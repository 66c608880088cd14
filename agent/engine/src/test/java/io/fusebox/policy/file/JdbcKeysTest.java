package io.fusebox.policy.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys that are about JDBC alone, as a file says them. */
class JdbcKeysTest {

  private static final long MILLI = 1_000_000L;

  @TempDir private Path directory;

  private PolicyFiles file(String... lines) {
    return new PolicyFiles(directory).file("f", lines);
  }

  private Policy first(String... lines) {
    LoadResult result = file(lines).load("f");
    PolicySet set = result.policies();
    assertNotNull(set, () -> String.join("\n", result.errorLines()));
    return set.policies().get(0);
  }

  @Test
  void graceAndLongHaveDefaults() {
    Policy policy = first("policy.a.match = jdbc:x:*");
    assertEquals(250 * MILLI, policy.cancelGraceNanos());
    assertFalse(policy.cutsLong());
    assertEquals("let", policy.setting("jdbc.long").value());
  }

  @Test
  void graceAndLongAreReadAndInherited() {
    Policy policy =
        first(
            "policy.a.match = jdbc:x:*",
            "policy.a.extends = b",
            "policy.b.match = jdbc:y:*",
            "policy.b.jdbc.cancel-grace = 1s",
            "policy.b.timeout.total = 1s",
            "default.jdbc.long = cut");
    assertEquals(1_000 * MILLI, policy.cancelGraceNanos());
    assertTrue(policy.cutsLong());
    assertFalse(first("policy.a.match = jdbc:x:*", "policy.a.jdbc.long = let").cutsLong());
  }

  @Test
  void anOverrideIsRead() {
    PolicySet set =
        file("policy.a.match = jdbc:x:*", "policy.a.timeout.total = 1s")
            .environment("FUSEBOX_POLICY_A_JDBC_CANCEL_GRACE", "2s")
            .environment("FUSEBOX_POLICY_A_MATCH_USER", "etl")
            .property("fusebox.policy.a.jdbc.long", "cut")
            .load("f")
            .policies();
    assertNotNull(set);
    assertEquals(2_000 * MILLI, set.policies().get(0).cancelGraceNanos());
    assertTrue(set.policies().get(0).cutsLong());
    assertNotNull(set.matchJdbc("jdbc:x://h/d", "etl", null));
    assertNull(set.matchJdbc("jdbc:x://h/d", "other", null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "policy.a.jdbc.cancel-grace = 5; a unit is missing: did you mean 5s or 5ms?",
        "policy.a.jdbc.cancel-grace = none; expected a whole number and ms, s, m or h, from 1ms to"
            + " 24h",
        "policy.a.jdbc.long = on; expected let or cut",
        "policy.a.jdbc.long = CUT; did you mean cut? expected let or cut",
        "default.jdbc.long = off; expected let or cut",
        "policy.a.match.user = ; expected a user's name, without control characters",
        "policy.a.match.application = ; expected an application's name, without control characters",
      })
  void whatIsMalformedIsTold(String line, String why) {
    assertEquals(
        "f:2: " + line + (line.endsWith("=") ? "  (" : " (") + why + ")",
        file("policy.a.match = jdbc:x:*", line).errors("f"));
  }

  @Test
  void whoIsNarrowedToIsNotInherited() {
    PolicySet set =
        file(
                "policy.a.match = jdbc:x:*",
                "policy.a.match.user = etl",
                "policy.a.match.application = nightly",
                "policy.a.timeout.total = 1s",
                "policy.b.match = jdbc:y:*",
                "policy.b.extends = a")
            .load("f")
            .policies();
    assertNotNull(set);
    assertNull(set.matchJdbc("jdbc:x://h/d"));
    assertNotNull(set.matchJdbc("jdbc:y://h/d"));
  }

  @Test
  void whoIsNarrowedToMayHoldSpacesAndCommas() {
    PolicySet set =
        file("policy.a.match = jdbc:x:*", "policy.a.match.application = DBeaver 24 - Main, x")
            .load("f")
            .policies();
    assertNotNull(set);
    assertNotNull(set.matchJdbc("jdbc:x://h/d", null, "DBeaver 24 - Main, x"));
  }

  @ParameterizedTest
  @CsvSource({
    "match.user, etl",
    "match.application, nightly",
    "jdbc.cancel-grace, 1s",
    "jdbc.long, cut"
  })
  void withoutAJdbcMatchTheyMeanNothing(String key, String value) {
    assertEquals(
        "f:3: policy.a."
            + key
            + " = "
            + value
            + " (it is for JDBC only, and policy 'a' matches no JDBC)",
        file("policy.a.match = a", "policy.a.timeout.total = 1s", "policy.a." + key + " = " + value)
            .warnings("f"));
  }

  @ParameterizedTest
  @CsvSource({"jdbc.cancel-grace, 1s", "jdbc.long, cut"})
  void withoutATimeoutTheyTuneNothing(String key, String value) {
    String line = "policy.a." + key + " = " + value;
    assertEquals(
        "f:2: " + line + " (it tunes timeouts, and none is set)",
        file("policy.a.match = jdbc:x:*", line).warnings("f"));
    assertEquals(
        "", file("policy.a.match = jdbc:x:*", line, "policy.a.timeout.attempt = 1s").warnings("f"));
  }

  @Test
  void defaultsThatNoPolicyHasAUseForAreTold() {
    assertEquals(
        "f:2: default.jdbc.long = cut (it tunes timeouts of JDBC calls, and none is set)",
        file("policy.a.match = a", "default.jdbc.long = cut", "policy.a.timeout.total = 1s")
            .warnings("f"));
    assertEquals(
        "",
        file("policy.a.match = jdbc:x:*", "default.jdbc.long = cut", "policy.a.timeout.total = 1s")
            .warnings("f"));
  }
}
