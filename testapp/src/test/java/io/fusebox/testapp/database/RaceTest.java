package io.fusebox.testapp.database;

import static io.fusebox.testapp.database.DatabaseRuns.guarded;
import static io.fusebox.testapp.database.DatabaseRuns.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Statements that end just when their bound does, each followed by an innocent one. */
@Timeout(300)
class RaceTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#plainServers")
  void nothingIsCutByItself(DatabaseJvm jvm) {
    DatabaseOutcome race = plain(jvm).of("race");
    race.assertReturned("0");
    race.assertUnhurt();
  }

  /** One that fails would end the scenario. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#servers")
  void cutNeverHitsTheNextStatement(DatabaseJvm jvm) {
    if (jvm.isOf("h2")) {
      // It is not cancelled at all, for nobody knows when its cancel arrives.
      return;
    }
    DatabaseOutcome race = guarded(jvm).of("race");
    assertEquals("returned", race.field("outcome"), race::told);
    assertTrue(Integer.parseInt(race.field("value")) > 0, race::told);
    race.assertUnhurt();
  }
}
