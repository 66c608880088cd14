package io.fusebox.policy.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.policy.Mode;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import io.fusebox.policy.Setting;
import io.fusebox.policy.StreamMode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class LayersTest {

  @TempDir private Path directory;

  private PolicyFiles files() {
    return new PolicyFiles(directory);
  }

  private static Policy policy(LoadResult result, String name) {
    PolicySet set = result.policies();
    assertNotNull(set, () -> String.join("\n", result.errorLines()));
    for (Policy policy : set.policies()) {
      if (policy.name().equals(name)) {
        return policy;
      }
    }
    throw new AssertionError("no policy " + name);
  }

  private static void assertSetting(String expected, PolicyFiles files, String policy, String key) {
    Setting setting = policy(files.load("f"), policy).setting(key);
    assertEquals(expected, files.relative(setting.value() + " " + setting.origin()));
  }

  @Test
  void eachLayerIsAboveTheOneBefore() {
    PolicyFiles files =
        files().file("f", "policy.a.match = a", "policy.p.match = p", "include = i1, i2");
    files.file("i1").file("i2");
    assertSetting("none built-in", files, "a", "timeout.total");
    files.file("i1", "default.timeout.total = 1s");
    assertSetting("1s i1:1", files, "a", "timeout.total");
    files.file("i2", "default.timeout.total = 2s");
    assertSetting("2s i2:1", files, "a", "timeout.total");
    files.file("f", "policy.a.match = a", "include = i1, i2", "default.timeout.total = 3s");
    assertSetting("3s f:3", files, "a", "timeout.total");
    files.environment("FUSEBOX_DEFAULT_TIMEOUT_TOTAL", "4s");
    assertSetting("4s environment FUSEBOX_DEFAULT_TIMEOUT_TOTAL", files, "a", "timeout.total");
    files.property("fusebox.default.timeout.total", "5s");
    assertSetting("5s -Dfusebox.default.timeout.total", files, "a", "timeout.total");
    files.file("i1", "policy.p.match = p", "policy.p.timeout.total = 6s");
    files.file("f", "policy.a.match = a", "include = i1, i2", "policy.a.extends = p");
    assertSetting("6s i1:2", files, "a", "timeout.total");
    files.environment("FUSEBOX_POLICY_P_TIMEOUT_TOTAL", "7s");
    assertSetting("7s environment FUSEBOX_POLICY_P_TIMEOUT_TOTAL", files, "a", "timeout.total");
    files.property("fusebox.policy.p.timeout.total", "8s");
    assertSetting("8s -Dfusebox.policy.p.timeout.total", files, "a", "timeout.total");
    files.file("i2", "policy.a.timeout.total = 9s");
    assertSetting("9s i2:1", files, "a", "timeout.total");
    files.file(
        "f",
        "policy.a.match = a",
        "include = i1, i2",
        "policy.a.extends = p",
        "policy.a.timeout.total = 10s");
    assertSetting("10s f:4", files, "a", "timeout.total");
    files.environment("FUSEBOX_POLICY_A_TIMEOUT_TOTAL", "11s");
    assertSetting("11s environment FUSEBOX_POLICY_A_TIMEOUT_TOTAL", files, "a", "timeout.total");
    files.property("fusebox.policy.a.timeout.total", "12s");
    assertSetting("12s -Dfusebox.policy.a.timeout.total", files, "a", "timeout.total");
  }

  @Test
  void aPolicyHasTheValuesOfItsFile() {
    LoadResult result =
        files()
            .file(
                "f",
                "default.timeout.read = 30s",
                "policy.a.match = a",
                "policy.a.timeout.connect = 300ms",
                "policy.a.timeout.attempt = 1s",
                "policy.a.timeout.total = 1m",
                "policy.a.stream = on",
                "policy.b.match = b",
                "policy.b.extends = a",
                "policy.b.timeout.read = 2s",
                "policy.b.timeout.total = off",
                "policy.c.match = c",
                "policy.c.extends = b")
            .load("f");
    Policy a = policy(result, "a");
    assertEquals(300_000_000L, a.connectNanos());
    assertEquals(30_000_000_000L, a.readNanos());
    assertEquals(1_000_000_000L, a.attemptNanos());
    assertEquals(60_000_000_000L, a.totalNanos());
    assertEquals(StreamMode.ON, a.stream());
    assertEquals(Mode.ENFORCE, a.mode());
    assertFalse(a.ownRead());
    Policy c = policy(result, "c");
    assertEquals(Policy.NONE, c.totalNanos());
    assertEquals(300_000_000L, c.connectNanos());
    assertTrue(c.ownRead());
    assertEquals(42, c.settings().size());
    assertEquals("b", c.setting("extends").value());
    assertEquals("-", a.setting("extends").value());
  }

  @Test
  void theAgentsModeIsACeiling() {
    String[] lines = {
      "policy.a.match = a",
      "policy.b.match = b",
      "policy.b.mode = off",
      "policy.a.timeout.total = 1s",
      "default.mode = observe",
      "policy.c.match = c",
      "policy.c.mode = enforce"
    };
    PolicyFiles files = files().file("f", lines);
    assertEquals(Mode.OBSERVE, policy(files.load("f"), "a").mode());
    assertEquals(Mode.OFF, policy(files.load("f"), "b").mode());
    assertEquals(Mode.ENFORCE, policy(files.load("f"), "c").mode());
    files.property("fusebox.agent.mode", "observe");
    Policy c = policy(files.load("f"), "c");
    assertEquals(Mode.OBSERVE, c.mode());
    assertEquals("-Dfusebox.agent.mode", c.setting("mode").origin().toString());
    assertEquals(
        "lowered from enforce (f:7) to agent.mode", files.relative(c.setting("mode").note() + ""));
    files.environment("FUSEBOX_AGENT_MODE", "off");
    assertEquals(Mode.OBSERVE, policy(files.load("f"), "c").mode());
  }

  @Test
  void anInheritedTimeoutAboveTotalIsLowered() {
    PolicyFiles files =
        files()
            .file(
                "f",
                "default.timeout.connect = 2s",
                "policy.a.match = a",
                "policy.a.timeout.total = 800ms",
                "policy.b.match = b",
                "policy.b.extends = a",
                "policy.c.match = c",
                "policy.c.extends = a",
                "policy.c.timeout.total = 1s");
    LoadResult result = files.load("f");
    assertEquals(800_000_000L, policy(result, "a").connectNanos());
    assertEquals(800_000_000L, policy(result, "b").connectNanos());
    assertEquals(1_000_000_000L, policy(result, "c").connectNanos());
    assertEquals(
        "lowered from 2s (f:1) to policy.a.timeout.total",
        files.relative(policy(result, "a").setting("timeout.connect").note() + ""));
    assertEquals(
        "f:1: default.timeout.connect = 2s (lowered for policy 'a' to its timeout.total = 800ms,"
            + " f:3)\n"
            + "f:1: default.timeout.connect = 2s (lowered for policy 'c' to its timeout.total = 1s,"
            + " f:8)",
        files.warnings("f"));
  }

  @Test
  void twoDefaultsThatDoNotFitAreToldOnce() {
    PolicyFiles files =
        files()
            .file(
                "f",
                "default.timeout.connect = 2s",
                "default.timeout.total = 1s",
                "policy.a.match = a",
                "policy.b.match = b");
    assertEquals(1_000_000_000L, policy(files.load("f"), "b").connectNanos());
    assertEquals(1, files.load("f").warnings().size());
  }

  /** At three in the morning a total from the environment must not end in a passive agent. */
  @Test
  void anOverriddenTotalLowersToo() {
    PolicyFiles files =
        files()
            .file(
                "f",
                "policy.a.match = a",
                "policy.a.timeout.connect = 2s",
                "policy.a.timeout.total = 5s");
    files.environment("FUSEBOX_POLICY_A_TIMEOUT_TOTAL", "1s");
    assertEquals(1_000_000_000L, policy(files.load("f"), "a").connectNanos());
    assertEquals(
        "f:2: policy.a.timeout.connect = 2s (lowered for policy 'a' to its timeout.total = 1s,"
            + " environment FUSEBOX_POLICY_A_TIMEOUT_TOTAL)",
        files.warnings("f"));
  }

  @Test
  void whatIsUnknownInTheEnvironmentIsAWarning() {
    PolicyFiles files =
        files()
            .file("f", "policy.pay-it.match = a")
            .environment("FUSEBOX_POLICY_PAY_IT_TIMEOUT_TOTL", "1s")
            .environment("FUSEBOX_SERVICE_HOST", "10.0.0.1")
            .environment("FUSEBOX_INCLUDES_", "x")
            .environment("OTHER", "x");
    assertEquals(
        "environment FUSEBOX_INCLUDES_: no key has this variable (ignored)\n"
            + "environment FUSEBOX_POLICY_PAY_IT_TIMEOUT_TOTL: no key has this variable"
            + " (did you mean FUSEBOX_POLICY_PAY_IT_TIMEOUT_TOTAL? ignored)\n"
            + "environment FUSEBOX_SERVICE_HOST: no key has this variable (ignored)",
        files.warnings("f"));
    files.environment("FUSEBOX_POLICY_PAY_IT_TIMEOUT_TOTAL", "1s");
    assertEquals(1_000_000_000L, policy(files.load("f"), "pay-it").totalNanos());
  }

  @Test
  void whatIsMalformedInAnOverrideIsAnError() {
    PolicyFiles files =
        files()
            .file("f", "policy.a.match = a")
            .environment("FUSEBOX_POLICY_A_TIMEOUT_TOTAL", "5")
            .environment("FUSEBOX_INCLUDE", "x")
            .property("fusebox.policy.a.mode", "true")
            .property("fusebox.policy.b.timeout.total", "5s")
            .property("fusebox.policy.a.timeout.totl", "5s")
            .property("fusebox.polices", "x")
            .property("other", "x");
    assertEquals(
        String.join(
            "\n",
            "-Dfusebox.polices: unknown key (expected include, requires, agent.mode, default.KEY or"
                + " policy.NAME.KEY)",
            "-Dfusebox.policy.a.mode = true (expected enforce, observe or off)",
            "-Dfusebox.policy.a.timeout.totl: unknown key (did you mean 'policy.a.timeout.total'?)",
            "environment FUSEBOX_INCLUDE = x (expected in a file only)",
            "environment FUSEBOX_POLICY_A_TIMEOUT_TOTAL = 5 (a unit is missing: did you mean 5s or"
                + " 5ms?)",
            "policy 'b' has no match (expected policy.b.match)"),
        files.errors("f"));
  }

  @Test
  void aPropertyMayBringAPolicyOfItsOwn() {
    PolicyFiles files =
        files()
            .file("f")
            .property("fusebox.policy.n.match", "n")
            .property("fusebox.policy.n.timeout.total", "1s");
    assertTrue(policy(files.load("f"), "n").armsAnything());
  }

  @Test
  void anOverrideMendsAMalformedValueOfNoOne() {
    PolicyFiles files = files().file("f", "policy.a.match = a", "policy.a.timeout.total = 5");
    files.environment("FUSEBOX_POLICY_A_TIMEOUT_TOTAL", "5s");
    assertEquals(1, files.load("f").errors().size());
  }

  @Test
  void tuningWithoutASwitchIsAWarning() {
    PolicyFiles files =
        files().file("f", "default.stream = on", "policy.a.match = a", "policy.a.stream = off");
    assertEquals(
        "f:1: default.stream = on (it tunes timeouts, and none is set)\n"
            + "f:3: policy.a.stream = off (it tunes timeouts, and none is set)",
        files.warnings("f"));
    assertFalse(policy(files.load("f"), "a").armsAnything());
  }

  @Test
  void jdbcTakesWhatItDoes() {
    PolicyFiles files =
        files()
            .file(
                "f",
                "policy.a.match = jdbc:postgresql://a:1,b:2/db",
                "policy.a.timeout.total = 1s");
    assertEquals("", files.warnings("f"));
    assertTrue(policy(files.load("f"), "a").armsAnything());
  }

  @Test
  void anEmptyFileIsValid() {
    LoadResult result = files().file("f").load("f");
    assertNotNull(result.policies());
    assertEquals(0, result.warningCount());
  }

  @Test
  void thisProcessHasNoOverrides() {
    files().file("f", "policy.a.match = a");
    assertNotNull(PolicyReader.load(files().path("f"), "1.0").policies());
  }
}
