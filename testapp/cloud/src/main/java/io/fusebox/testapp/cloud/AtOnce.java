package io.fusebox.testapp.cloud;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Runs scenarios side by side, each on a thread of its own, and prints what becomes of them, a line
 * {@code NAME=VALUE} each. One thread.
 */
final class AtOnce {

  private static final long PATIENCE_SECONDS = 15;

  private final Pattern only = Pattern.compile(System.getProperty("scenarios", ".*"));
  private final List<Thread> running = new ArrayList<>();

  /** A scenario: what it says, or throws, is its outcome. */
  interface Scenario {
    Object run() throws Exception;
  }

  void start(String name, Scenario scenario) {
    if (only.matcher(name).matches()) {
      Thread thread = new Thread(() -> run(name, scenario), name);
      thread.setDaemon(true);
      running.add(thread);
      thread.start();
    }
  }

  /** Waits for all that were started; one that is not over in time says {@code hung}. */
  void finish() throws InterruptedException {
    long due = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    for (Thread thread : running) {
      long left = TimeUnit.NANOSECONDS.toMillis(due - System.nanoTime());
      thread.join(Math.max(1, left));
      if (thread.isAlive()) {
        print(thread.getName(), "hung");
      }
    }
    running.clear();
  }

  static void run(String name, Scenario scenario) {
    long start = System.nanoTime();
    Object outcome;
    try {
      outcome = scenario.run();
    } catch (Throwable e) {
      outcome = "threw " + messages(e);
    }
    print(name + ".millis", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    print(name, outcome);
  }

  static void print(String name, Object value) {
    System.out.println(name + "=" + String.valueOf(value).replace("\n", " "));
  }

  /** An exception and its causes, each with its class. */
  static String messages(Throwable thrown) {
    StringBuilder chain = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      chain.append(chain.length() == 0 ? "" : " < ").append(t);
    }
    return chain.toString();
  }
}
