package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A Java whose client is not what we know is said; what can work without the place does. */
@Timeout(60)
class MissingPlacesTest {

  @TempDir private Path directory;

  @Test
  void placeOfOneFeatureCostsThatFeature() throws Exception {
    Finished finished = run("remainingConnectTimeout");
    Calls.assertGuarded(finished);
    assertEquals(1, finished.said("java.net.http: without timeout.connect").size(), finished::err);
    assertEquals(0, finished.said("NOT guarded").size(), finished::err);
  }

  @Test
  void placeOfTheCallItselfLeavesTheCallAlone() throws Exception {
    Finished finished = run("sendAsync");
    Calls.assertEnded(finished);
    Calls.assertHung(finished, "hung");
    Calls.assertReturned(finished, "answered", "ok");
    // Once for each place that is missed.
    assertTrue(
        finished.err().contains("java.net.http is NOT guarded: this Java has no"), finished::err);
  }

  private Finished run(String missing) throws Exception {
    Path jar = SabotagedJar.renaming(directory.resolve("fusebox.jar"), missing, "isNoMore");
    Path file = Files.writeString(directory.resolve("policies.properties"), Calls.POLICIES);
    return ForkedJvm.on(
            new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home"))))
        .option("-javaagent:" + jar + "=" + file)
        .arguments(Calls.two())
        .main(Calls.CALLER);
  }
}
