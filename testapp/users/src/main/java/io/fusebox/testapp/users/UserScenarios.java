package io.fusebox.testapp.users;

import io.fusebox.testapp.okhttp.OkSuite;
import io.fusebox.testapp.report.Places;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;

/**
 * The main class of forked JVMs: {@code parts=own,retrofit run=NAME http=PORT ...} with the parts
 * whose libraries are on the class path; {@code own} is what OkHttp brings itself. The system
 * property {@code scenarios} (a regular expression) picks some of them.
 */
public final class UserScenarios {

  private static final long WARM_UP = 10_000;

  private UserScenarios() {}

  /** Runs the parts and ends the process, whatever still hangs in it. */
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
    String[] parts = places.text("parts").split(",", -1);
    suite.start("warm-up", 1000, trial -> trial.get("total100", "silent"));
    suite.start("warm-up.retry", WARM_UP, trial -> trial.get("retry", "sequence?of=reset.200"));
    for (String part : parts) {
      warmUp(part, suite);
    }
    suite.finish();
    for (String part : parts) {
      start(part, suite);
    }
    suite.finish();
    System.out.flush();
    System.exit(0);
  }

  /** The first call of each library loads hundreds of classes: not to be measured. */
  private static void warmUp(String part, OkSuite suite) throws InterruptedException {
    switch (part) {
      case "retrofit":
        suite.start("warm-up.retrofit", WARM_UP, RetrofitScenarios::warmUp);
        break;
      case "feign":
        suite.start("warm-up.feign", WARM_UP, FeignScenarios::warmUp);
        break;
      case "own":
        suite.start("warm-up.events", WARM_UP, EventScenarios::warmUp);
        suite.start("warm-up.logged", WARM_UP, LoggedScenarios::warmUp);
        suite.start("warm-up.tls", WARM_UP, TlsScenarios::warmUp);
        break;
      default:
        throw new IllegalArgumentException("no part " + part);
    }
  }

  private static void start(String part, OkSuite suite) throws InterruptedException {
    switch (part) {
      case "retrofit":
        RetrofitScenarios.start(suite);
        break;
      case "feign":
        FeignScenarios.start(suite);
        break;
      case "own":
        EventScenarios.start(suite);
        LoggedScenarios.start(suite);
        TlsScenarios.start(suite);
        break;
      default:
        throw new IllegalArgumentException("no part " + part);
    }
  }
}
