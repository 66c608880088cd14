package io.fusebox.testapp.database;

import static io.fusebox.testapp.database.DatabaseOutcome.PATIENCE_MILLIS;
import static io.fusebox.testapp.database.DatabaseRuns.guarded;
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
    pool.assertElapsed(DatabaseOutcome.TOO_LONG_MILLIS, PATIENCE_MILLIS);
    assertEquals("the same", pool.field("after"), pool::told);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(SERVERS)
  void blackHoleKeepsTheOnlyConnection(DatabaseJvm jvm) {
    plain(jvm).of("pool-hole").assertHung();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#servers")
  void healthyConnectionStaysInThePool(DatabaseJvm jvm) {
    DatabaseOutcome pool = guarded(jvm).of("pool");
    pool.assertCut("timeout.attempt", 500);
    // HikariCP up to 6 gives up on a SQLTimeoutException, which is MariaDB's own for a cancel.
    boolean givenUp =
        pool.field("kinds").contains("SQLTimeoutException") && jvm.jdk().feature() == 8;
    boolean same = !givenUp && !jvm.isOf("h2");
    assertEquals(same ? "the same" : "another", pool.field("after"), pool::told);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#servers")
  void deadConnectionLeavesThePool(DatabaseJvm jvm) {
    DatabaseOutcome pool = guarded(jvm).of("pool-hole");
    pool.assertCut("timeout.attempt", 500);
    pool.assertState("08");
    assertEquals("true", pool.field("closed"), pool::told);
    assertEquals("another", pool.field("after"), pool::told);
  }
}
