package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.FaultServer;
import io.fusebox.testapp.fault.Hit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A run of a program of {@code testapp/cloud} against a server of its own.
 *
 * @param finished the program
 * @param server what it called; closed, but it still knows what came
 */
record CloudRuns(Finished finished, FaultServer server) {

  private static final Path ROOT = ForkedJvm.agentJar().resolve("../../..").normalize();
  private static final Path CLOUD = ROOT.resolve("testapp/cloud/target");
  private static final String PACKAGE = "io.fusebox.testapp.cloud.";

  /** Where no policies are given, without the agent. {@code PORT} stands for the server's. */
  static CloudRuns of(
      Jdk jdk, String program, String libraries, String policies, List<String> arguments)
      throws IOException, InterruptedException {
    try (FaultServer server = FaultServer.start()) {
      return of(jdk, program, libraries, policies, arguments, server);
    }
  }

  private static CloudRuns of(
      Jdk jdk,
      String program,
      String libraries,
      String policies,
      List<String> arguments,
      FaultServer server)
      throws IOException, InterruptedException {
    String port = Integer.toString(server.port());
    ForkedJvm jvm =
        ForkedJvm.on(jdk)
            .libraries(CLOUD)
            .libraries(CLOUD.resolve(libraries))
            .arguments(arguments.stream().map(text -> text.replace("PORT", port)).toList());
    if (!policies.isEmpty()) {
      jvm.agent(policies.replace("PORT", port));
    }
    CloudRuns run = new CloudRuns(jvm.main(PACKAGE + program), server);
    assertTrue(run.finished.ended(), run.finished::toString);
    assertEquals(0, run.finished.exitCode(), run.finished::toString);
    assertEquals(List.of(), run.finished.said("fault of the agent"));
    return run;
  }

  /** A policy file of the cookbook. */
  static String cookbook(String name) throws IOException {
    return Files.readString(ROOT.resolve("policies/cookbook").resolve(name + ".properties"));
  }

  /** What became of a scenario. */
  String told(String scenario) {
    Map<String, String> values = finished.values();
    return String.valueOf(values.get(scenario));
  }

  /** How long it took. */
  long millis(String scenario) {
    return Long.parseLong(told(scenario + ".millis"));
  }

  /** What came for a path. */
  List<Hit> hits(String path) {
    return server.hits(path);
  }
}
