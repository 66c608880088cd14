package io.fusebox.bench;

import io.fusebox.bench.app.Result;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One run of a program in a JVM of its own. Waits by reading its output and by waiting for its end,
 * both blocking: whoever polls gets wall times in steps of the poll.
 */
final class Child {

  /** The name under which the wall time is found among the results, in milliseconds. */
  static final String WALL = "wall";

  /** The same for its processor time, user and system, to the end of the process. */
  static final String CPU = "cpu";

  // Fixed at construction.
  private final List<String> command;
  private final String stopAt;
  // One thread only.
  private final Map<String, Double> results = new HashMap<>();
  private long endNanos;
  private String stderr = "";

  Child(List<String> command) {
    this(command, "");
  }

  /** The wall time ends with that line of output instead of the end of the process. */
  Child(List<String> command, String stopAt) {
    this.command = command;
    this.stopAt = stopAt;
  }

  Child run() throws IOException {
    Path errors = Files.createTempFile("fusebox-bench", ".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
      double cpu = ChildCpu.millis();
      long start = System.nanoTime();
      Process process = builder.start();
      read(process);
      int code = waitFor(process);
      if (endNanos == 0) {
        endNanos = System.nanoTime();
      }
      results.put(WALL, (endNanos - start) / 1e6);
      results.put(CPU, ChildCpu.millis() - cpu);
      stderr = Files.readString(errors);
      if (code != 0 || stderr.contains("fusebox: NOT") || stderr.contains("NOT armed")) {
        throw new IOException("exit code " + code + " of " + command + "\n" + stderr);
      }
      return this;
    } finally {
      Files.delete(errors);
    }
  }

  private void read(Process process) throws IOException {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.equals(stopAt)) {
          endNanos = System.nanoTime();
        } else if (line.startsWith(Result.MARK)) {
          parse(line.substring(Result.MARK.length()).trim());
        }
      }
    }
  }

  private void parse(String line) {
    for (String pair : line.split(" ", -1)) {
      int equals = pair.indexOf('=');
      results.put(pair.substring(0, equals), Double.valueOf(pair.substring(equals + 1)));
    }
  }

  private static int waitFor(Process process) throws IOException {
    try {
      if (!process.waitFor(5, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException("still running after 5 minutes: " + process.info());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw new IOException(e);
    }
  }

  Map<String, Double> results() {
    return results;
  }

  /** The first line of standard error that has it; empty if none. */
  String stderrLine(String part) {
    return stderr.lines().filter(line -> line.contains(part)).findFirst().orElse("");
  }
}
