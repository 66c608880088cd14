package io.fusebox.testapp.database;

import static io.fusebox.testapp.database.DatabaseOutcome.PATIENCE_MILLIS;
import static io.fusebox.testapp.database.DatabaseRuns.guarded;
import static io.fusebox.testapp.database.DatabaseRuns.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Statements that take long on a server that is well and can be reached. */
@Timeout(300)
class StatementsTest {

  static final List<String> KINDS = List.of("sleep", "update", "batch", "prepared", "callable");

  private static final String SERVERS = "io.fusebox.testapp.database.DatabaseJvm#plainServers";

  @ParameterizedTest(name = "{0}")
  @MethodSource(SERVERS)
  void statementTakesAsLongAsTheServerDoes(DatabaseJvm jvm) {
    for (String kind : KINDS) {
      DatabaseOutcome slow = plain(jvm).of(kind);
      assertEquals("returned", slow.field("outcome"), slow::told);
      slow.assertElapsed(DatabaseOutcome.TOO_LONG_MILLIS, PATIENCE_MILLIS);
      slow.assertUnhurt();
    }
    assertEquals("1", plain(jvm).of("update").field("rows"));
    plain(jvm).of("batch").assertReturned("[1, 1, 1]");
    assertEquals("2", plain(jvm).of("batch").field("rows"));
    plain(jvm).of("fast").assertReturned("done");
  }

  /** Whole seconds are all that JDBC knows. H2 only asks between the rows of a result. */
  @ParameterizedTest(name = "{0}")
  @MethodSource(SERVERS)
  void queryTimeoutOfTheApplicationIsTheDriversOwn(DatabaseJvm jvm) {
    for (String own : List.of("own-shorter", "own-longer")) {
      DatabaseOutcome outcome = plain(jvm).of(own);
      if (jvm.isOf("h2")) {
        outcome.assertReturned("true");
      } else {
        outcome.assertThrewItself();
        outcome.assertState(state(jvm));
        outcome.assertElapsed(900, PATIENCE_MILLIS);
      }
      assertEquals("1", outcome.field("own"), outcome::told);
      outcome.assertGoneFromServer();
      outcome.assertUnhurt();
    }
  }

  private static String state(DatabaseJvm jvm) {
    return switch (jvm.driver().scheme()) {
      case "postgresql" -> "57014";
      case "mariadb" -> "70100";
      default -> "null";
    };
  }

  /**
   * What a server answers to a cancel, in the words of each driver, which for a batch may be none.
   */
  private static List<String> states(DatabaseJvm jvm) {
    return jvm.isOf("pg") ? List.of("57014") : List.of("70100", "null");
  }

  /** H2 looks for a cancel only between rows: there the socket has to be closed. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#servers")
  void slowStatementIsCut(DatabaseJvm jvm) {
    for (String kind : KINDS) {
      DatabaseOutcome cut = guarded(jvm).of(kind);
      cut.assertCut("timeout.attempt", 500);
      if (jvm.isOf("h2")) {
        cut.assertPoisoned();
      } else {
        cut.assertCutAtOnce("timeout.attempt", 500);
        assertTrue(states(jvm).contains(cut.field("state")), cut::told);
        cut.assertUnhurt();
      }
    }
    for (String marked : List.of("sleep", "update", "batch", "prepared")) {
      guarded(jvm).of(marked).assertGoneFromServer();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#servers")
  void whatIsBelowItsBoundIsLeftAlone(DatabaseJvm jvm) {
    DatabaseOutcome fast = guarded(jvm).of("fast");
    fast.assertReturned("done");
    fast.assertUnhurt();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#servers")
  void shorterOfTwoTimeoutsWins(DatabaseJvm jvm) {
    if (!jvm.isOf("h2")) {
      // Which does nothing about it while a function runs.
      DatabaseOutcome shorter = guarded(jvm).of("own-shorter");
      assertEquals("threw", shorter.field("outcome"), shorter::told);
      shorter.assertElapsed(900, 1700);
      assertEquals("1", shorter.field("own"), shorter::told);
    }
    DatabaseOutcome longer = guarded(jvm).of("own-longer");
    longer.assertCut("timeout.attempt", 500);
    if (!jvm.isOf("h2")) {
      assertEquals("1", longer.field("own"), longer::told);
    }
  }
}
