package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.OnEveryJdk;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Named modules and runtimes made of a few of them. */
class ModulesTest {

  private static final Path CLASSES = Path.of(System.getProperty("fusebox.testapp.classes"));

  @TempDir static Path directory;

  /** Two modules: one that calls, one that cannot. */
  @BeforeAll
  static void compile() throws Exception {
    Path calling = Files.createDirectories(directory.resolve("calling/io/fusebox/testapp/safety"));
    for (String name : List.of("Caller.class")) {
      Files.copy(CLASSES.resolve("io/fusebox/testapp/safety").resolve(name), calling.resolve(name));
    }
    Path silent = Files.createDirectories(directory.resolve("silent/io/fusebox/testapp/hello"));
    Files.copy(
        CLASSES.resolve("io/fusebox/testapp/hello/Hello.class"), silent.resolve("Hello.class"));
    describe("calling", "module calling { requires java.net.http; }");
    describe("silent", "module silent {}");
  }

  @OnEveryJdk
  void callsOfANamedModuleAreCut(Jdk jdk) throws Exception {
    Finished finished = java(jdk, "calling", Calls.CALLER, Calls.allKinds());
    Calls.assertAllGuarded(finished);
  }

  @OnEveryJdk
  void runtimeWithoutTheClientIsSaid(Jdk jdk) throws Exception {
    Finished finished = java(jdk, "silent", "io.fusebox.testapp.hello.Hello", List.of());
    assertSilent(finished);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.safety.Pairs#oldestAndNewest")
  @Timeout(60)
  void linkedRuntimesWork(Jdk jdk) throws Exception {
    List<Jdk> linked =
        Pairs.of(
            () -> link(jdk, "java.base,java.instrument"),
            () -> link(jdk, "java.base,java.instrument,java.net.http"));
    Jdk small = linked.get(0);
    Jdk larger = linked.get(1);
    assertSilent(ForkedJvm.on(small).agent(Calls.POLICIES).main("io.fusebox.testapp.hello.Hello"));
    Finished finished =
        ForkedJvm.on(larger).agent(Calls.POLICIES).arguments(Calls.two()).main(Calls.CALLER);
    Calls.assertGuarded(finished);
  }

  private static void assertSilent(Finished finished) {
    Calls.assertEnded(finished);
    assertTrue(finished.out().startsWith("hello="), finished::toString);
    assertEquals(1, finished.said("java.net.http: not in this runtime").size(), finished::err);
    assertEquals(1, finished.err().lines().count(), finished::err);
  }

  private static Jdk link(Jdk jdk, String modules) throws Exception {
    assumeTrue(
        Files.isDirectory(jdk.home().resolve("jmods")) || jdk.feature() >= 24,
        jdk + " has no jmods to link a runtime from");
    Path image = directory.resolve("runtime-" + jdk.feature() + "-" + modules.length());
    Finished linked =
        ForkedJvm.on(jdk)
            .tool("jlink", List.of("--add-modules", modules, "--output", image.toString()));
    assumeTrue(linked.exitCode() == 0, () -> jdk + " cannot link a runtime: " + linked.out());
    Jdk small = new Jdk(jdk.feature(), image);
    Finished started = ForkedJvm.on(small).tool("java", List.of("-version"));
    // As with a JDK that runs by means of a loader and libraries of its own.
    assumeTrue(started.exitCode() == 0, () -> jdk + "'s runtimes do not start: " + started.err());
    return small;
  }

  private static Finished java(Jdk jdk, String module, String main, List<String> arguments)
      throws Exception {
    Path file = Files.writeString(directory.resolve("policies.properties"), Calls.POLICIES);
    List<String> command =
        new ArrayList<>(
            List.of(
                "-javaagent:" + ForkedJvm.agentJar() + "=" + file,
                "-p",
                directory.resolve(module).toString(),
                "-m",
                module + "/" + main));
    command.addAll(arguments);
    return ForkedJvm.on(jdk).tool("java", command);
  }

  private static void describe(String module, String text) throws Exception {
    Path source = Files.createDirectories(directory.resolve(module + "-source"));
    Path file = Files.writeString(source.resolve("module-info.java"), text);
    int result =
        javax.tools.ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "11",
                "--patch-module",
                module + "=" + directory.resolve(module) + File.pathSeparator,
                "-d",
                directory.resolve(module).toString(),
                file.toString());
    assertEquals(0, result);
  }
}
