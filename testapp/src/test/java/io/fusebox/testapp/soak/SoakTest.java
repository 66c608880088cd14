package io.fusebox.testapp.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The soak, for as long as a test may take: of the hours that it is for, it shows that it works.
 */
@Timeout(180)
class SoakTest {

  private static final Path POLICIES = Path.of("../policies/soak.properties");

  private final Jdk running =
      new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));

  @Test
  void twentySecondsOfFaultsLeaveNothingBehind() throws Exception {
    Finished finished =
        ForkedJvm.on(running)
            .agent(Files.readString(POLICIES))
            .option("-Dtestapp.soak.seconds=20")
            .timeoutSeconds(170)
            .main("io.fusebox.testapp.soak.Soak");
    assertEquals(0, finished.exitCode(), finished::toString);
    assertEquals("passed", finished.values().get("soak"), finished::toString);
    long calls = Long.parseLong(String.valueOf(finished.values().get("calls")));
    assertTrue(calls > 200, finished::toString);
    assertEquals(0, finished.said("fault of the agent").size(), finished::err);
  }

  /** What it measures is our doing: without us it would hang. */
  @Test
  void withoutTheAgentItDoesNotBegin() throws Exception {
    Finished finished = ForkedJvm.on(running).main("io.fusebox.testapp.soak.Soak");
    assertEquals(2, finished.exitCode(), finished::toString);
  }
}
