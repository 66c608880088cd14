package io.fusebox.testapp.database;

import static io.fusebox.testapp.database.DatabaseOutcome.PATIENCE_MILLIS;
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
    query.assertElapsed(2000, PATIENCE_MILLIS);
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
}
