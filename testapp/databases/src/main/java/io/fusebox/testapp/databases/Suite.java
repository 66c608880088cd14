package io.fusebox.testapp.databases;

import io.fusebox.testapp.report.Places;
import io.fusebox.testapp.report.Report;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Runs scenarios side by side, each on a thread of its own, and gives up on one that is not over by
 * its bound: {@code hung} is an outcome. One thread.
 */
final class Suite {

  private static final int SPREAD_MILLIS = 20;

  private final Places places;
  private final String prefix;
  private final Control control;
  private final Pattern only = Pattern.compile(System.getProperty("scenarios", ".*"));
  private final List<Running> running = new ArrayList<>();

  Suite(Places places, String prefix) {
    this.places = places;
    this.prefix = prefix;
    this.control = new Control(Integer.parseInt(places.text("control")));
  }

  /** A scenario: makes connections, and one call that counts. */
  interface Scenario {
    void run(Trial trial) throws Exception;
  }

  /**
   * Starts a scenario.
   *
   * @param name also of its relay
   * @param boundMillis after which it counts as hung
   */
  void start(String name, long boundMillis, Scenario scenario) throws InterruptedException {
    if (only.matcher(name).matches()) {
      Running next = new Running(name, boundMillis, scenario);
      running.add(next);
      next.thread.start();
      Thread.sleep(SPREAD_MILLIS);
    }
  }

  /** Waits for all that were started. */
  void finish() throws InterruptedException {
    for (Running one : running) {
      one.finish();
    }
    running.clear();
  }

  private final class Running {
    private final long boundMillis;
    private final long startNanos = System.nanoTime();
    private final Report report;
    private final Trial trial;
    private final Thread thread;

    Running(String name, long boundMillis, Scenario scenario) {
      this.boundMillis = boundMillis;
      this.report = new Report(System.out, prefix + "." + name);
      this.trial = new Trial(name, prefix + "." + name + "." + places.text("run"), report, control);
      this.thread = new Thread(() -> run(scenario), "scenario-" + name);
      thread.setDaemon(true);
    }

    private void run(Scenario scenario) {
      try {
        scenario.run(trial);
      } catch (Throwable e) {
        // A broken connection may well say so when it is closed.
        boolean late = trial.isMeasured() && e instanceof SQLException;
        report.put(late ? "close" : "fault", Failures.chain(e) + ": " + e.getMessage());
      }
    }

    void finish() throws InterruptedException {
      long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
      thread.join(Math.max(1, boundMillis - passed));
      if (thread.isAlive()) {
        trial.giveUp(boundMillis);
      }
      report.close();
    }
  }
}
