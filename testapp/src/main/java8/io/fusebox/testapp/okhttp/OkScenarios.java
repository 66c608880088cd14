package io.fusebox.testapp.okhttp;

import io.fusebox.testapp.report.Places;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;

/**
 * The main class of forked JVMs that call through OkHttp: {@code suite=NAME run=NAME http=PORT
 * ...}. The system property {@code scenarios} (a regular expression) picks some of a suite.
 */
public final class OkScenarios {

  private OkScenarios() {}

  /** Runs one suite and ends the process, whatever still hangs in it. */
  public static void main(String[] args) throws Exception {
    Places places = Places.of(args);
    OkHttpClient client =
        new OkHttpClient.Builder()
            .connectTimeout(0, TimeUnit.MILLISECONDS)
            .readTimeout(0, TimeUnit.MILLISECONDS)
            .writeTimeout(0, TimeUnit.MILLISECONDS)
            .build();
    client.dispatcher().setMaxRequests(1000);
    client.dispatcher().setMaxRequestsPerHost(1000);
    OkSuite suite = new OkSuite(places, client);
    // The first call of a JVM loads hundreds of classes: not to be measured.
    suite.start("warm-up", 10_000, trial -> trial.get("total5s", "ok"));
    suite.finish();
    run(places.text("suite"), suite);
    suite.finish();
    System.out.flush();
    System.exit(0);
  }

  private static void run(String name, OkSuite suite) throws Exception {
    switch (name) {
      case "clocks":
        OkHttp2.start(suite);
        OkClocks.start(suite);
        break;
      case "retries":
        OkRetries.start(suite);
        break;
      case "cases":
        OkCases.start(suite);
        break;
      case "crowd":
        OkCrowd.start(suite);
        break;
      case "state":
        OkState.start(suite);
        break;
      default:
        throw new IllegalArgumentException("no suite " + name);
    }
  }
}
