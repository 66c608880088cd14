package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fusebox.testapp.fault.FaultServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs of the suite "state", whose scenarios call a host of their own each. */
final class StateRuns {

  private static final int HOSTS = 800;

  private static final FaultServer SECOND;
  private static final Path NAMES;

  static {
    try {
      SECOND = FaultServer.start();
      NAMES = names();
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private StateRuns() {}

  /** How the scenarios that match go without the agent; not all, for some would wait for long. */
  static Runs.Run plain(Jdk jdk) {
    String some =
        "rejections.*|breaker\\.(row|more-fail|hundred-hosts).*|bulkhead\\.full.*"
            + "|fallback\\.status.*|breaker\\.(wait|callback).*|own\\..*"
            + "|bulkhead\\.(executor-refuses|handler-throws).*|hasty\\..*|fallback\\.connect\\..*"
            + "|h2\\.crowd.*|fallback\\.thread.*";
    return Runs.made(jdk, "state", "plain", jvm(jdk).option("-Dscenarios=" + some));
  }

  /** How the suite goes with the agent. */
  static Runs.Run guarded(Jdk jdk) {
    Runs.Run run = Runs.made(jdk, "state", "guarded", jvm(jdk).agent(policies()));
    assertEquals(List.of(), run.finished().said("fault of the agent"));
    return run;
  }

  /** With the agent, which only looks. */
  static Runs.Run observed(Jdk jdk) {
    String some =
        "breaker\\.(row|more-fail|slow|forced|retries|wait|shared|hundred-hosts).*"
            + "|breaker\\.(no-retry|stays-open|silent-body).*"
            + "|probes\\.(close|stampede).*|bulkhead\\.full.*|fallback\\.(rejected|status).*"
            + "|fallback\\.(bulkhead|connect\\.).*|fallback\\.thread\\.timeout.*|budget\\.outage.*";
    return Runs.made(
        jdk,
        "state",
        "observed",
        jvm(jdk).agent("agent.mode = observe\n" + policies()).option("-Dscenarios=" + some));
  }

  private static ForkedJvm jvm(Jdk jdk) {
    return ForkedJvm.on(jdk)
        .option("-Djdk.net.hosts.file=" + NAMES)
        .arguments(List.of("second=" + SECOND.port()));
  }

  static String policies() {
    try (InputStream in = StateRuns.class.getResourceAsStream("/state.properties")) {
      if (in == null) {
        throw new IllegalStateException("no state.properties");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the forked JVMs resolve names with: all of them are this machine. */
  private static Path names() throws IOException {
    Path file = Files.createTempFile("fusebox-hosts", ".txt");
    file.toFile().deleteOnExit();
    StringBuilder lines = new StringBuilder("127.0.0.1 localhost\n");
    for (int i = 0; i < HOSTS; i++) {
      lines.append("127.0.0.1 h").append(i).append(".test\n");
    }
    return Files.writeString(file, lines);
  }
}
