package io.fusebox.testapp.scenario;

import io.fusebox.testapp.report.Places;
import io.fusebox.testapp.report.Report;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Runs scenarios side by side, each on a thread of its own, and gives up on one that is not over by
 * its bound: {@code hung} is an outcome. Starts are spread a little, so that the first connections
 * do not wait for each other.
 */
final class Suite {

  private static final int SPREAD_MILLIS = 20;

  /** Without the agent, what has hung for so long hangs; what is to end within more, says so. */
  private static final long HUNG_MILLIS = 4000;

  private static final long LONG_MILLIS = 10_000;

  // Fixed at construction.
  private final Places places;
  private final HttpClient client;
  private final Pattern only;

  // Only the main thread.
  private final List<Running> running = new ArrayList<>();

  Suite(Places places, HttpClient client) {
    this.places = places;
    this.client = client;
    this.only = Pattern.compile(System.getProperty("scenarios", ".*"));
  }

  Places places() {
    return places;
  }

  HttpClient client() {
    return client;
  }

  /**
   * Starts a scenario.
   *
   * @param boundMillis after which it counts as hung
   */
  void start(String name, long boundMillis, Scenario scenario) throws InterruptedException {
    if (only.matcher(name).matches()) {
      boolean hangs = places.text("run").startsWith("plain") && boundMillis < LONG_MILLIS;
      long bound = hangs ? Math.min(boundMillis, HUNG_MILLIS) : boundMillis;
      Running next = new Running(name, bound, scenario);
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
    private final Thread thread;

    Running(String name, long boundMillis, Scenario scenario) {
      this.boundMillis = boundMillis;
      this.report = new Report(System.out, name);
      this.thread = new Thread(() -> run(name, scenario), "scenario-" + name);
      thread.setDaemon(true);
    }

    private void run(String name, Scenario scenario) {
      Trial trial = new Trial(places, name, report, client);
      try {
        Object value = scenario.run(trial);
        report.returned(trial.elapsedMillis(), value);
      } catch (Throwable e) {
        report.threw(trial.elapsedMillis(), e);
      }
    }

    void finish() throws InterruptedException {
      long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
      thread.join(Math.max(1, boundMillis - passed));
      if (thread.isAlive()) {
        report.hung(boundMillis);
      }
      report.close();
    }
  }
}
