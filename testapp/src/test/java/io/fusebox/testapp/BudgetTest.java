package io.fusebox.testapp;

import static io.fusebox.testapp.States.assertGuarded;
import static org.junit.jupiter.api.Assertions.assertEquals;

/** In an outage retries are what the budget allows, and not what the attempts would. */
class BudgetTest {

  @OnEveryJdk
  void outageIsNotMultiplied(Jdk jdk) {
    // Attempts would allow 600; the floor of 0.2 a second over 60 seconds allows 12 retries.
    assertGuarded(jdk, "budget.outage", "503*200", 212);
  }

  @OnEveryJdk
  void successesEarnRetries(Jdk jdk) {
    // 20 % of 50 successes, and no floor.
    assertGuarded(jdk, "budget.earned", "200*50, 503*20", 80);
  }

  @OnEveryJdk
  void clientsOfAProcessShareOneBudget(Jdk jdk) {
    Outcome outcome = StateRuns.guarded(jdk).of("budget.two-clients");
    outcome.assertReturned("503*10");
    // The floor of 0.1 a second over 60 seconds: six retries for both.
    assertEquals(16, outcome.hits().size(), outcome::told);
  }
}
