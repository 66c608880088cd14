package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.Jdks;
import io.fusebox.testapp.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The OpenTelemetry agent weaves the same methods: whichever comes first, both work. */
@Timeout(120)
class OtherAgentTest {

  private static final Path OTHER = Path.of(System.getProperty("fusebox.otel.jar", ""));

  private static final Path LIBRARIES = Path.of(System.getProperty("fusebox.okhttp.libraries"));

  @TempDir private Path directory;

  /** Each start of the other agent takes seconds: an old Java and a new one have to do. */
  static Stream<Jdk> some() {
    List<Jdk> all = Jdks.withHttpClient().toList();
    List<Jdk> some =
        all.stream().filter(jdk -> jdk.feature() == 17 || jdk.feature() == 25).toList();
    return (some.isEmpty() ? all : some).stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("some")
  void mayComeAfterUs(Jdk jdk) throws Exception {
    assertBothWork(ForkedJvm.on(jdk).option(ours()).option(theirs()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("some")
  void mayComeBeforeUs(Jdk jdk) throws Exception {
    assertBothWork(ForkedJvm.on(jdk).option(theirs()).option(ours()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("some")
  void weavesOkHttpToo(Jdk jdk) throws Exception {
    for (boolean first : new boolean[] {true, false}) {
      String id = Calls.newId();
      ForkedJvm jvm = ForkedJvm.on(jdk).libraries(LIBRARIES.resolve("4.12"));
      jvm.option(first ? ours() : theirs()).option(first ? theirs() : ours());
      Finished finished =
          quiet(jvm, "okhttp")
              .arguments(
                  List.of(
                      "hung=execute,GET," + Calls.url("/pay/silent"),
                      "hung.async=enqueue,GET," + Calls.url("/pay/silent"),
                      "traced=execute,POST," + Calls.url("/long/sequence?of=408.200&id=" + id)))
              .main("io.fusebox.testapp.okhttp.OkCaller");
      Calls.assertEnded(finished);
      for (String hung : List.of("hung", "hung.async")) {
        String told = String.valueOf(finished.values().get(hung));
        assertTrue(told.contains("policy pay, timeout.total = 300ms"), finished::toString);
      }
      // Once, for OkHttp's own resend of a POST is stopped; with their header.
      assertEquals("returned 408 408-1", finished.values().get("traced"), finished::toString);
      assertTraced(id);
      assertEquals(1, finished.said("at exit: policy pay: 2 calls, 2 cut").size(), finished::err);
      assertEquals(0, finished.said("fault of the agent").size(), finished::err);
    }
  }

  private static ForkedJvm quiet(ForkedJvm jvm, String instrumentation) {
    return jvm.option("-Dotel.traces.exporter=none")
        // Only what meets us: each start of it with all it has takes ten seconds.
        .option("-Dotel.instrumentation.common.default-enabled=false")
        .option("-Dotel.instrumentation." + instrumentation + ".enabled=true")
        .option("-XX:TieredStopAtLevel=1")
        .option("-Dotel.metrics.exporter=none")
        .option("-Dotel.logs.exporter=none");
  }

  /** Theirs is at work too: it is what adds this header. */
  private static void assertTraced(String id) {
    assertEquals(
        1,
        Calls.SERVER.hits(id).stream()
            .filter(hit -> hit.headers().containsKey("traceparent"))
            .count());
  }

  private static void assertBothWork(ForkedJvm jvm) throws Exception {
    String id = Calls.newId();
    Finished finished =
        quiet(jvm, "java-http-client")
            .arguments(Calls.allKinds())
            .arguments(List.of(Calls.call("traced", "sync", "POST", "/pay/ok?id=" + id)))
            .main(Calls.CALLER);
    Calls.assertAllGuarded(finished);
    Calls.assertReturned(finished, "traced", "ok");
    Calls.assertArrivedOnce(id, finished);
    assertTraced(id);
    assertEquals(1, finished.said("at exit: policy pay: 4 calls, 2 cut").size(), finished::err);
    assertEquals(0, finished.said("Exception").size(), finished::err);
  }

  private String ours() throws Exception {
    Path file = Files.writeString(directory.resolve("policies.properties"), Calls.POLICIES);
    return "-javaagent:" + ForkedJvm.agentJar() + "=" + file;
  }

  private static String theirs() {
    Needs.that(Files.isRegularFile(OTHER), "the OpenTelemetry agent at " + OTHER);
    return "-javaagent:" + OTHER;
  }
}
