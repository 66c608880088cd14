package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.OnEveryJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cut frees who waits, also where the system gives no thread any more to those who would do it.
 */
class NoThreadsTest {

  @TempDir static Path directory;

  private static Path jar = Path.of("");

  @BeforeAll
  static void makeJar() throws Exception {
    jar =
        SabotagedJar.withoutThreads(
            directory.resolve("fusebox.jar"), "fusebox-(worker|callback|log)");
  }

  @OnEveryJdk
  void callersAreFreedAllTheSame(Jdk jdk) throws Exception {
    List<String> calls =
        List.of(
            Calls.call("hung", "sync", "GET", "/pay/silent"),
            Calls.call("hung.async", "async", "GET", "/pay/silent"),
            Calls.call("stalled", "sync", "GET", "/pay/stall-after-head"),
            Calls.call("read", "stream", "GET", "/pay/stall-after-head"),
            Calls.call("answered", "sync", "GET", "/long/ok"));
    Finished plain =
        ForkedJvm.on(jdk).option("-Dpatience=1000").arguments(calls).main(Calls.CALLER);
    for (String call : List.of("hung", "hung.async", "stalled", "read")) {
      Calls.assertHung(plain, call);
    }
    Finished guarded =
        ForkedJvm.on(jdk)
            .option("-javaagent:" + jar + "=" + policies())
            .option("-Dpatience=8000")
            .arguments(calls)
            .main(Calls.CALLER);
    Calls.assertEnded(guarded);
    for (String call : List.of("hung", "hung.async", "stalled")) {
      Calls.assertCut(guarded, call);
    }
    String read = String.valueOf(guarded.values().get("read"));
    assertTrue(read.startsWith("threw java.io.IOException"), guarded::toString);
    Calls.assertReturned(guarded, "answered", "ok");
    assertTrue(guarded.said("OutOfMemoryError: sabotaged").size() > 0, guarded::toString);
    // The calls that were made to show it went on protected, though not as they should.
    assertTrue(guarded.said("4 cut by timeout.total").size() == 1, guarded::toString);
  }

  private static Path policies() throws Exception {
    return Files.writeString(directory.resolve("policies.properties"), Calls.POLICIES);
  }
}
