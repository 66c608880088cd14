package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.Jdks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A jar of jars, made and launched by Spring Boot, with OkHttp within it. */
@Timeout(120)
class FatJarTest {

  private static final Path LIBRARIES = Path.of(System.getProperty("fusebox.okhttp.libraries"));
  private static final Path TOOLS = Path.of(System.getProperty("fusebox.boot.tools"));

  private static final String POLICIES =
      """
      policy.pay.match = 127.0.0.1/pay/**
      policy.pay.timeout.total = 500ms
      policy.again.match = 127.0.0.1/again/**
      policy.again.timeout.total = 20s
      policy.again.retry.attempts = 2
      policy.again.retry.backoff.base = 10ms
      """;

  @TempDir static Path directory;

  /** A fat jar on a JDK. */
  record Started(Jdk jdk, String boot, String okHttp) {
    Path jar() {
      return directory.resolve("app-" + boot + "-" + okHttp + ".jar");
    }

    @Override
    public String toString() {
      return "Boot " + boot + " with OkHttp " + okHttp + " on " + jdk;
    }
  }

  /** Boot 3 begins with Java 17, and OkHttp 5 is not covered on Java 8. */
  static Stream<Started> all() {
    return Jdks.all()
        .map(
            jdk ->
                jdk.feature() < 17
                    ? new Started(jdk, "2.7", jdk.feature() < 11 ? "4.12" : "5.5")
                    : new Started(jdk, "3.5", jdk.feature() == 17 ? "4.12" : "5.5"));
  }

  @BeforeAll
  static void make() throws Exception {
    Path application = Jars.application(directory.resolve("application.jar"));
    Jdk running = new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    for (Started one : all().toList()) {
      if (Files.exists(one.jar())) {
        continue;
      }
      Finished made =
          ForkedJvm.on(running)
              .libraries(TOOLS.resolve(one.boot()))
              .arguments(
                  List.of(
                      application.toString(),
                      one.jar().toString(),
                      "io.fusebox.testapp.okhttp.OkCaller",
                      LIBRARIES.resolve(one.okHttp()).toString()))
              .main("io.fusebox.testapp.boot.FatJar");
      Calls.assertEnded(made);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void callsAreGuarded(Started app) throws Exception {
    String plainId = Calls.newId();
    String id = Calls.newId();
    List<Finished> both =
        Pairs.of(() -> start(app, false, faults(plainId)), () -> start(app, true, faults(id)));
    Map<String, String> plain = both.get(0).values();
    Map<String, String> guarded = both.get(1).values();
    Calls.assertEnded(both.get(0));
    Calls.assertEnded(both.get(1));
    for (String way : List.of("execute", "enqueue")) {
      assertEquals("returned 200 xxxxxxxxxx", plain.get("drip." + way));
      String cut = String.valueOf(guarded.get("drip." + way));
      assertTrue(
          cut.matches(
              "threw java\\.io\\.InterruptedIOException: GET 127\\.0\\.0\\.1:[0-9]+ cut after"
                  + " [0-9]+ ms: policy pay, timeout\\.total = 500ms, attempt 1"),
          both::toString);
      assertEquals("returned 503 503-1", plain.get("again." + way));
      assertEquals("returned 200 200-2", guarded.get("again." + way), both::toString);
      // OkHttp alone sends it twice.
      assertEquals(2, Calls.SERVER.hits(plainId + "post" + way).size());
      assertEquals("returned 408 408-1", guarded.get("post." + way), both::toString);
      Calls.assertArrivedOnce(id + "post" + way, both.get(1));
    }
    assertEquals("", both.get(0).err());
    assertEquals(List.of(), foreign(both.get(1)), both::toString);
    assertEquals(1, both.get(1).said("policy pay: 2 calls, 2 cut").size(), both::toString);
    assertEquals(1, both.get(1).said("policy again: 2 retries").size(), both::toString);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void nothingButTheStatusLineIsPrinted(Started app) throws Exception {
    List<String> calls = new ArrayList<>();
    for (String way : List.of("execute", "enqueue")) {
      calls.add(way + "=" + way + ",GET," + Calls.url("/again/ok"));
    }
    Finished finished = start(app, true, calls);
    Calls.assertEnded(finished);
    assertEquals(
        List.of("execute=returned 200 ok", "enqueue=returned 200 ok"),
        finished.out().lines().toList());
    String http = app.jdk().feature() < 11 ? "not in this Java" : "armed at first use";
    assertTrue(
        finished
            .err()
            .matches(
                "fusebox: \\S+ on Java \\S+: \\S+: 2 policies, enforce; java\\.net\\.http: "
                    + http
                    + "; OkHttp: armed at first use\\R"),
        finished::err);
  }

  /** What neither is a line of the agent's nor speaks of what it should do. */
  private static List<String> foreign(Finished finished) {
    return finished
        .err()
        .lines()
        .filter(
            line ->
                !line.startsWith("fusebox: ")
                    || line.contains("fault of the agent")
                    || line.contains("NOT"))
        .toList();
  }

  private static List<String> faults(String id) {
    List<String> calls = new ArrayList<>();
    for (String way : List.of("execute", "enqueue")) {
      calls.add("drip." + way + "=" + way + ",GET," + Calls.url("/pay/drip?every=100"));
      String again = Calls.url("/again/sequence?of=503.200&id=" + id + "again" + way);
      calls.add("again." + way + "=" + way + ",GET," + again);
      String post = Calls.url("/again/sequence?of=408.200&id=" + id + "post" + way);
      calls.add("post." + way + "=" + way + ",POST," + post);
    }
    return calls;
  }

  private static Finished start(Started app, boolean guarded, List<String> calls) throws Exception {
    List<String> command = new ArrayList<>();
    if (guarded) {
      Path file = Files.writeString(directory.resolve("policies.properties"), POLICIES);
      command.add("-javaagent:" + ForkedJvm.agentJar() + "=" + file);
    }
    command.addAll(List.of("-jar", app.jar().toString()));
    command.addAll(calls);
    return ForkedJvm.on(app.jdk()).tool("java", command);
  }
}
