package io.fusebox.testapp;

import static io.fusebox.testapp.RetryRuns.DOORS;
import static io.fusebox.testapp.RetryRuns.guarded;
import static io.fusebox.testapp.RetryRuns.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

/** A POST of which no byte has left is tried again; one that cannot be helped is not. */
class RetryConnectTest {

  @OnEveryJdk
  void refusedConnectIsTriedAgain(Jdk jdk) {
    for (String door : DOORS) {
      plain(jdk, "refused.recovers." + door).assertThrew("java.net.ConnectException");
      Outcome guarded = guarded(jdk, "refused.recovers." + door);
      guarded.assertReturned("200 ok");
      guarded.assertElapsed(1000, 1000 + 4 * Outcome.LATENESS_MILLIS);
    }
  }

  @OnEveryJdk
  void refusedConnectStaysTheClientsOwnException(Jdk jdk) {
    for (String door : DOORS) {
      Outcome plain = plain(jdk, "refused.always." + door);
      Outcome guarded = guarded(jdk, "refused.always." + door);
      guarded.assertThrew("java.net.ConnectException");
      for (String field : List.of("exception", "message", "causes")) {
        assertEquals(plain.field(field), guarded.field(field), guarded::told);
      }
      // Waits of 20 and 40 ms: it was tried three times.
      guarded.assertElapsed(60, 60 + 3 * Outcome.LATENESS_MILLIS);
    }
  }

  @OnEveryJdk
  void connectThatTimesOutIsTriedAgain(Jdk jdk) {
    assertConnectTimesOut(jdk, "connect.always.");
  }

  @OnEveryJdk
  void handshakeThatTimesOutIsTriedAgain(Jdk jdk) {
    assertConnectTimesOut(jdk, "handshake.mute.");
  }

  @OnEveryJdk
  void handshakeThatEndsIsTriedAgain(Jdk jdk) {
    for (String door : DOORS) {
      Outcome plain = plain(jdk, "handshake.recovers." + door);
      assertEquals("threw", plain.field("outcome"), plain::told);
      Outcome guarded = guarded(jdk, "handshake.recovers." + door);
      guarded.assertReturned("200 ok");
      assertEquals("2", guarded.field("connections"), guarded::told);
      assertEquals("1", guarded.field("hits"), guarded::told);
      Outcome always = guarded(jdk, "handshake.always." + door);
      assertEquals("threw", always.field("outcome"), always::told);
      assertEquals("3", always.field("connections"), always::told);
    }
  }

  @OnEveryJdk
  void certificateThatNobodyTrustsIsNotAskedForAgain(Jdk jdk) {
    for (String door : DOORS) {
      Outcome plain = plain(jdk, "certificate." + door);
      Outcome guarded = guarded(jdk, "certificate." + door);
      assertEquals(plain.field("exception"), guarded.field("exception"), guarded::told);
      assertEquals("1", guarded.field("connections"), guarded::told);
      assertEquals("0", guarded.field("hits"), guarded::told);
    }
  }

  private static void assertConnectTimesOut(Jdk jdk, String scenario) {
    for (String door : DOORS) {
      plain(jdk, scenario + door).assertHung();
      Outcome guarded = guarded(jdk, scenario + door);
      guarded.assertThrew("java.net.http.HttpConnectTimeoutException");
      guarded.assertElapsed(960, 960 + 6 * Outcome.LATENESS_MILLIS);
      assertTrue(
          guarded
              .field("messages")
              .contains("policy connect300, timeout.connect = 300ms, attempt 3"),
          guarded::told);
    }
  }
}
