package io.fusebox.policy.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is valid and does something else than it seems to. */
@Timeout(20)
class WarningsTest {

  private static final String NETWORK =
      "this is an address and a path, not a network; expected a host, an address or *";
  private static final String METHOD = "this is a host, not a method; expected METHOD HOST";

  @TempDir private Path directory;

  private PolicyFiles file(String... lines) {
    return new PolicyFiles(directory).file("f", lines);
  }

  private void assertWarning(String match, String why) {
    PolicyFiles files = file("policy.a.match = " + match, "policy.a.timeout.total = 1s");
    assertEquals("", files.errors("f"));
    assertEquals(
        why.isEmpty() ? "" : "f:1: policy.a.match = " + match + " (" + why + ")",
        files.warnings("f"));
  }

  @Test
  void defaultsWithoutAPolicyReachNothing() {
    PolicyFiles files =
        file("# defaults", "default.timeout.total = 1s", "default.retry.attempts = 2");
    assertEquals(
        "f:2: default.timeout.total = 1s (the file has no policy: its defaults reach no call)",
        files.warnings("f"));
    files = file("include = base").file("base", "default.timeout.read = 1s");
    assertEquals(
        "base:1: default.timeout.read = 1s (the file has no policy: its defaults reach no call)",
        files.warnings("f"));
  }

  @Test
  void defaultsOfAPolicyThatIsIncludedAreInPlace() {
    assertEquals(
        "",
        file("include = more", "default.timeout.total = 1s")
            .file("more", "policy.a.match = a")
            .warnings("f"));
  }

  @Test
  void fileThatSetsNothingIsSilent() {
    assertEquals("", file().warnings("f"));
    assertEquals("", file("agent.mode = observe").warnings("f"));
    PolicyFiles files = file().environment("FUSEBOX_DEFAULT_TIMEOUT_TOTAL", "1s");
    assertEquals("", files.warnings("f"));
  }

  @Test
  void includeThatCouldNotBeReadMayHoldThePolicies() {
    assertEquals("", file("include = gone", "default.timeout.total = 1s").warnings("f"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"10.0.0.0/8", "192.168.0.0/0", "[fd00::]/8", "[::1]/128", "GET 10.0.0.0/8"})
  void networkIsAPathHere(String match) {
    assertWarning(match, NETWORK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"h/v1/{id}", "GET h/{tenant}/orders", "http://h/{x}/**"})
  void templateIsLiteralHere(String match) {
    assertWarning(match, "braces are literal here; expected * for a segment of any text");
  }

  @ParameterizedTest
  @ValueSource(strings = {"h/v1{2}", "jdbc:x://h/{8}"})
  void bracesElsewhereAreText(String match) {
    PolicyFiles files = file("policy.a.match = " + match, "policy.a.timeout.total = 1s");
    assertEquals("", files.errors("f"));
    assertFalse(files.warnings("f").contains("braces"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PATCH", "CONNECT"})
  void methodAloneIsAHostHere(String match) {
    assertWarning(match, METHOD);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.1",
        "10.0.0.0/129",
        "10.0.0.0/8/**",
        "10.0.0.0/v8",
        "10.0.0.0:80/8",
        "http://10.0.0.0/8",
        "a.internal/8",
        "*/8",
        "get",
        "GATEWAY",
        "GET a",
        "[fd00::1]:8080",
      })
  void whatIsClearIsNotWarnedOf(String match) {
    assertWarning(match, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/v1,", "GET a/v1/*/x,"})
  void commaAtTheEndIsAPartOfThePathHere(String match) {
    assertWarning(
        match,
        "the comma at its end is a part of its path; expected nothing behind the last match");
  }

  @Test
  void oddOnesOfAListAreNamed() {
    assertWarning("a, GET, b.internal", "GET: " + METHOD);
  }
}
