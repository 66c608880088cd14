package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.Jdks;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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

/**
 * Applications in one Tomcat, each with the OkHttp of its own directory; the agent stands beside
 * Tomcat.
 */
@Timeout(180)
class TomcatTest {

  private static final Path LIBRARIES = Path.of(System.getProperty("fusebox.okhttp.libraries"));
  private static final Path CLASSES = Path.of(System.getProperty("fusebox.testapp.classes"));
  private static final Path TOMCAT = Path.of(System.getProperty("fusebox.tomcat"));

  private static final String POLICIES =
      """
      policy.pay.match = 127.0.0.1/pay/**
      policy.pay.timeout.total = 500ms
      policy.again.match = 127.0.0.1/again/**
      policy.again.timeout.total = 20s
      policy.again.retry.attempts = 2
      policy.again.retry.backoff.base = 10ms
      policy.again.retry.budget.floor = 100
      policy.broken.match = 127.0.0.1/broken/**
      policy.broken.breaker = on
      policy.broken.breaker.failure-rate = off
      policy.broken.breaker.consecutive = 4
      """;

  private static final String WEB_XML =
      """
      <web-app xmlns="http://xmlns.jcp.org/xml/ns/javaee" version="4.0" metadata-complete="true">
        <servlet>
          <servlet-name>calling</servlet-name>
          <servlet-class>io.fusebox.testapp.webapp.CallingServlet</servlet-class>
        </servlet>
        <servlet-mapping>
          <servlet-name>calling</servlet-name>
          <url-pattern>/call</url-pattern>
          <url-pattern>/abandon</url-pattern>
          <url-pattern>/library</url-pattern>
          <url-pattern>/leave</url-pattern>
        </servlet-mapping>
      </web-app>
      """;

