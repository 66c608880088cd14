package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

  private static void assertBothWork(ForkedJvm jvm) throws Exception {
    String id = Calls.newId();
    Finished finished =
        jvm.option("-Dotel.traces.exporter=none")
            // Only what meets us: each start of it with all it has takes ten seconds.
            .option("-Dotel.instrumentation.common.default-enabled=false")
            .option("-Dotel.instrumentation.java-http-client.enabled=true")
            .option("-XX:TieredStopAtLevel=1")
            .option("-Dotel.metrics.exporter=none")
            .option("-Dotel.logs.exporter=none")
            .arguments(Calls.allKinds())
            .arguments(List.of(Calls.call("traced", "sync", "POST", "/pay/ok?id=" + id)))
            .main(Calls.CALLER);
    Calls.assertAllGuarded(finished);
    Calls.assertReturned(finished, "traced", "ok");
    Calls.assertArrivedOnce(id, finished);
    // Theirs is at work too: it is what adds this header.
    assertEquals(
        1,
        Calls.SERVER.hits(id).stream()
            .filter(hit -> hit.headers().containsKey("traceparent"))
            .count());
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
