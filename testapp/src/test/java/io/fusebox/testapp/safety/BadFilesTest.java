package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever lies where the policy file should, the application runs, and stderr says place, value
 * and what would be right; the command that checks files says the same.
 */
@Timeout(120)
class BadFilesTest {

  private static final String HELLO = "io.fusebox.testapp.hello.Hello";
  private static final String GOOD =
      """
      policy.pay.match = 127.0.0.1/pay/**
      policy.pay.timeout.total = 300ms
      """;
  private static final Jdk RUNNING =
      new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));

  /** Names of bad files, each with what has to be said of it. */
  private static final Map<String, List<String>> BAD = new LinkedHashMap<>();

  @TempDir static Path directory;

  @BeforeAll
  static void write() throws IOException {
    bad("number.properties", GOOD + "policy.pay.timeout.read = 5\n", ":3: ", "= 5 (", "5s or 5ms");
    bad(
        "key.properties",
        GOOD + "policy.pay.timeout.totl = 5s\n",
        ":3: ",
        "timeout.totl",
        "timeout.total");
    bad(
        "duplicate.properties",
        GOOD + "policy.pay.timeout.total = 5s\n",
        ":3: ",
        "timeout.total",
        "line 2");
    bad("no-match.properties", "policy.pay.timeout.total = 5s\n", ":1: ", "match");
    bad("comment.properties", GOOD + "default.timeout.read = 2s # slow\n", ":3: ", "#");
    bad(
        "windows.properties",
        GOOD.replace("\n", "\r\n") + "agent.mode = on\r\n",
        ":3: ",
        "enforce, observe");
    bad("marked.properties", "\uFEFF" + GOOD + "agent.mode = on\n", ":3: ", "enforce, observe");
    bad("a, b and c.properties", GOOD + "agent.mode = on\n", "a, b and c.properties:3: ");
    bad("cycle.properties", "include = cycle-back.properties\n", "cycle");
    Files.writeString(directory.resolve("cycle-back.properties"), "include = cycle.properties\n");
    bad("newer.properties", "requires = 99.0\n" + GOOD, ":1: ", "99.0");
    bad("tie.properties", GOOD + GOOD.replace("policy.pay.", "policy.twin."), "pay", "twin");
    BAD.put("missing.properties", List.of("missing.properties: "));
    Files.createDirectory(directory.resolve("directory.properties"));
    BAD.put("directory.properties", List.of("directory.properties: ", "directory"));
    byte[] binary = new byte[5_000];
    for (int i = 0; i < binary.length; i++) {
      binary[i] = (byte) (i * 31 + i / 7);
    }
    Files.write(directory.resolve("binary.properties"), binary);
    BAD.put("binary.properties", List.of("binary.properties"));
    Files.write(
        directory.resolve("huge.properties"),
        "# filler\n".repeat(1_200_000).getBytes(StandardCharsets.UTF_8));
    BAD.put("huge.properties", List.of("huge.properties"));
  }

  private static void bad(String name, String text, String... said) throws IOException {
    Files.writeString(directory.resolve(name), text);
    BAD.put(name, List.of(said));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  void leaveTheApplicationRunning(Jdk jdk) throws Exception {
    // All of them on the running Java; elsewhere those whose reading depends on it most.
    List<String> names =
        jdk.feature() == RUNNING.feature()
            ? List.copyOf(BAD.keySet())
            : List.of(
                "key.properties",
                "missing.properties",
                "directory.properties",
                "binary.properties");
    for (String name : names) {
      Finished finished = hello(jdk, directory.resolve(name).toString());
      assertEquals(0, finished.exitCode(), () -> name + ": " + finished);
      assertTrue(finished.out().startsWith("hello="), () -> name + ": " + finished);
      assertSays(name, finished);
      assertEquals(1, finished.said("PASSIVE: ").size(), () -> name + ": " + finished);
      assertEquals(
          finished.err().lines().count(),
          finished.said("fusebox: ").size(),
          () -> name + ": " + finished);
    }
  }

  @Test
  void areRefusedByTheCheckInTheSameWords() throws Exception {
    List<String> arguments = new ArrayList<>(List.of("check"));
    BAD.keySet().forEach(name -> arguments.add(directory.resolve(name).toString()));
    Finished checked = ForkedJvm.on(RUNNING).arguments(arguments).jar(ForkedJvm.agentJar());
    assertEquals(2, checked.exitCode(), checked::toString);
    String all = checked.out() + checked.err();
    assertFalse(all.contains("\tat "), all);
    Finished byAgent = hello(RUNNING, directory.resolve("key.properties").toString());
    String line = byAgent.said(":3: ").get(0).replaceFirst("^fusebox: ", "");
    assertTrue(all.contains(line), () -> line + " not in " + all);
    assertAll(
        BAD.keySet().stream()
            .map(name -> () -> assertTrue(all.contains(name), () -> name + " not in " + all)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  void endAStrictJvmBeforeMain(Jdk jdk) throws Exception {
    for (String name :
        List.of("number.properties", "a, b and c.properties", "missing.properties")) {
      Finished finished = hello(jdk, directory.resolve(name) + ",strict");
      assertEquals(2, finished.exitCode(), () -> name + ": " + finished);
      assertEquals("", finished.out());
      assertSays(name, finished);
      assertEquals(
          finished.err().lines().count(), finished.said("fusebox: ").size(), finished::err);
    }
  }

  @Test
  void misspeltOptionIsNamed() throws Exception {
    Path good = Files.writeString(directory.resolve("good.properties"), GOOD);
    Finished finished = hello(RUNNING, good + ",strickt");
    assertEquals(0, finished.exitCode(), finished::toString);
    assertEquals(1, finished.said("'strickt' is no option").size(), finished::err);
    assertEquals(0, hello(RUNNING, good + ",strict").said("error").size());
  }

  @Test
  void withoutAnArgumentTheFileBesideTheJarCountsIfThereIsOne(@TempDir Path home) throws Exception {
    Path jar = Files.copy(ForkedJvm.agentJar(), home.resolve("fusebox.jar"));
    Finished none = ForkedJvm.on(RUNNING).option("-javaagent:" + jar).main(HELLO);
    assertEquals(1, none.said("passive: no policy file").size(), none::err);
    Finished refused = ForkedJvm.on(RUNNING).option("-javaagent:" + jar + "=strict").main(HELLO);
    assertEquals(2, refused.exitCode(), refused::toString);
    assertEquals(1, refused.said("no policy file was given").size(), refused::err);
    Files.writeString(home.resolve("fusebox.properties"), GOOD);
    Finished beside = ForkedJvm.on(RUNNING).option("-javaagent:" + jar).main(HELLO);
    assertEquals(1, beside.said("1 policy, enforce").size(), beside::err);
    Files.writeString(home.resolve("fusebox.properties"), "agent.mode = on\n");
    Finished strict = ForkedJvm.on(RUNNING).option("-javaagent:" + jar + "=strict").main(HELLO);
    assertEquals(2, strict.exitCode(), strict::toString);
  }

  @Test
  void soDoBadOverridesByVariableAndProperty() throws Exception {
    Path good = Files.writeString(directory.resolve("overridden.properties"), GOOD);
    Finished variable =
        ForkedJvm.on(RUNNING)
            .variable("FUSEBOX_POLICY_PAY_TIMEOUT_TOTAL", "5")
            .variable("FUSEBOX_SERVICE_HOST", "10.0.0.1")
            .option("-javaagent:" + ForkedJvm.agentJar() + "=" + good)
            .main(HELLO);
    assertTrue(variable.out().startsWith("hello="), variable::toString);
    assertEquals(1, variable.said("FUSEBOX_POLICY_PAY_TIMEOUT_TOTAL").size(), variable::err);
    assertEquals(1, variable.said("warning: ").size(), variable::err);
    assertEquals(1, variable.said("FUSEBOX_SERVICE_HOST").size(), variable::err);
    assertEquals(1, variable.said("PASSIVE").size(), variable::err);
    Finished property =
        ForkedJvm.on(RUNNING)
            .option("-Dfusebox.policy.pay.timeout.totl=5s")
            .option("-javaagent:" + ForkedJvm.agentJar() + "=" + good)
            .main(HELLO);
    assertTrue(property.out().startsWith("hello="), property::toString);
    assertEquals(1, property.said("fusebox.policy.pay.timeout.totl").size(), property::err);
    assertEquals(1, property.said("PASSIVE").size(), property::err);
  }

  @Test
  void goodOverridesAreInForce() throws Exception {
    Path good =
        Files.writeString(directory.resolve("slow.properties"), GOOD.replace("300ms", "1h"));
    Finished finished =
        ForkedJvm.on(RUNNING)
            .variable("FUSEBOX_POLICY_PAY_TIMEOUT_TOTAL", "2h")
            .option("-Dfusebox.policy.pay.timeout.total=300ms")
            .option("-javaagent:" + ForkedJvm.agentJar() + "=" + good)
            .arguments(Calls.two())
            .main(Calls.CALLER);
    Calls.assertGuarded(finished);
  }

  private static Finished hello(Jdk jdk, String argument) throws Exception {
    return ForkedJvm.on(jdk)
        .option("-javaagent:" + ForkedJvm.agentJar() + "=" + argument)
        .main(HELLO);
  }

  private static void assertSays(String name, Finished finished) {
    for (String text : BAD.getOrDefault(name, List.of())) {
      assertTrue(finished.err().contains(text), () -> name + ": no '" + text + "' in " + finished);
    }
  }
}
