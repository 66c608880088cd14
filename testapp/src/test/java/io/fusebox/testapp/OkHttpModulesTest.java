package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.Hit;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * OkHttp on the module path, called from a named module: 4.12 as an automatic module, 5.5 as one
 * that keeps its inner packages to itself.
 */
@Timeout(120)
class OkHttpModulesTest {

  private static final Path CLASSES = Path.of(System.getProperty("fusebox.testapp.classes"));
  private static final String PACKAGES = "io/fusebox/testapp/";

  @TempDir static Path directory;

  /** The oldest and the newest JDK: what a module may see has not changed in between. */
  static Stream<OkJvm> some() {
    Comparator<OkJvm> byAge = Comparator.comparingInt(jvm -> jvm.jdk().feature());
    return Stream.of("4.12", "5.5")
        .flatMap(
            library -> {
              List<OkJvm> all =
                  OkJvm.all()
                      .filter(jvm -> jvm.library().equals(library) && jvm.jdk().feature() >= 11)
                      .sorted(byAge)
                      .toList();
              return Stream.of(all.get(0), all.get(all.size() - 1)).distinct();
            });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("some")
  void callsAreCutOnTime(OkJvm jvm) throws Exception {
    Runs.Run run = run(jvm, "clocks", "(total|enqueue|h2)[.]silent|enqueue[.]ok|connect[.]tls");
    for (String scenario : List.of("total.silent", "enqueue.silent", "h2.silent")) {
      run.of(scenario).assertCut("InterruptedIOException", "total500", "total", 500, "500ms");
    }
    run.of("total.silent").assertClosedAt(500);
    run.of("enqueue.silent").assertClosedAt(500);
    run.of("enqueue.ok").assertReturned("ok");
    run.of("connect.tls")
        .assertCut("SocketTimeoutException", "connect300", "connect", 300, "300ms");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("some")
  void failuresAreTriedAgainByWhatTheyAre(OkJvm jvm) throws Exception {
    Runs.Run run = run(jvm, "retries", "(recovers|reset|attempt|post)([.]enqueued)?");
    for (String way : List.of("", ".enqueued")) {
      run.of("recovers" + way).assertReturned("200-3");
      run.of("reset" + way).assertReturned("200-2");
      run.of("attempt" + way).assertReturned("200-2");
      run.of("post" + way).assertReturned("503-1");
      List<Hit> posted = run.of("post" + way).hits();
      assertEquals(List.of("POST"), posted.stream().map(Hit::method).toList());
    }
  }

  private static Runs.Run run(OkJvm jvm, String suite, String scenarios) throws Exception {
    String name = "modules" + jvm.id();
    Path policies = Files.writeString(directory.resolve("policies.properties"), OkRuns.policies());
    List<String> command =
        new ArrayList<>(
            List.of(
                "-javaagent:" + ForkedJvm.agentJar() + "=" + policies,
                "-Dscenarios=warm-up|" + scenarios,
                "-p",
                module(jvm) + File.pathSeparator + jvm.libraries(),
                "-m",
                "calling/io.fusebox.testapp.okhttp.OkScenarios",
                "suite=" + suite,
                "run=" + name));
    command.addAll(Servers.arguments());
    Finished finished = ForkedJvm.on(jvm.jdk()).tool("java", command);
    assertTrue(finished.ended(), () -> "took too long: " + finished);
    assertEquals(0, finished.exitCode(), finished::toString);
    assertEquals(List.of(), finished.said("fault of the agent"));
    assertEquals(List.of(), finished.said("NOT guarded"));
    return new Runs.Run(name, finished, finished.values());
  }

  /** The programs that call through OkHttp, as a module that requires it. */
  private static Path module(OkJvm jvm) throws Exception {
    Path module = directory.resolve("calling-" + jvm.library());
    if (Files.exists(module)) {
      return module;
    }
    for (String name : List.of("okhttp", "report")) {
      Path to = Files.createDirectories(module.resolve(PACKAGES + name));
      try (Stream<Path> classes = Files.list(CLASSES.resolve(PACKAGES + name))) {
        for (Path one : (Iterable<Path>) classes::iterator) {
          Files.copy(one, to.resolve(one.getFileName()));
        }
      }
    }
    Path source = Files.createDirectories(directory.resolve("source-" + jvm.library()));
    Path file =
        Files.writeString(
            source.resolve("module-info.java"),
            "module calling { requires okhttp3; requires okio; requires kotlin.stdlib; }");
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "11",
                "-Xlint:-requires-automatic",
                "-p",
                jvm.libraries().toString(),
                "-d",
                module.toString(),
                file.toString());
    assertEquals(0, result);
    return module;
  }
}
