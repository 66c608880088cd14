package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Class archives that an application was given work with the agent, and stay quiet. */
@Timeout(120)
class ArchivesTest {

  private static final String NEEDS_25 = "needs Java 25, for its AOT cache";

  @TempDir private Path directory;

  static Stream<Jdk> withoutAotCache() {
    return Pairs.those(Jdks.withHttpClient(), feature -> feature < 24);
  }

  static Stream<Jdk> withAotCache() {
    return Pairs.those(Jdks.withHttpClient(), feature -> feature >= 25);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withoutAotCache")
  void archiveMadeWithoutTheAgentIsUsedWithIt(Jdk jdk) throws Exception {
    assumeTrue(jdk.feature() < 24, "needs a Java from 11 to 23");
    Path jar = Jars.application(directory.resolve("app.jar"));
    Path archive = directory.resolve("app.jsa");
    if (jdk.feature() >= 13) {
      assertDone(java(jdk, jar, List.of("-XX:ArchiveClassesAtExit=" + archive)));
    } else {
      Path list = directory.resolve("classes");
      assertDone(java(jdk, jar, List.of("-XX:DumpLoadedClassList=" + list)));
      assertDone(
          java(
              jdk,
              jar,
              List.of(
                  "-Xshare:dump",
                  "-XX:SharedClassListFile=" + list,
                  "-XX:SharedArchiveFile=" + archive)));
    }
    Path log = directory.resolve("log");
    Finished finished =
        java(
            jdk,
            jar,
            List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:class+load:file=" + log, agent()));
    Calls.assertGuarded(finished);
    assertOnlyOurs(finished);
    assertEquals(1, finished.said("armed at first use").size(), finished::err);
    assertTrue(
        Files.readString(log).matches("(?s).*safety\\.Caller source: shared objects file.*"),
        "the archive is not used");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withAotCache")
  void clientThatACacheLoadsBeforeUsIsGuarded(Jdk jdk) throws Exception {
    assumeTrue(jdk.feature() >= 25, NEEDS_25);
    Path jar = Jars.application(directory.resolve("app.jar"));
    Path cache = directory.resolve("app.aot");
    assertDone(java(jdk, jar, List.of("-XX:AOTCacheOutput=" + cache, agent())));
    Finished finished = java(jdk, jar, List.of("-XX:AOTCache=" + cache, agent()));
    Calls.assertGuarded(finished);
    assertOnlyOurs(finished);
    // Not at first use: the classes were there before premain.
    assertEquals(1, finished.said("java.net.http: armed").size(), finished::err);
    assertEquals(0, finished.said("java.net.http: armed at first use").size(), finished::err);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withAotCache")
  void cacheMadeWithoutTheAgentDoesNoHarm(Jdk jdk) throws Exception {
    assumeTrue(jdk.feature() >= 25, NEEDS_25);
    Path jar = Jars.application(directory.resolve("app.jar"));
    Path cache = directory.resolve("app.aot");
    assertDone(java(jdk, jar, List.of("-XX:AOTCacheOutput=" + cache)));
    Finished finished = java(jdk, jar, List.of("-XX:AOTCache=" + cache, agent()));
    // The JVM may refuse it and say so.
    Calls.assertGuarded(finished);
    assertEquals(1, finished.said("java.net.http: armed").size(), finished::err);
  }

  private String agent() throws IOException {
    Path file = Files.writeString(directory.resolve("policies.properties"), Calls.POLICIES);
    return "-javaagent:" + ForkedJvm.agentJar() + "=" + file;
  }

  private static Finished java(Jdk jdk, Path jar, List<String> options) throws Exception {
    List<String> command = new ArrayList<>(options);
    command.addAll(List.of("-Dpatience=2000", "-cp", jar.toString(), Calls.CALLER));
    command.addAll(Calls.two());
    return ForkedJvm.on(jdk).tool("java", command);
  }

  private static void assertDone(Finished finished) {
    assertEquals(0, finished.exitCode(), finished::toString);
  }

  private static void assertOnlyOurs(Finished finished) {
    assertEquals(finished.err().lines().count(), finished.said("fusebox: ").size(), finished::err);
  }
}
