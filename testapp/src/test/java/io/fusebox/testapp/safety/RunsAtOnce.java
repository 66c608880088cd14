package io.fusebox.testapp.safety;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.Jdks;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One run of a program on each JDK, all begun at once, for they mostly wait. Thread-safe. */
final class RunsAtOnce {

  private final Map<Jdk, CompletableFuture<Finished>> runs = new LinkedHashMap<>();

  private RunsAtOnce() {}

  /** Begins them. */
  static RunsAtOnce of(Program program) {
    RunsAtOnce begun = new RunsAtOnce();
    Jdks.withHttpClient()
        .forEach(
            jdk -> begun.runs.put(jdk, CompletableFuture.supplyAsync(() -> run(program, jdk))));
    return begun;
  }

  /** How it went on that JDK, by itself and in time. */
  Finished on(Jdk jdk) throws Exception {
    Finished finished = Objects.requireNonNull(runs.get(jdk)).get(90, TimeUnit.SECONDS);
    Calls.assertEnded(finished);
    return finished;
  }

  private static Finished run(Program program, Jdk jdk) {
    try {
      return program.run(jdk);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** What runs. */
  @FunctionalInterface
  interface Program {
    Finished run(Jdk jdk) throws Exception;
  }
}