  /** As Tomcat's own scripts have it, or it does not look for what is left behind. */
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.io",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.rmi/sun.rmi.transport");

  @TempDir static Path directory;

  /** A JDK and the OkHttps of the two applications. */
  record Two(Jdk jdk, String first, String second) {
    @Override
    public String toString() {
      return "OkHttp " + first + " and " + second + " on " + jdk;
    }
  }

  static Stream<Two> all() {
    return Pairs.those(Jdks.all(), feature -> feature == 8 || feature == 17 || feature == 25)
        .map(
            jdk -> jdk.feature() < 11 ? new Two(jdk, "3.12", "4.12") : new Two(jdk, "4.12", "5.5"));
  }

  /** What an application is when it is unpacked. */
  @BeforeAll
  static void unpack() throws IOException {
    for (String library : List.of("none", "3.12", "4.12", "5.5")) {
      Path inf = directory.resolve(library).resolve("WEB-INF");
      Files.createDirectories(inf);
      Files.writeString(inf.resolve("web.xml"), WEB_XML);
      for (String name : List.of("webapp", "okhttp")) {
        String classes = "io/fusebox/testapp/" + name;
        copy(CLASSES.resolve(classes), inf.resolve("classes").resolve(classes));
      }
      if (!library.equals("none")) {
        copy(LIBRARIES.resolve(library), inf.resolve("lib"));
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void callsOfBothApplicationsAreGuarded(Two two) throws Exception {
    String plainId = Calls.newId();
    String id = Calls.newId();
    List<Finished> both =
        Pairs.of(() -> run(two, false, calls(two, plainId)), () -> run(two, true, calls(two, id)));
    Finished finished = both.get(1);
    Map<String, String> plain = both.get(0).values();
    Map<String, String> guarded = finished.values();
    assertTold(finished, "library.a", ".*/okhttp-" + two.first() + ".*");
    assertTold(finished, "library.b", ".*/okhttp-(jvm-)?" + two.second() + ".*");
    for (String app : List.of("a", "b")) {
      for (String way : List.of("execute", "enqueue")) {
        String call = app + "." + way;
        assertEquals("returned 200 xxxxxxxx", plain.get("drip." + call), both::toString);
        assertCut(finished, "drip." + call);
        assertEquals("returned 503 503-1", plain.get("again." + call), both::toString);
        assertEquals("returned 200 200-2", guarded.get("again." + call), both::toString);
        // OkHttp alone sends it twice.
        assertEquals(2, Calls.SERVER.hits(plainId + "post" + call).size(), both::toString);
        assertEquals("returned 408 408-1", guarded.get("post." + call), both::toString);
        Calls.assertArrivedOnce(id + "post" + call, finished);
      }
    }
    // Two of each have opened it for both.
    for (String app : List.of("a", "b")) {
      assertTold(finished, "broken0." + app, "returned 503 .*");
      assertTold(finished, "broken1." + app, "returned 503 .*");
      assertTold(finished, "broken2." + app, "threw java\\.lang\\.FuseboxRejectedException: .*");
    }
    assertEquals(4, Calls.SERVER.hits(id + "broken").size());
    // That Tomcat looks: OkHttp's threads stay, and so does what the application leaves.
    for (Finished one : both) {
      assertTrue(one.said("started a thread named [Ok").size() >= 1, both::toString);
      assertEquals(2, one.said("created a ThreadLocal").size(), both::toString);
    }
    assertNothingOfOurs(finished);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void applicationsThatAreRedeployedAreCollected(Two two) throws Exception {
    assertCollected(two, List.of(), two.first(), two.second(), 25);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void applicationsThatShareOneOkHttpAreCollected(Two two) throws Exception {
    String shared = "shared=" + LIBRARIES.resolve(two.second());
    assertCollected(two, List.of(shared), "none", "none", 3);
  }

  private static void assertCollected(
      Two two, List<String> before, String first, String second, int rounds) throws Exception {
    String again = "/again/sequence?of=503.200&id=" + Calls.newId();
    List<String> steps = new ArrayList<>(before);
    for (int round = 0; round < rounds; round++) {
      steps.add("deploy=/a," + directory.resolve(first));
      steps.add("deploy=/b," + directory.resolve(second));
      for (String app : List.of("a", "b")) {
        String name = app + round;
        // What OkHttp needs for a failure it has to find while the application is there.
        steps.add(tidy("fails." + name, app, "enqueue", "/nobodys/close"));
        // These are still on their way when it goes, in the first round the first ones of all.
        steps.add(abandon("cut." + name, app, "/pay/silent"));
        steps.add(abandon("waits." + name, app, again + name + "&after=1"));
        if (round > 0) {
          steps.add(tidy("again." + name, app, "execute", again + "again" + name));
        }
        if (round % 4 == 1) {
          steps.add(tidy("silent." + name, app, "execute", "/pay/silent"));
        }
      }
      steps.add("undeploy=/a");
      steps.add("undeploy=/b");
    }
    steps.add("left=left");
    Finished finished = run(two, true, steps);
    for (int round = 0; round < rounds; round++) {
      for (String name : List.of("a" + round, "b" + round)) {
        assertCut(finished, "cut." + name);
        assertTold(finished, "waits." + name, "returned 200");
        if (round > 0) {
          assertTold(finished, "again." + name, "returned 200 .*");
        }
        if (round % 4 == 1) {
          assertCut(finished, "silent." + name);
        }
      }
    }
    assertEquals("[]", finished.values().get("left"), finished::toString);
    assertNothingOfOurs(finished);
  }

  private static List<String> calls(Two two, String id) {
    List<String> steps = new ArrayList<>();
    steps.add("deploy=/a," + directory.resolve(two.first()));
    steps.add("deploy=/b," + directory.resolve(two.second()));
    for (String app : List.of("a", "b")) {
      steps.add("get=library." + app + ",/" + app + "/library");
      for (String way : List.of("execute", "enqueue")) {
        String call = app + "." + way;
        steps.add(call("drip." + call, app, way, "GET", "/pay/drip?bytes=8&every=100"));
        String again = "/again/sequence?of=503.200&id=" + id + "again" + call;
        steps.add(call("again." + call, app, way, "GET", again));
        String post = "/again/sequence?of=408.200&id=" + id + "post" + call;
        steps.add(call("post." + call, app, way, "POST", post));
      }
    }
    for (int round = 0; round < 3; round++) {
      for (String app : List.of("a", "b")) {
        String name = "broken" + round + "." + app;
        String address = "/broken/sequence?of=503&id=" + id + "broken";
        steps.add(call(name, app, "execute", "GET", address));
      }
    }
    for (String app : List.of("a", "b")) {
      steps.add("get=leave." + app + ",/" + app + "/leave");
      steps.add("undeploy=/" + app);
    }
    return steps;
  }

  private static String call(String name, String app, String way, String method, String fault) {
    return "get=" + name + ",/" + app + "/call?way=" + way + "&method=" + method + to(fault);
  }

  private static String tidy(String name, String app, String way, String fault) {
    return call(name, app, way, "GET", fault) + "&tidy=yes";
  }

  private static String abandon(String name, String app, String fault) {
    return "get=begun." + name + ",/" + app + "/abandon?tidy=yes&name=" + name + to(fault);
  }

  private static String to(String fault) {
    return "&address=" + URLEncoder.encode(Calls.url(fault), StandardCharsets.UTF_8);
  }

  private static Finished run(Two two, boolean guarded, List<String> steps) throws Exception {
    ForkedJvm jvm = ForkedJvm.on(two.jdk()).libraries(TOMCAT).arguments(steps).timeoutSeconds(90);
    // Tomcat works in a directory of its own, which it leaves.
    jvm.option("-Djava.io.tmpdir=" + directory);
    if (two.jdk().feature() > 8) {
      OPENED.forEach(one -> jvm.option("--add-opens=" + one + "=ALL-UNNAMED"));
    }
    Finished finished =
        (guarded ? jvm.agent(POLICIES) : jvm).main("io.fusebox.testapp.webapp.Container");
    Calls.assertEnded(finished);
    return finished;
  }

  private static void assertCut(Finished finished, String name) {
    assertTold(
        finished,
        name,
        "threw java\\.io\\.InterruptedIOException: GET 127\\.0\\.0\\.1:[0-9]+ cut after [0-9]+ ms: "
            + "policy pay, timeout\\.total = 500ms, attempt 1");
  }

  private static void assertTold(Finished finished, String name, String expected) {
    String told = String.valueOf(finished.values().get(name));
    assertTrue(told.matches(expected), () -> name + ": " + finished);
  }

  /**
   * Nothing that Tomcat says is about us: what stays are threads of OkHttp, and if one is in a call
   * we are on its stack, which Tomcat prints indented.
   */
  private static void assertNothingOfOurs(Finished finished) {
    List<String> ours =
        finished
            .err()
            .lines()
            .filter(line -> line.contains("fusebox") && !line.startsWith("fusebox: "))
            .filter(line -> !Character.isWhitespace(line.charAt(0)))
            .filter(line -> !line.contains("io.fusebox.testapp."))
            .toList();
    assertEquals(List.of(), ours, finished::toString);
    assertEquals(List.of(), finished.said("fault of the agent"), finished::toString);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
