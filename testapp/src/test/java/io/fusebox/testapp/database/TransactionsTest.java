package io.fusebox.testapp.database;

import static io.fusebox.testapp.database.DatabaseRuns.guarded;
import static io.fusebox.testapp.database.DatabaseRuns.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A statement is cut in the middle of a transaction, and the application goes on regardless. */
@Timeout(300)
class TransactionsTest {

  private static final String SERVERS = "io.fusebox.testapp.database.DatabaseJvm#plainServers";

  @ParameterizedTest(name = "{0}")
  @MethodSource(SERVERS)
  void whatIsNotCutIsCommitted(DatabaseJvm jvm) {
    for (String scenario :
        new String[] {"swallowed", "rolled-back", "swallowed-words", "rolled-back-words"}) {
      DatabaseOutcome commit = plain(jvm).of(scenario);
      assertEquals("a row", commit.field("query"), commit::told);
      commit.assertReturned("committed");
      assertEquals("1", commit.field("rows"), commit::told);
    }
  }

  /** With PostgreSQL the commit returns as if it had committed, and the row is gone. */
  @ParameterizedTest(name = "{0}")
  @MethodSource(SERVERS)
  void commitAfterAQueryTimeoutSaysNothing(DatabaseJvm jvm) {
    DatabaseOutcome commit = plain(jvm).of("swallowed-own");
    assertEquals(jvm.isOf("h2"), commit.field("query").equals("a row"), commit::told);
    commit.assertReturned("committed");
    assertEquals(jvm.isOf("pg") ? "0" : "1", commit.field("rows"), commit::told);
  }

  /** Whatever the server would have made of it. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#servers")
  void commitAfterACutFails(DatabaseJvm jvm) {
    for (String scenario : new String[] {"swallowed", "swallowed-words"}) {
      DatabaseOutcome commit = guarded(jvm).of(scenario);
      assertEquals("threw", commit.field("outcome"), commit::told);
      // H2's connection is gone, and makes no statement that could say it.
      if (!jvm.isOf("h2") || scenario.equals("swallowed")) {
        commit.assertSays("policy " + scenario + ", timeout.attempt = 500ms");
      }
      assertEquals("0", commit.field("rows"), commit::told);
    }
  }

  /** H2 cannot cancel that query, so its connection is gone. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#servers")
  void transactionAfterARollbackIsAnother(DatabaseJvm jvm) {
    for (String scenario : new String[] {"rolled-back", "rolled-back-words"}) {
      DatabaseOutcome commit = guarded(jvm).of(scenario);
      if (jvm.isOf("h2")) {
        assertEquals("true", commit.field("closed"), commit::told);
      } else {
        commit.assertReturned("committed");
        commit.assertUnhurt();
      }
      assertEquals(jvm.isOf("h2") ? "0" : "1", commit.field("rows"), commit::told);
    }
  }
}
