package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.OnEveryJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent counts once, however often and by whatever way it is brought in. */
class LoadedTwiceTest {

  private static final String ATTACHED = "io.fusebox.testapp.safety.Attached";
  private static final String SECOND = "is loaded already; this second time does nothing";

  @TempDir private Path directory;

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.safety.Pairs#oldestAndNewest")
  @Timeout(60)
  void laterOnesSaySoAndDoNothing(Jdk jdk) throws Exception {
    // Would cut too, and be counted, were it read.
    Path other =
        Files.writeString(
            directory.resolve("other.properties"), Calls.POLICIES.replace("300ms", "200ms"));
    Path copy = Files.copy(ForkedJvm.agentJar(), directory.resolve("copy.jar"));
    ForkedJvm jvm =
        ForkedJvm.on(jdk)
            .agent(Calls.POLICIES)
            .option("-javaagent:" + ForkedJvm.agentJar() + "=" + other)
            .option("-javaagent:" + copy + "=" + other);
    Finished finished = attached(jdk, jvm, other);
    Calls.assertCut(finished, "before");
    Calls.assertAllGuarded(finished);
    // The same jar, a copy of it, and one attached on top.
    assertEquals(3, finished.said(SECOND).size(), finished::err);
    assertEquals(1, finished.said("on Java").size(), finished::err);
    assertEquals(1, finished.said("at exit: policy pay: 4 calls, 3 cut").size(), finished::err);
  }

  @OnEveryJdk
  void attachedToARunningJvmItGuardsTheClientsThatAreThere(Jdk jdk) throws Exception {
    Path file = Files.writeString(directory.resolve("policies.properties"), Calls.POLICIES);
    Finished finished = attached(jdk, ForkedJvm.on(jdk), file);
    assertEquals("hung", finished.values().get("before"), finished::toString);
    Calls.assertAllGuarded(finished);
    assertEquals(
        1, finished.said("2 policies, enforce; java.net.http: armed").size(), finished::err);
    assertEquals(0, finished.said("java.net.http: armed at first use").size(), finished::err);
    assertEquals(1, finished.said("at exit: policy pay: 3 calls, 2 cut").size(), finished::err);
    // From Java 21 on the JVM itself has something to say to that.
    assertTrue(
        finished
            .err()
            .lines()
            .allMatch(line -> line.startsWith("fusebox: ") || line.startsWith("WARNING: ")),
        finished::err);
    assertEquals(jdk.feature() < 21 ? 0 : 4, finished.said("WARNING: ").size(), finished::err);
  }

  private static Finished attached(Jdk jdk, ForkedJvm jvm, Path file) throws Exception {
    String java = jdk.home().resolve("bin/java").toString();
    return jvm.option("-Dpatience=2000")
        .arguments(List.of(java, ForkedJvm.agentJar().toString(), file.toString()))
        .arguments(List.of(Calls.call("before", "sync", "GET", "/pay/silent")))
        .arguments(Calls.allKinds())
        .main(ATTACHED);
  }
}
