package io.fusebox.bench.app;

import java.util.Arrays;

/** What a program found out, as a line for the process that started it. */
public final class Result {

  /** What the line begins with. */
  public static final String MARK = "result:";

  private final StringBuilder line = new StringBuilder(MARK);

  /** Adds a number. */
  public Result add(String name, double value) {
    line.append(' ').append(name).append('=').append(value);
    return this;
  }

  /** Adds percentiles of durations, in microseconds. Sorts what it is given. */
  Result addMicros(long[] nanos) {
    Arrays.sort(nanos);
    add("min", nanos[0] / 1e3);
    add("p50", nanos[nanos.length / 2] / 1e3);
    add("p99", nanos[(int) (nanos.length * 0.99)] / 1e3);
    return add("max", nanos[nanos.length - 1] / 1e3);
  }

  void print() {
    System.out.println(line);
    System.out.flush();
  }
}
