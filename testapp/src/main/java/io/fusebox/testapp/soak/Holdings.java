package io.fusebox.testapp.soak;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;

/** What this process holds at present. Linux. */
public final class Holdings {

  private static final String OURS = "fusebox-";

  /**
   * A call that the agent guards, as the JVM calls it: the agent's classes cannot be named here.
   */
  private static final String CALL = "io.fusebox.jdk11.GuardedCall";

  /** The JVM keeps these for a minute, and never more than it has processors. */
  private static final String COMMON_POOL = "ForkJoinPool.commonPool";

  private Holdings() {}

  /** The bytes of the heap that are in use when all garbage is collected. */
  public static long heapBytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    // What a collection frees may be what keeps other things alive until the next.
    for (int i = 0; i < 4; i++) {
      collectGarbage();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  /** Asks for a collection. */
  @SuppressWarnings("System.gc") // To measure what is left is what this is for.
  public static void collectGarbage() {
    System.gc();
  }

  /** How many sockets are open. */
  public static int sockets() {
    int sockets = 0;
    File[] descriptors = new File("/proc/self/fd").listFiles();
    if (descriptors == null) {
      throw new IllegalStateException("needs /proc");
    }
    for (File descriptor : descriptors) {
      sockets += isSocket(descriptor.toPath()) ? 1 : 0;
    }
    return sockets;
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException closed) {
      // It was open when the list was made.
      return false;
    }
  }

  /**
   * How many calls the agent has in its memory: those that its timer watches, that wait for another
   * attempt, or whose bodies are still to be read. Collects all garbage first.
   */
  public static int agentCalls() throws JMException {
    Object histogram =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
    for (String line : histogram.toString().split("\n", -1)) {
      // Its rank, instances, bytes, class, and from some version on the module.
      String[] columns = line.trim().split(" +", -1);
      if (columns.length > 3 && columns[3].equals(CALL)) {
        return Integer.parseInt(columns[1]);
      }
    }
    return 0;
  }

  /** The names of the agent's threads, sorted. */
  public static List<String> agentThreads() {
    List<String> names = threads();
    names.removeIf(name -> !name.startsWith(OURS));
    return names;
  }

  /** The names of all threads, sorted, but those of the common pool. */
  public static List<String> threads() {
    List<String> names = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!thread.getName().startsWith(COMMON_POOL)) {
        names.add(thread.getName());
      }
    }
    names.sort(null);
    return names;
  }
}
