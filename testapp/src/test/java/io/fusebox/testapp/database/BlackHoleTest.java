package io.fusebox.testapp.database;

import static io.fusebox.testapp.database.DatabaseOutcome.PATIENCE_MILLIS;
import static io.fusebox.testapp.database.DatabaseRuns.guarded;
import static io.fusebox.testapp.database.DatabaseRuns.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing comes from the server any more, and nothing closes the connection. */
@Timeout(300)
class BlackHoleTest {

  static final List<String> CALLS =
      List.of("hole", "hole-own", "hole-cancel", "hole-write", "hole-commit", "hole-rollback");

  private static final String SERVERS = "io.fusebox.testapp.database.DatabaseJvm#plainServers";

  /** Neither a query timeout nor a cancel of the application's changes that. */
  @ParameterizedTest(name = "{0}")
  @MethodSource(SERVERS)
  void callHangs(DatabaseJvm jvm) {
    for (String call : CALLS) {
      plain(jvm).of(call).assertHung();
    }
  }

  /** H2 sends it and does not wait; with the others it hangs like the query. */
  @ParameterizedTest(name = "{0}")
  @MethodSource(SERVERS)
  void cancelOfTheApplicationHangsToo(DatabaseJvm jvm) {
    String cancelled = jvm.isOf("h2") ? "returned" : "-";
    assertEquals(cancelled, plain(jvm).of("hole-cancel").field("cancel"));
  }

  /** It is asked with a bound of two seconds; H2 does not care. */
  @ParameterizedTest(name = "{0}")
  @MethodSource(SERVERS)
  void validityIsKnownLate(DatabaseJvm jvm) {
    DatabaseOutcome valid = plain(jvm).of("hole-valid");
    if (jvm.isOf("h2")) {
      valid.assertHung();
    } else {
      valid.assertReturned("false");
      valid.assertElapsed(2000, PATIENCE_MILLIS);
      assertEquals("true", valid.field("closed"), valid::told);
    }
  }

  /** PostgreSQL has a process for each session, and this one is stopped. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#plainPostgres")
  void stoppedProcessHangsItsSession(DatabaseJvm jvm) {
    plain(jvm).of("stopped").assertHung();
    plain(jvm).of("stopped-own").assertHung();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#servers")
  void callIsCutAndItsConnectionPoisoned(DatabaseJvm jvm) {
    for (String call : CALLS) {
      DatabaseOutcome cut = guarded(jvm).of(call);
      cut.assertCut("timeout.attempt", 500);
      cut.assertPoisoned();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#servers")
  void deadConnectionIsFoundInvalidInTime(DatabaseJvm jvm) {
    DatabaseOutcome valid = guarded(jvm).of("hole-valid");
    valid.assertReturned("false");
    valid.assertElapsed(500, 500 + DatabaseOutcome.GRACE_MILLIS + DatabaseOutcome.LATENESS_MILLIS);
    assertEquals("true", valid.field("closed"), valid::told);
  }

  /** When the process goes on, it finds that nobody waits any more. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#postgres")
  void sessionOfAStoppedProcessIsGivenUp(DatabaseJvm jvm) {
    for (String scenario : List.of("stopped", "stopped-own")) {
      DatabaseOutcome cut = guarded(jvm).of(scenario);
      cut.assertCut("timeout.attempt", 500);
      cut.assertPoisoned();
      cut.assertGoneFromServer();
    }
  }
}
