package io.fusebox.testapp.scenario;

import java.net.http.HttpResponse.BodyHandlers;

/** Calls whose bounds run out, for a policy that only looks. */
final class ObserveScenarios {

  private ObserveScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    suite.start(
        "observe.drip",
        4000,
        trial ->
            trial.client().send(trial.get("total500", "drip"), BodyHandlers.ofString()).body());
    suite.start(
        "observe.slow",
        4000,
        trial ->
            trial
                .client()
                .sendAsync(trial.get("total300", "slow?delay=800"), BodyHandlers.ofString())
                .get()
                .body());
    suite.start(
        "observe.quick",
        4000,
        trial -> trial.client().send(trial.get("total2s", "ok"), BodyHandlers.ofString()).body());
    suite.start(
        "observe.silent",
        1500,
        trial ->
            trial.client().send(trial.get("read400", "silent"), BodyHandlers.ofString()).body());
  }
}
