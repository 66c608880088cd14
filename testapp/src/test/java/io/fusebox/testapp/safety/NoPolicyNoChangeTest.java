package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.OnEveryJdk;
import io.fusebox.testapp.fault.Hit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/**
 * A recorded run is the same without an agent, with one that does nothing, with ours and an empty
 * file, and, call by call, with ours and policies for others.
 */
class NoPolicyNoChangeTest {

  private static final String RECORDER = "io.fusebox.testapp.safety.Recorder";

  @TempDir private Path directory;

  /**
   * What one run left behind.
   *
   * @param process its output
   * @param classes of the application, of logging and management, and of ours, that were loaded
   * @param wire the requests that the server saw
   */
  private record Trace(Finished process, Set<String> classes, List<String> wire) {

    List<String> lines() {
      return process
          .out()
          .lines()
          .filter(line -> !line.startsWith("thread=fusebox-watch,"))
          .toList();
    }
  }

  @OnEveryJdk
  void whatNoPolicyNamesRunsAsWithoutTheAgent(Jdk jdk) throws Exception {
    Path noOp = Jars.noOpAgent(directory.resolve("no-op.jar"));
    String ours = ForkedJvm.agentJar() + "=";
    String elsewhere = Calls.POLICIES.replace("127.0.0.1/pay/**", "elsewhere.test");
    List<Trace> traces =
        Pairs.of(
            () -> trace(jdk, "none", null),
            () -> trace(jdk, "no-op", noOp + "="),
            () -> trace(jdk, "empty", ours + file("empty", "")),
            () -> trace(jdk, "others", ours + file("others", elsewhere)));
    Trace none = traces.get(0);
    Trace nothing = traces.get(1);
    Trace empty = traces.get(2);
    Trace others = traces.get(3);
    assertEquals(3, none.process.exitCode(), none.process::toString);
    assertTrue(none.process.out().contains("hook=has run"), none.process::toString);
    for (Trace trace : List.of(nothing, empty, others)) {
      assertEquals(none.process.exitCode(), trace.process.exitCode(), trace.process::toString);
      assertSame(none.lines(), trace.lines());
      assertSame(none.wire, trace.wire);
    }
    // Neither logging nor management is started, and nothing that weaves before there is need.
    assertSame(none.classes, nothing.classes);
    assertSame(none.classes, empty.classes);
    others.classes.removeIf(NoPolicyNoChangeTest::isOurs);
    assertSame(none.classes, others.classes);
    assertEquals("", nothing.process.err());
    assertEquals(1, empty.process.err().lines().count(), empty.process::err);
    assertEquals(1, others.process.err().lines().count(), others.process::err);
  }

  /** Fails with the lines that only one of the two has. */
  private static void assertSame(Collection<String> expected, Collection<String> actual) {
    List<String> missing = new ArrayList<>(expected);
    missing.removeAll(actual);
    List<String> added = new ArrayList<>(actual);
    added.removeAll(expected);
    assertEquals(List.of(), added, () -> "missing: " + missing);
    assertEquals(List.of(), missing);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name + ".properties"), text).toString();
  }

  private Trace trace(Jdk jdk, String name, @Nullable String agent) throws Exception {
    String id = Calls.newId();
    Path log = directory.resolve(name + ".log");
    ForkedJvm jvm = ForkedJvm.on(jdk);
    if (agent != null) {
      jvm.option("-javaagent:" + agent);
    }
    Finished finished =
        jvm.option("-Xlog:class+load:file=" + log)
            .arguments(
                List.of(
                    Calls.url("/pay/ok?id=" + id),
                    Calls.url("/pay/slow?delay=150&id=" + id),
                    Calls.url("/pay/silent?id=" + id)))
            .main(RECORDER);
    return new Trace(finished, classes(log), wire(id));
  }

  private static Set<String> classes(Path log) throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<String> lines = Files.lines(log)) {
      lines
          .filter(line -> line.contains(" source: "))
          .map(line -> line.replaceFirst("^(\\[[^]]*])*\\s*", ""))
          .map(line -> line.substring(0, line.indexOf(' ')))
          .filter(
              name ->
                  name.matches(
                      "(io\\.fusebox\\.(testapp|weaving|calls|shaded)|java\\.util\\.logging"
                          + "|java\\.lang\\.(management|Fusebox)|javax\\.management"
                          + "|com\\.sun\\.jmx|sun\\.(management|util\\.logging)|net\\.bytebuddy).*"))
          .filter(name -> !name.equals(NoOpAgent.class.getName()))
          // Hidden classes are named by the address they happen to have.
          .map(name -> name.replaceFirst("\\$\\$Lambda.*", "\\$\\$Lambda"))
          .forEach(names::add);
    }
    return names;
  }

  private static boolean isOurs(String name) {
    return !name.startsWith("io.fusebox.testapp.")
        && name.matches("(io\\.fusebox|java\\.lang\\.Fusebox).*");
  }

  private static List<String> wire(String id) {
    return Calls.SERVER.hits(id).stream().map(hit -> wire(hit, id)).toList();
  }

  private static String wire(Hit hit, String id) {
    return (hit.method() + " " + hit.target() + " " + hit.headers()).replace(id, "ID");
  }
}
