package io.fusebox.testapp.scenario;

import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.TreeSet;

/** What the application put into its request arrives as it was, and takes part as it did. */
final class RequestScenarios {

  private RequestScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    suite.start("request.custom", 2500, RequestScenarios::custom);
    suite.start("request.once", 1500, trial -> body(trial, trial.get("once", "silent")));
    suite.start("request.post", 2500, RequestScenarios::post);
    suite.start("request.chunked", 2500, trial -> body(trial, trial.get("total2s", "chunked")));
    suite.start(
        "request.no-content", 2500, trial -> body(trial, trial.get("total2s", "no-content")));
    suite.start("continue.late", 2500, trial -> expect(trial, "total2s", "continue?after=300"));
    suite.start("continue.never", 1500, trial -> expect(trial, "total500", "continue?never=1"));
    suite.start("auth.quick", 2500, trial -> authenticated(trial, "total2s", "auth"));
    suite.start("auth.slow", 2500, trial -> authenticated(trial, "total500", "auth?delay=300"));
  }

  private static Object body(Trial trial, HttpRequest request) throws Exception {
    return trial.client().send(request, BodyHandlers.ofString()).body();
  }

  private static Object custom(Trial trial) throws Exception {
    HttpRequest request =
        new CustomRequest(
            trial
                .request("total2s", "continue?after=0")
                .version(HttpClient.Version.HTTP_1_1)
                .expectContinue(true)
                .header("X-Own", "kept")
                .POST(BodyPublishers.ofString("a custom body"))
                .build());
    HttpResponse<String> response = trial.client().send(request, BodyHandlers.ofString());
    trial.put("same-request", isSame(response.request(), request));
    trial.put("request-class", response.request().getClass().getSimpleName());
    trial.put("request-timeout", response.request().timeout());
    trial.put("request-version", response.request().version());
    trial.put("request-headers", new TreeSet<>(response.request().headers().map().keySet()));
    trial.put("response-version", response.version());
    trial.put("previous", response.previousResponse().isPresent());
    return response.body();
  }

  @SuppressWarnings("ReferenceEquality") // requests are equal when they look alike
  private static boolean isSame(HttpRequest one, HttpRequest other) {
    return one == other;
  }

  private static Object post(Trial trial) throws Exception {
    return body(
        trial,
        trial.request("total2s", "ok?body=thanks").POST(BodyPublishers.ofString("money")).build());
  }

  private static Object expect(Trial trial, String policy, String fault) throws Exception {
    return body(
        trial,
        trial
            .request(policy, fault)
            .expectContinue(true)
            .POST(BodyPublishers.ofString("waiting"))
            .build());
  }

  /** Two exchanges in one call. */
  private static Object authenticated(Trial trial, String policy, String fault) throws Exception {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .authenticator(
                new Authenticator() {
                  @Override
                  protected PasswordAuthentication getPasswordAuthentication() {
                    return new PasswordAuthentication("user", "word".toCharArray());
                  }
                })
            .build();
    trial.restartClock();
    return client.send(trial.get(policy, fault), BodyHandlers.ofString()).body();
  }
}
