package io.fusebox.testapp.scenario;

import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse.BodyHandlers;

/** Retries in an outage: no more of them than the budget has. */
final class BudgetScenarios {

  private BudgetScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    Series.start(suite, "budget.outage", "budget", BudgetScenarios::outage);
    Series.start(suite, "budget.earned", "earned", calls -> calls.ok(50).busy(20));
    suite.start("budget.two-clients", 20_000, BudgetScenarios::twoClients);
  }

  /** A hundred calls a second for two seconds to a host that answers none. */
  private static Object outage(Series calls) throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      calls.busy(10).pause(100);
    }
    return calls;
  }

  /** One budget for all clients of the process. */
  private static Object twoClients(Trial trial) throws Exception {
    Series calls = Series.of(trial, Door.SEND, "two-retries");
    HttpClient second = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    calls.busy(5);
    for (int i = 0; i < 5; i++) {
      calls.one(second, calls.request(Series.BUSY), BodyHandlers.ofString());
    }
    return calls;
  }
}
