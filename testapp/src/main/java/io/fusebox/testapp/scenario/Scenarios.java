package io.fusebox.testapp.scenario;

import io.fusebox.testapp.report.Places;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * The main class of forked JVMs: {@code suite=NAME run=NAME http=PORT ...}. The system property
 * {@code scenarios} (a regular expression) picks some of a suite.
 */
public final class Scenarios {

  private Scenarios() {}

  /** Runs one suite and ends the process, whatever still hangs in it. */
  public static void main(String[] args) throws Exception {
    Places places = Places.of(args);
    HttpClient client =
        HttpClient.newBuilder().version(Version.HTTP_1_1).followRedirects(Redirect.NORMAL).build();
    Suite suite = new Suite(places, client);
    warmUp(places, client);
    run(places.text("suite"), suite);
    suite.finish();
    System.out.flush();
    System.exit(0);
  }

  private static void run(String name, Suite suite) throws Exception {
    switch (name) {
      case "http":
        BodyScenarios.start(suite);
        ClockScenarios.start(suite);
        CancelScenarios.start(suite);
        StreamScenarios.start(suite);
        RequestScenarios.start(suite);
        RefusalScenarios.start(suite);
        Http2Scenarios.start(suite);
        break;
      case "crowd":
        RetryHttp2Scenarios.startCrowd(suite);
        break;
      case "stuck":
        ClockScenarios.startStuck(suite);
        break;
      case "load":
        LoadScenarios.start(suite);
        break;
      case "observe":
        ObserveScenarios.start(suite);
        break;
      case "retry":
        // The longest first.
        DependentScenarios.start(suite);
        RetryWaitScenarios.start(suite);
        RetryHeaderScenarios.start(suite);
        RetryScenarios.start(suite);
        RetryConnectScenarios.start(suite);
        RetryBodyScenarios.start(suite);
        RetryHttp2Scenarios.start(suite);
        break;
      case "retry-load":
        RetryLoadScenarios.start(suite);
        break;
      case "resend":
        RetryScenarios.startResends(suite);
        break;
      case "resolver":
        ResolverScenarios.start(suite);
        break;
      case "state":
        // Alone; then the longest first.
        RejectionScenarios.start(suite);
        BulkheadScenarios.start(suite);
        CallersFaultScenarios.start(suite);
        ProbeScenarios.start(suite);
        OwnFaultScenarios.start(suite);
        BreakerScenarios.start(suite);
        FallbackScenarios.start(suite);
        BudgetScenarios.start(suite);
        Http2StateScenarios.start(suite);
        break;
      default:
        throw new IllegalArgumentException("no suite " + name);
    }
  }

  /** The first call of a JVM loads hundreds of classes: not to be measured. */
  private static void warmUp(Places places, HttpClient client)
      throws IOException, InterruptedException {
    for (String policy : new String[] {"none", "total2s"}) {
      HttpRequest request =
          HttpRequest.newBuilder(places.uri("http", "http", policy, "ok", "warm-up")).build();
      client.send(request, BodyHandlers.ofString());
      client.sendAsync(request, BodyHandlers.ofString()).join();
    }
    HttpRequest brief =
        HttpRequest.newBuilder(places.uri("http", "http", "total100", "slow?delay=200", "warm-up"))
            .build();
    try {
      client.send(brief, BodyHandlers.ofString());
    } catch (IOException e) {
      // With the agent; what a cut needs is loaded now.
    }
  }
}
