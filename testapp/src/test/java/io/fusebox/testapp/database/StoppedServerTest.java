package io.fusebox.testapp.database;

import static io.fusebox.testapp.database.DatabaseRuns.stoppedGuarded;
import static io.fusebox.testapp.database.DatabaseRuns.stoppedPlain;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The server is there, takes connections, and does nothing. */
@Timeout(300)
class StoppedServerTest {

  private static final String STOPPED = "io.fusebox.testapp.database.DatabaseJvm#plainStopped";

  @ParameterizedTest(name = "{0}")
  @MethodSource(STOPPED)
  void connectHangs(DatabaseJvm jvm) {
    stoppedPlain(jvm).of("stopped-connect").assertHung();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(STOPPED)
  void queryHangs(DatabaseJvm jvm) {
    if (!jvm.isOf("pg")) {
      stoppedPlain(jvm).of("stopped-server").assertHung();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#stopped")
  void hungConnectIsCut(DatabaseJvm jvm) {
    DatabaseOutcome connect = stoppedGuarded(jvm).of("stopped-connect");
    connect.assertCut("timeout.connect", 500);
    connect.assertState("08001");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.database.DatabaseJvm#stopped")
  void hungQueryIsCut(DatabaseJvm jvm) {
    if (!jvm.isOf("pg")) {
      DatabaseOutcome query = stoppedGuarded(jvm).of("stopped-server");
      query.assertCut("timeout.attempt", 500);
      query.assertPoisoned();
    }
  }
}
