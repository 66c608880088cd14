package io.fusebox.testapp.database;

import static io.fusebox.testapp.database.DatabaseRuns.guarded;
import static io.fusebox.testapp.database.DatabaseRuns.plain;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Connections that do not come about. */
@Timeout(300)
class ConnectTest {

  private static final String CONNECTS = "io.fusebox.testapp.database.DatabaseJvm#plainConnects";

  /** The server accepts, and never says a word: no driver gives up on that soon. */
  @ParameterizedTest(name = "{0}")
  @MethodSource(CONNECTS)
  void silentServerHangsAConnect(DatabaseJvm jvm) {
    plain(jvm).of("connect-silent").assertHung();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(CONNECTS)
  void refusedConnectFailsByItself(DatabaseJvm jvm) {
    DatabaseOutcome refused = plain(jvm).of("connect-refused");
    refused.assertThrewItself();
    refused.assertState(jvm.isOf("h2") ? "90067" : "08");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#connects")
  void hungConnectIsCut(DatabaseJvm jvm) throws Exception {
    DatabaseOutcome silent = guarded(jvm).of("connect-silent");
    silent.assertCut("timeout.connect", 500);
    silent.assertState("08001");
    assertTrue(silent.field("kinds").contains("SQLTransientConnectionException"), silent::told);
    silent.assertClosedAfter(0);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#connects")
  void refusedConnectFailsAsEver(DatabaseJvm jvm) {
    DatabaseOutcome refused = guarded(jvm).of("connect-refused");
    refused.assertThrewItself();
    refused.assertState(jvm.isOf("h2") ? "90067" : "08");
  }
}
