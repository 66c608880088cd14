package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** What tests of breakers, bulkheads and fallbacks say about a scenario, through both doors. */
final class States {

  static final String[] DOORS = {".send", ".async"};

  private States() {}

  /** With the agent the calls of {@code scenario} end so. */
  static void assertGuarded(Jdk jdk, String scenario, String endings) {
    for (String door : DOORS) {
      StateRuns.guarded(jdk).of(scenario + door).assertReturned(endings);
    }
  }

  /** And the server has seen so many requests. */
  static void assertGuarded(Jdk jdk, String scenario, String endings, int hits) {
    assertGuarded(jdk, scenario, endings);
    for (String door : DOORS) {
      Outcome outcome = StateRuns.guarded(jdk).of(scenario + door);
      assertEquals(hits, outcome.hits().size(), outcome::told);
    }
  }

  /** Without the agent they end so. */
  static void assertPlain(Jdk jdk, String scenario, String endings) {
    for (String door : DOORS) {
      StateRuns.plain(jdk).of(scenario + door).assertReturned(endings);
    }
  }

  /** With an agent that only looks they end so, all of them at the server. */
  static void assertObserved(Jdk jdk, String scenario, String endings, int hits) {
    for (String door : DOORS) {
      Outcome outcome = StateRuns.observed(jdk).of(scenario + door);
      outcome.assertReturned(endings);
      assertEquals(hits, outcome.hits().size(), outcome::told);
    }
  }
}
