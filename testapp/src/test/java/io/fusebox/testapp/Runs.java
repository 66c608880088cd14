package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Runs of scenario suites in forked JVMs, each made once and shared by all tests: a JVM without the
 * agent, one with it.
 */
final class Runs {

  private static final String SCENARIOS = "io.fusebox.testapp.scenario.Scenarios";
  private static final Map<String, CompletableFuture<Run>> MADE = new ConcurrentHashMap<>();

  private Runs() {}

  /** How the suite goes without the agent. */
  static Run plain(Jdk jdk, String suite) {
    return plain(jdk, suite, ForkedJvm::on);
  }

  /**
   * The same with JVMs of the suite's own. Such runs mostly wait for what hangs, so they are made
   * on all JDKs, two at a time; they are over before this returns, and disturb no run that is
   * timed.
   */
  static Run plain(Jdk jdk, String suite, Function<Jdk, ForkedJvm> jvms) {
    Iterator<Jdk> rest = Jdks.withHttpClient().iterator();
    while (rest.hasNext()) {
      CompletableFuture<Run> one = started(rest.next(), suite, "plain", jvms);
      if (rest.hasNext()) {
        ended(started(rest.next(), suite, "plain", jvms));
      }
      ended(one);
    }
    return started(jdk, suite, "plain", jvms).join();
  }

  private static void ended(CompletableFuture<Run> run) {
    run.exceptionally(fault -> null).join();
  }

  /** How the suite goes with the agent and {@code scenarios.properties}. */
  static Run guarded(Jdk jdk, String suite) {
    Run run = made(jdk, suite, "guarded", ForkedJvm.on(jdk).agent(policies()));
    assertEquals(List.of(), run.finished().said("fault of the agent"));
    return run;
  }

  /** The same with {@code options} for JVM and program. */
  static Run made(Jdk jdk, String suite, String kind, ForkedJvm jvm) {
    return started(jdk, suite, kind, given -> jvm).join();
  }

  /** A run that failed is kept as well: it would fail for every test, and take its time. */
  private static CompletableFuture<Run> started(
      Jdk jdk, String suite, String kind, Function<Jdk, ForkedJvm> jvms) {
    String name = kind + jdk.feature();
    return MADE.computeIfAbsent(
        suite + " " + name,
        key ->
            CompletableFuture.supplyAsync(
                () -> run(suite, name, jvms.apply(jdk)), task -> new Thread(task, key).start()));
  }

  static String policies() {
    try (InputStream in = Runs.class.getResourceAsStream("/scenarios.properties")) {
      if (in == null) {
        throw new IllegalStateException("no scenarios.properties");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Run run(String suite, String name, ForkedJvm jvm) {
    try {
      jvm.arguments(List.of("suite=" + suite, "run=" + name)).arguments(Servers.arguments());
      Finished finished = jvm.timeoutSeconds(90).main(SCENARIOS);
      assertTrue(finished.ended(), () -> "took too long: " + finished);
      assertEquals(0, finished.exitCode(), finished::toString);
      return new Run(name, finished, finished.values());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A suite's run.
   *
   * @param name what the scenarios' ids end with
   * @param finished the process
   * @param values the lines of all outcomes
   */
  record Run(String name, Finished finished, Map<String, String> values) {

    Outcome of(String scenario) {
      return new Outcome(this, scenario);
    }
  }
}
