package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.OnEveryJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What breakers and bulkheads know outlives a change of the file; a switch takes effect at once.
 */
@Timeout(120)
class ReloadedStateTest {

  private static final String RELOADING = "io.fusebox.testapp.safety.ReloadingState";

  @TempDir static Path directory;
  private static RunsAtOnce runs;

  @BeforeAll
  static void start() {
    runs = RunsAtOnce.of(ReloadedStateTest::run);
  }

  @OnEveryJdk
  void breakerAndPlacesStayWhatTheyAreWhileOtherKeysChange(Jdk jdk) throws Exception {
    Map<String, String> values = values(jdk);
    assertEquals("503 503 rejected rejected rejected", values.get("before"));
    assertEquals("rejected rejected rejected", values.get("kept"));
    assertEquals("200 200", values.get("given-back"));
  }

  @OnEveryJdk
  void breakerThatIsSwitchedOffLetsEverythingThrough(Jdk jdk) throws Exception {
    assertEquals("503 503 503 200 200", values(jdk).get("off"));
  }

  @OnEveryJdk
  void breakerThatIsSwitchedOnAgainBeginsAnew(Jdk jdk) throws Exception {
    Map<String, String> values = values(jdk);
    assertEquals("200 503", values.get("late"));
    assertEquals("503 503 rejected rejected 200 200", values.get("on"));
  }

  private static Map<String, String> values(Jdk jdk) throws Exception {
    return runs.on(jdk).values();
  }

  private static Finished run(Jdk jdk) throws Exception {
    Path file = directory.resolve("policies" + jdk.feature() + ".properties");
    Files.writeString(file, ReloadingState.policies("off", "30s", "on", "1"));
    return ForkedJvm.on(jdk)
        .option("-javaagent:" + ForkedJvm.agentJar() + "=" + file)
        .arguments(List.of(file.toString(), Calls.url("/")))
        .timeoutSeconds(80)
        .main(RELOADING);
  }
}
