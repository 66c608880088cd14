package io.fusebox.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Processor time of all children that have ended, in milliseconds, in steps of 10: what they took
 * whoever else used the machine meanwhile. Linux only; NaN elsewhere.
 */
final class ChildCpu {

  private static final Path STAT = Path.of("/proc/self/stat");

  private ChildCpu() {}

  static double millis() throws IOException {
    if (!Files.exists(STAT)) {
      return Double.NaN;
    }
    String stat = Files.readString(STAT);
    // Behind the name, which may hold anything: state is field 3, cutime 16, cstime 17, in ticks.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) * 10.0;
  }
}
