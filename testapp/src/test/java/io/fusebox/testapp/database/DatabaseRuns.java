package io.fusebox.testapp.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * Runs of the scenarios in forked JVMs, each made once and shared by all tests; all of a kind
 * together, two at a time: hardly any scenario does more than wait.
 */
final class DatabaseRuns {

  private static final String PLAIN = "plain";
  private static final String GUARDED = "guarded";
  private static final String STOPPED = "stopped-";
  private static final Map<String, Map<DatabaseJvm, CompletableFuture<DatabaseRun>>> MADE =
      new ConcurrentHashMap<>();

  private DatabaseRuns() {}

  /** How it goes without the agent. */
  static DatabaseRun plain(DatabaseJvm jvm) {
    return of(PLAIN, DatabaseJvm.plain(), jvm);
  }

  /** How it goes with the agent and {@code jdbc.properties}. */
  static DatabaseRun guarded(DatabaseJvm jvm) {
    return checked(of(GUARDED, DatabaseJvm.all(), jvm));
  }

  /** How it goes without the agent when the server itself is stopped. */
  static DatabaseRun stoppedPlain(DatabaseJvm jvm) {
    return of(STOPPED + PLAIN, DatabaseJvm.plainStopped(), jvm);
  }

  /** And how with it. */
  static DatabaseRun stoppedGuarded(DatabaseJvm jvm) {
    return checked(of(STOPPED + GUARDED, DatabaseJvm.stopped(), jvm));
  }

  private static DatabaseRun checked(DatabaseRun run) {
    assertEquals(List.of(), run.finished().said("PASSIVE"), run.finished()::err);
    assertEquals(List.of(), run.finished().said("fault of the agent"), run.finished()::err);
    return run;
  }

  private static DatabaseRun of(String kind, Stream<DatabaseJvm> jvms, DatabaseJvm jvm) {
    CompletableFuture<DatabaseRun> run =
        MADE.computeIfAbsent(kind, key -> startAll(kind, jvms)).get(jvm);
    if (run == null) {
      throw new IllegalArgumentException("no " + kind + " run of " + jvm);
    }
    return run.join();
  }

  private static Map<DatabaseJvm, CompletableFuture<DatabaseRun>> startAll(
      String kind, Stream<DatabaseJvm> jvms) {
    ExecutorService two = Executors.newFixedThreadPool(2);
    Map<DatabaseJvm, CompletableFuture<DatabaseRun>> runs = new ConcurrentHashMap<>();
    jvms.forEach(jvm -> runs.put(jvm, CompletableFuture.supplyAsync(() -> made(kind, jvm), two)));
    two.shutdown();
    return runs;
  }

  private static DatabaseRun made(String kind, DatabaseJvm jvm) {
    boolean own = kind.startsWith(STOPPED);
    DatabaseServer server = own ? jvm.driver().ownServer() : jvm.driver().server();
    try {
      return made(kind, jvm, server, own ? "own" : "shared");
    } catch (Exception e) {
      throw new IllegalStateException(jvm + ", " + kind + ": " + e, e);
    }
  }

  private static DatabaseRun made(String kind, DatabaseJvm jvm, DatabaseServer server, String whose)
      throws Exception {
    try (Relays relays = Relays.to(server.port(), DatabasePolicies.relays());
        Switchboard switchboard = Switchboard.start(server, relays)) {
      ForkedJvm forked = jvm.start().timeoutSeconds(90);
      if (kind.endsWith(GUARDED)) {
        forked.option("-Dio.fusebox.jdbc=preview");
        forked.agent(DatabasePolicies.text(jvm.driver(), relays));
      }
      String name = kind + jvm.id();
      Finished finished =
          forked
              .arguments(List.of("run=" + name, "rounds=" + (kind.equals(PLAIN) ? 20 : 200)))
              .arguments(List.of("database=" + jvm.driver().database()))
              .arguments(List.of("scheme=" + jvm.driver().scheme()))
              .arguments(List.of("control=" + switchboard.port(), "direct=" + server.port()))
              .arguments(List.of("server=" + whose))
              .arguments(relays.arguments())
              .main(jvm.driver().main());
      assertTrue(finished.ended(), () -> "took too long: " + finished);
      assertEquals(0, finished.exitCode(), finished::toString);
      return new DatabaseRun(name, jvm, finished, finished.values(), relays);
    }
  }
}
