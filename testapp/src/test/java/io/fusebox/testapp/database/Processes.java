package io.fusebox.testapp.database;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Processes that are stopped for a while: they keep what is open and do nothing. Thread-safe. */
final class Processes {

  private static final Set<Long> STOPPED = ConcurrentHashMap.newKeySet();

  private Processes() {}

  static void stop(long process) throws IOException, InterruptedException {
    STOPPED.add(process);
    signal("STOP", process);
  }

  static void resume(long process) throws IOException, InterruptedException {
    signal("CONT", process);
    STOPPED.remove(process);
  }

  /** Lets all go on that still are stopped, or they would not end. */
  static void resumeAll() throws InterruptedException {
    for (Long process : STOPPED) {
      try {
        resume(process);
      } catch (IOException e) {
        // It is gone, and needs nothing.
      }
    }
  }

  private static void signal(String name, long process) throws IOException, InterruptedException {
    // A shell has it built in, and needs no other package.
    Process kill =
        new ProcessBuilder(List.of("sh", "-c", "kill -" + name + " " + process))
            .redirectErrorStream(true)
            .start();
    if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
      throw new IOException("could not send " + name + " to process " + process);
    }
  }
}
