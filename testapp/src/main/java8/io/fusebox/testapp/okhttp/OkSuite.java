package io.fusebox.testapp.okhttp;

import io.fusebox.testapp.report.Places;
import io.fusebox.testapp.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Runs scenarios side by side, each on a thread of its own, and gives up on one that is not over by
 * its bound: {@code hung} is an outcome. One thread.
 */
public final class OkSuite {

  private static final int SPREAD_MILLIS = 20;

  private final Places places;
  private final OkHttpClient client;
  private final Pattern only = Pattern.compile(System.getProperty("scenarios", ".*"));
  private final List<Running> running = new ArrayList<>();

  public OkSuite(Places places, OkHttpClient client) {
    this.places = places;
    this.client = client;
  }

  public OkHttpClient client() {
    return client;
  }

  /** A scenario: returns what is to be reported. */
  public interface Scenario {
    @Nullable Object run(OkTrial trial) throws Exception;
  }

  /**
   * Starts a scenario.
   *
   * @param boundMillis after which it counts as hung
   */
  public void start(String name, long boundMillis, Scenario scenario) throws InterruptedException {
    if (only.matcher(name).matches()) {
      Running next = new Running(name, boundMillis, scenario);
      running.add(next);
      next.thread.start();
      Thread.sleep(SPREAD_MILLIS);
    }
  }

  /** Waits for all that were started. */
  public void finish() throws InterruptedException {
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
      OkTrial trial = new OkTrial(places, name, report, client);
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
