package io.fusebox.testapp.database;

import static io.fusebox.testapp.database.DatabaseOutcome.PATIENCE_MILLIS;
import static io.fusebox.testapp.database.DatabaseRuns.guarded;
import static io.fusebox.testapp.database.DatabaseRuns.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls that may well take long: rows that come one by one, COPY, LISTEN. */
@Timeout(300)
class LongCallsTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#plainStreams")
  void lateRowIsWaitedFor(DatabaseJvm jvm) {
    for (String scenario : new String[] {"cursor", "cursor-cut"}) {
      DatabaseOutcome cursor = plain(jvm).of(scenario);
      cursor.assertReturned("6");
      cursor.assertElapsed(1000, PATIENCE_MILLIS);
      cursor.assertUnhurt();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#plainPostgres")
  void copyAndListenTakeTheirTime(DatabaseJvm jvm) {
    DatabaseOutcome copy = plain(jvm).of("copy");
    copy.assertReturned("15");
    copy.assertElapsed(3000, PATIENCE_MILLIS);
    DatabaseOutcome listen = plain(jvm).of("listen");
    listen.assertReturned("news");
    assertEquals("1", listen.field("after"), listen::told);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#streams")
  void lateRowOfAStreamIsLeftAloneUnlessThePolicySays(DatabaseJvm jvm) {
    DatabaseOutcome left = guarded(jvm).of("cursor");
    left.assertReturned("6");
    left.assertUnhurt();
    DatabaseOutcome cut = guarded(jvm).of("cursor-cut");
    cut.assertCut("timeout.attempt", 500);
    assertEquals("4", cut.field("read"), cut::told);
    if (!jvm.driver().scheme().equals("mysql")) {
      // Its cancel does nothing for rows, and the server finds out when it sends the next one.
      cut.assertGoneFromServer();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#postgres")
  void copyAndListenAreLeftAlone(DatabaseJvm jvm) {
    DatabaseOutcome copy = guarded(jvm).of("copy");
    copy.assertReturned("15");
    copy.assertUnhurt();
    DatabaseOutcome listen = guarded(jvm).of("listen");
    listen.assertReturned("news");
    listen.assertUnhurt();
  }
}
