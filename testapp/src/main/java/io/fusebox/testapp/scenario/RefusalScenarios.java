package io.fusebox.testapp.scenario;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** Faults that end by themselves, long before any bound: the client's own exceptions. */
final class RefusalScenarios {

  private static final String[] FAULTS = {"close", "half-close", "reset", "garbage", "huge-head"};

  private RefusalScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    for (String fault : FAULTS) {
      suite.start(
          "refusal." + fault,
          2500,
          trial ->
              trial
                  .client()
                  .send(
                      trial.request("total2s", fault).POST(BodyPublishers.noBody()).build(),
                      BodyHandlers.ofString())
                  .statusCode());
    }
    suite.start("refusal.refused", 2500, RefusalScenarios::refused);
    suite.start("refusal.callback", 2500, RefusalScenarios::callbackThrows);
  }

  private static Object refused(Trial trial) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(trial.places().uri("http", "refused", "total2s", "ok", trial.id()))
            .build();
    return trial.client().send(request, BodyHandlers.ofString()).statusCode();
  }

  private static Object callbackThrows(Trial trial) throws Exception {
    return trial
        .client()
        .send(
            trial.get("total2s", "ok"),
            info -> {
              throw new IllegalStateException("the application's own fault");
            })
        .statusCode();
  }
}
