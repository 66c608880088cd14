package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo shows what it claims, and its policy file is right. */
@Timeout(90)
class DemoTest {

  private static final Path ROOT = ForkedJvm.agentJar().resolve("../../..").normalize();

  @Test
  void everyClaimIsObserved() throws Exception {
    Jdk running = new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    Finished finished =
        ForkedJvm.on(running)
            .libraries(Path.of(System.getProperty("fusebox.okhttp.libraries"), "4.12"))
            .workingDirectory(ROOT)
            .main("io.fusebox.testapp.demo.Demo");
    assertEquals(0, finished.exitCode(), finished.out());
    assertTrue(finished.out().lines().allMatch(line -> line.length() <= 100), finished.out());
    assertTrue(finished.out().chars().allMatch(c -> c < 128), finished.out());
  }

  @Test
  void policyFilePassesTheCheck() throws Exception {
    Jdk running = new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    Finished finished =
        ForkedJvm.on(running)
            .workingDirectory(ROOT)
            .arguments(List.of("check", "policies/demo.properties"))
            .jar(ForkedJvm.agentJar());
    assertEquals(0, finished.exitCode(), () -> finished.out() + finished.err());
  }
}
