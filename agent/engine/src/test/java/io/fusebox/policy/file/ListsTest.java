package io.fusebox.policy.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists that change what the next weaker layer says. */
@Timeout(20)
class ListsTest {

  @TempDir private Path directory;

  private String statuses(PolicyFiles files, String policy) {
    return setting(files, policy, "retry.statuses");
  }

  private static String setting(PolicyFiles files, String name, String key) {
    LoadResult result = files.load("f");
    PolicySet set = result.policies();
    assertNotNull(set, () -> String.join("\n", result.errorLines()));
    for (Policy policy : set.policies()) {
      if (policy.name().equals(name)) {
        return policy.setting(key).value();
      }
    }
    throw new AssertionError("no policy " + name);
  }

  private PolicyFiles file(String... lines) {
    return new PolicyFiles(directory).file("f", lines);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "500; 500",
        "500, 501 ,502; 500, 501 ,502",
        "500 501; 500 501",
        "none; none",
        "+500; 408 425 429 502 503 504 500",
        "-503; 408 425 429 502 504",
        "+500, -503, -504; 408 425 429 502 500",
        "+500 -503; 408 425 429 502 504 500",
        "-408 -425 -429 -502 -503 -504; none",
      })
  void aListIsWhatItSaysOrAChangeOfTheBuiltInOne(String list, String effective) {
    assertEquals(
        effective, statuses(file("policy.a.match = a", "policy.a.retry.statuses = " + list), "a"));
  }

  @Test
  void eachLayerChangesTheOneBelow() {
    PolicyFiles files =
        file(
            "include = base",
            "default.retry.statuses = +500",
            "policy.p.match = p",
            "policy.p.retry.statuses = +501",
            "policy.a.match = a",
            "policy.a.extends = p",
            "policy.a.retry.statuses = +505");
    files.file(
        "base",
        "default.retry.statuses = 503",
        "policy.a.retry.statuses = +507",
        "policy.p.retry.statuses = -500");
    files.environment("FUSEBOX_POLICY_A_RETRY_STATUSES", "-507, +508");
    files.property("fusebox.policy.a.retry.statuses", "+511");
    assertEquals("503 501", statuses(files, "p"));
    assertEquals("503 501 505 508 511", statuses(files, "a"));
    files.environment("FUSEBOX_POLICY_A_RETRY_STATUSES", "429");
    assertEquals("429 511", statuses(files, "a"));
    files.property("fusebox.policy.a.retry.statuses", "425");
    assertEquals("425", statuses(files, "a"));
    files.environment("FUSEBOX_DEFAULT_RETRY_STATUSES", "-503");
    files.property("fusebox.default.retry.statuses", "+599");
    assertEquals("599 501", statuses(files, "p").replace("500 ", ""));
  }

  @Test
  void offInheritedIsTheEmptyListToAddTo() {
    PolicyFiles files =
        file(
            "default.fallback.on = timeout",
            "policy.p.match = p",
            "policy.p.fallback.on = off",
            "policy.a.match = a",
            "policy.a.extends = p",
            "policy.a.fallback.on = +rejected",
            "policy.b.match = b",
            "policy.b.fallback.on = -timeout");
    assertEquals("rejected", setting(files, "a", "fallback.on"));
    assertEquals("off", setting(files, "b", "fallback.on"));
  }

  @Test
  void whatIsTakenFromAListThatHasItNotIsAWarning() {
    PolicyFiles files =
        file(
            "policy.a.match = a",
            "policy.a.timeout.total = 1s",
            "policy.a.retry.attempts = 2",
            "policy.a.retry.methods = -PSOT, -PUT");
    assertEquals(
        "f:4: policy.a.retry.methods = -PSOT, -PUT (PSOT is not in GET HEAD OPTIONS TRACE PUT"
            + " DELETE, built-in)",
        files.warnings("f"));
  }

  @Test
  void aMalformedWeakerLayerIsToldToo() {
    PolicyFiles files =
        file("include = base", "policy.a.match = a", "policy.a.retry.statuses = +500");
    files.file("base", "policy.a.retry.statuses = 50");
    assertEquals(
        "base:1: policy.a.retry.statuses = 50 (not '50': expected statuses from 100 to 599, or"
            + " +STATUS and -STATUS to change what is inherited, or none)",
        files.errors("f"));
  }
}
