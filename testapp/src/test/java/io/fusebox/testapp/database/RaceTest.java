package io.fusebox.testapp.database;

import static io.fusebox.testapp.database.DatabaseRuns.plain;

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
}
