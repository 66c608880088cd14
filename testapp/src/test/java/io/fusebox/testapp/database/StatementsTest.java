package io.fusebox.testapp.database;

import static io.fusebox.testapp.database.DatabaseOutcome.PATIENCE_MILLIS;
import static io.fusebox.testapp.database.DatabaseRuns.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;

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
      slow.assertElapsed(2000, PATIENCE_MILLIS);
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
        outcome.assertElapsed(1000, PATIENCE_MILLIS);
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
}
