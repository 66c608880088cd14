package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs of the OkHttp scenarios in forked JVMs, each made once and shared by all tests. A suite is
 * run on all pairs together, two at a time: hardly any scenario does more than wait.
 */
final class OkRuns {

  private static final String SCENARIOS = "io.fusebox.testapp.okhttp.OkScenarios";
  private static final Map<String, Map<String, CompletableFuture<Runs.Run>>> MADE =
      new ConcurrentHashMap<>();

  private OkRuns() {}

  /** How the suite goes without the agent. */
  static Runs.Run plain(OkJvm jvm, String suite) {
    OkJvm chosen = jvm.plain();
    return of(suite + " plain", "plain" + chosen.id());
  }

  /** How it goes with the agent. */
  static Runs.Run guarded(OkJvm jvm, String suite) {
    Runs.Run run = of(suite + " guarded", "guarded" + jvm.id());
    assertEquals(List.of(), run.finished().said("fault of the agent"));
    return run;
  }

  private static Runs.Run of(String kind, String name) {
    CompletableFuture<Runs.Run> run = MADE.computeIfAbsent(kind, OkRuns::startAll).get(name);
    if (run == null) {
      throw new IllegalArgumentException(kind + ": no run " + name);
    }
    return run.join();
  }

  private static Map<String, CompletableFuture<Runs.Run>> startAll(String kind) {
    String suite = kind.substring(0, kind.indexOf(' '));
    boolean plain = kind.endsWith("plain");
    ExecutorService two = Executors.newFixedThreadPool(2);
    Map<String, CompletableFuture<Runs.Run>> runs = new ConcurrentHashMap<>();
    for (OkJvm each : OkJvm.all().toList()) {
      OkJvm jvm = plain ? each.plain() : each;
      String name = (plain ? "plain" : "guarded") + jvm.id();
      runs.computeIfAbsent(
          name, key -> CompletableFuture.supplyAsync(() -> run(suite, key, jvm, plain), two));
    }
    two.shutdown();
    return runs;
  }

  private static Runs.Run run(String suite, String name, OkJvm jvm, boolean plain) {
    try {
      boolean users = suite.equals(OkUsers.SUITE);
      ForkedJvm forked = users ? OkUsers.start(jvm) : jvm.start();
      if (!plain) {
        forked.agent(policies());
      }
      List<String> arguments = new ArrayList<>(List.of("suite=" + suite, "run=" + name));
      arguments.addAll(Servers.arguments());
      Finished finished =
          RetryRuns.with(forked)
              .arguments(arguments)
              .timeoutSeconds(90)
              .main(users ? OkUsers.MAIN : SCENARIOS);
      assertTrue(finished.ended(), () -> "took too long: " + finished);
      assertEquals(0, finished.exitCode(), finished::toString);
      assertEquals(List.of(), finished.said("PASSIVE"), finished::err);
      return new Runs.Run(name, finished, finished.values());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Those of all its scenarios. */
  static String policies() throws IOException {
    try (InputStream in = OkRuns.class.getResourceAsStream("/okhttp.properties")) {
      if (in == null) {
        throw new IllegalStateException("no okhttp.properties");
      }
      return Runs.policies() + new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
