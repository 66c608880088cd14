package io.fusebox.testapp.database;

import static io.fusebox.testapp.database.DatabaseOutcome.PATIENCE_MILLIS;
import static io.fusebox.testapp.database.DatabaseRuns.guarded;
import static io.fusebox.testapp.database.DatabaseRuns.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Engines in the JVM of their application: no network, and nothing but a cancel to cut with. */
@Timeout(300)
class EmbeddedTest {

  private static final String EMBEDDED = "io.fusebox.testapp.database.DatabaseJvm#plainEmbedded";

  @ParameterizedTest(name = "{0}")
  @MethodSource(EMBEDDED)
  void queryTakesItsTime(DatabaseJvm jvm) {
    DatabaseOutcome query = plain(jvm).of("sleep");
    query.assertReturned("0");
    query.assertElapsed(DatabaseOutcome.TOO_LONG_MILLIS, PATIENCE_MILLIS);
    query.assertUnhurt();
  }

  /** H2 asks between many rows, SQLite means the wait for a lock. */
  @ParameterizedTest(name = "{0}")
  @MethodSource(EMBEDDED)
  void queryTimeoutDoesNotAlwaysHelp(DatabaseJvm jvm) {
    DatabaseOutcome query = plain(jvm).of("own-shorter");
    String scheme = jvm.driver().scheme();
    if (scheme.equals("derby") || scheme.equals("hsqldb")) {
      query.assertThrewItself();
      query.assertElapsed(1000, PATIENCE_MILLIS);
    } else {
      query.assertReturned("0");
    }
    assertEquals("1", query.field("after"), query::told);
  }

  /** Only a policy that names the engine is about it, and only a cancel can be asked for. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#embedded")
  void queryIsCancelledWhereTheEngineCan(DatabaseJvm jvm) {
    DatabaseOutcome query = guarded(jvm).of("sleep");
    if (jvm.driver().scheme().equals("sqlite")) {
      assertEquals("threw", query.field("outcome"), query::told);
      query.assertElapsed(500, 500 + 250 + DatabaseOutcome.LATENESS_MILLIS);
      query.assertSays("policy embedded, timeout.attempt = 500ms");
    } else {
      query.assertUnhurt();
    }
  }
}
