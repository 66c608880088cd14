package io.fusebox.testapp.database;

import static io.fusebox.testapp.database.DatabaseOutcome.PATIENCE_MILLIS;
import static io.fusebox.testapp.database.DatabaseRuns.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A pool of one connection, and what happens to that. */
@Timeout(300)
class PoolsTest {

  private static final String SERVERS = "io.fusebox.testapp.database.DatabaseJvm#plainServers";

  @ParameterizedTest(name = "{0}")
  @MethodSource(SERVERS)
  void slowStatementLeavesItsConnectionInThePool(DatabaseJvm jvm) {
    DatabaseOutcome pool = plain(jvm).of("pool");
    assertEquals("returned", pool.field("outcome"), pool::told);
    pool.assertElapsed(1500, PATIENCE_MILLIS);
    assertEquals("the same", pool.field("after"), pool::told);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(SERVERS)
  void blackHoleKeepsTheOnlyConnection(DatabaseJvm jvm) {
    plain(jvm).of("pool-hole").assertHung();
  }
}
