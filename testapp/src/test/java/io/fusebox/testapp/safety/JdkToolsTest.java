package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With JAVA_TOOL_OPTIONS the agent gets into every program of the JDK, where it must not show. */
@Timeout(60)
class JdkToolsTest {

  private static final Pattern NOTICE = Pattern.compile("Picked up JAVA_TOOL_OPTIONS: .*\\R");

  /** Broken, and strict: who read it would say so and end. */
  private static final String POLICIES = "policy.pay.timeout.total = 5\n";

  @TempDir private Path directory;

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  void printWhatTheyAlwaysPrint(Jdk jdk) throws Exception {
    String pid = String.valueOf(ProcessHandle.current().pid());
    assertSame(jdk, "jcmd", List.of(pid, "VM.version"));
    assertSame(jdk, "keytool", List.of("-list", "-keystore", keys(), "-storepass", "wrong"));
    Path source =
        Files.writeString(
            directory.resolve("Odd.java"), "class Odd { int odd() { return new Date(1); } }\n");
    assertSame(jdk, "javac", List.of("-d", directory.toString(), source.toString()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  void jstackPrintsTheThreadsOfAnotherJvm(Jdk jdk) throws Exception {
    String pid = String.valueOf(ProcessHandle.current().pid());
    Finished finished = with(jdk).tool("jstack", List.of(pid));
    assertEquals(0, finished.exitCode(), finished::toString);
    assertTrue(finished.out().contains("Full thread dump"), finished::toString);
    assertEquals("", NOTICE.matcher(finished.err()).replaceAll(""));
  }

  private void assertSame(Jdk jdk, String tool, List<String> arguments) throws Exception {
    List<Finished> both =
        Pairs.of(
            () -> ForkedJvm.on(jdk).tool(tool, arguments), () -> with(jdk).tool(tool, arguments));
    Finished plain = both.get(0);
    Finished guarded = both.get(1);
    assertEquals(plain.out(), guarded.out());
    assertTrue(NOTICE.matcher(guarded.err()).find(), guarded::toString);
    assertEquals(plain.err(), NOTICE.matcher(guarded.err()).replaceAll(""));
    assertEquals(plain.exitCode(), guarded.exitCode(), guarded::toString);
  }

  private ForkedJvm with(Jdk jdk) throws IOException {
    Path file = Files.writeString(directory.resolve("policies.properties"), POLICIES);
    return ForkedJvm.on(jdk)
        .variable(
            "JAVA_TOOL_OPTIONS", "-javaagent:" + ForkedJvm.agentJar() + "=" + file + ",strict");
  }

  private static String keys() {
    return Path.of(System.getProperty("fusebox.testapp.classes"))
        .resolve("io/fusebox/testapp/fault/fault-server.p12")
        .toString();
  }
}
