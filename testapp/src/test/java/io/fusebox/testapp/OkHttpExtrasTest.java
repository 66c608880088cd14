package io.fusebox.testapp;

import static io.fusebox.testapp.OkUsers.guarded;
import static io.fusebox.testapp.OkUsers.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What OkHttp brings besides: okhttp-sse, logging-interceptor and okhttp-tls. */
class OkHttpExtrasTest {

  private static final String TIMEOUT = "java.net.SocketTimeoutException";
  private static final String[] WHERE = {"", ".network"};
  private static final String[] WAYS = {"", ".enqueued", ".network", ".network.enqueued"};

  private static void assertCutByTotal(Outcome guarded) throws Exception {
    guarded.assertCut("InterruptedIOException", "total500", "total", 500, "500ms");
    guarded.assertMeets("java.io.InterruptedIOException");
    guarded.assertClosedAt(500);
  }

  /** Silence begins when a connection stands and the request has left, so it may be later. */
  private static void assertCutByRead(Outcome guarded, long from) {
    guarded.assertMeets(TIMEOUT);
    String message = guarded.field("message");
    assertTrue(message.contains("policy users-read, timeout.read = 800ms"), guarded::told);
    guarded.assertElapsed(from, from + 2 * Outcome.LATENESS_MILLIS);
  }

  private static void assertOnce(Outcome outcome) {
    assertEquals("false", outcome.field("told-again"), outcome::told);
  }

  @OnEveryOkHttp
  void eventsFlowBeyondTotal(OkJvm jvm) {
    for (Outcome outcome : new Outcome[] {plain(jvm, "events.flow"), guarded(jvm, "events.flow")}) {
      outcome.assertReturned("[open, 0, 1, 2, 3, 4, closed]");
      assertTrue(outcome.elapsed() >= 1000, outcome::told);
      assertOnce(outcome);
    }
  }

  @OnEveryOkHttp
  void hungHeadOfAStreamIsCut(OkJvm jvm) throws Exception {
    plain(jvm, "events.silent").assertHung();
    assertCutByTotal(guarded(jvm, "events.silent"));
    assertOnce(guarded(jvm, "events.silent"));
  }

  @OnEveryOkHttp
  void silenceBetweenEventsIsBoundedWhereThePolicyItselfSaysSo(OkJvm jvm) {
    plain(jvm, "events.read").assertReturned("[open, 0, 1, 2, 3, closed]");
    Outcome guarded = guarded(jvm, "events.read");
    assertEquals("[open, 0, 1]", guarded.field("seen"), guarded::told);
    // Two events, then silence.
    assertCutByRead(guarded, 1000);
    assertOnce(guarded);
    guarded(jvm, "events.read.flow").assertReturned("[open, 0, 1, 2, 3, 4, 5, closed]");
    guarded(jvm, "events.read.default").assertReturned("[open, 0, 1, 2, closed]");
  }

  @OnEveryOkHttp
  void streamIsTriedAgainUpToItsHead(OkJvm jvm) {
    plain(jvm, "events.recovers").assertReturned("[answered 503, closed]");
    Outcome guarded = guarded(jvm, "events.recovers");
    guarded.assertReturned("[open, 0, 1, 2, closed]");
    assertEquals(2, guarded.hits().size(), guarded::told);
    Outcome exhausted = guarded(jvm, "events.exhausted");
    exhausted.assertReturned("[answered 503, closed]");
    assertEquals(3, exhausted.hits().size(), exhausted::told);
    assertOnce(exhausted);
  }

  @OnEveryOkHttp
  void openBreakerRejectsAStream(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "events.breaker");
    guarded.assertMeets("java.lang.FuseboxRejectedException");
    assertEquals(3, guarded.hits().size(), guarded::told);
    assertOnce(guarded);
  }

  @OnEveryOkHttp
  void streamIsCancelledAsWithoutTheAgent(OkJvm jvm) throws Exception {
    Outcome plain = plain(jvm, "events.cancel");
    Outcome guarded = guarded(jvm, "events.cancel");
    assertEquals(plain.field("outcome"), guarded.field("outcome"), guarded::told);
    guarded.assertMeets(plain.field("exception"));
    guarded.assertElapsed(750, 750 + Outcome.LATENESS_MILLIS + 200);
    guarded.assertClosedAt(750);
    assertOnce(guarded);
  }

  @OnEveryOkHttp
  void eachAttemptIsLoggedOnce(OkJvm jvm) {
    for (String where : WAYS) {
      plain(jvm, "logged.recovers" + where).assertReturned("503-1");
      Outcome guarded = guarded(jvm, "logged.recovers" + where);
      guarded.assertReturned("200-3");
      assertEquals("3", guarded.field("requests"), guarded::told);
      assertEquals("3", guarded.field("heads"), guarded::told);
      assertEquals("503-1 503-2 200-3", guarded.field("answers"), guarded::told);
      assertEquals("0", guarded.field("failures"), guarded::told);
      Outcome attempt = guarded(jvm, "logged.attempt" + where);
      attempt.assertReturned("200-2");
      assertEquals("2", attempt.field("requests"), attempt::told);
      assertEquals("1", attempt.field("heads"), attempt::told);
      assertEquals("1", attempt.field("failures"), attempt::told);
    }
  }

  @OnEveryOkHttp
  void headersOfOursAreLoggedWhereTheNetworkIs(OkJvm jvm) {
    for (String where : WHERE) {
      Outcome guarded = guarded(jvm, "logged.post" + where);
      guarded.assertReturned("200-2");
      assertEquals(where.startsWith(".network") ? "2" : "0", guarded.field("keys"), guarded::told);
    }
  }

  @OnEveryOkHttp
  void cutWhileABodyIsLoggedEndsTheCall(OkJvm jvm) throws Exception {
    for (String way : WAYS) {
      plain(jvm, "logged.drip" + way).assertReturned("xxxxxxxxxx");
      assertCutByTotal(guarded(jvm, "logged.drip" + way));
    }
    for (String where : WHERE) {
      plain(jvm, "logged.silent" + where).assertHung();
      assertCutByTotal(guarded(jvm, "logged.silent" + where));
      assertEquals("1", guarded(jvm, "logged.silent" + where).field("failures"));
      plain(jvm, "logged.stall" + where).assertHung();
      assertCutByRead(guarded(jvm, "logged.stall" + where), 800);
    }
  }

  @OnEveryOkHttp
  void bodyThatComesSlowlyIsNoSilenceWhileItIsLogged(OkJvm jvm) {
    for (String where : WHERE) {
      guarded(jvm, "logged.slow" + where).assertReturned("chunk".repeat(11));
    }
  }

  @OnEveryOkHttp
  void clientWithTrustOfItsOwnIsGuardedAsOthers(OkJvm jvm) {
    plain(jvm, "tls.silent").assertHung();
    plain(jvm, "tls.drip").assertReturned("x".repeat(20));
    for (String scenario : new String[] {"tls.silent", "tls.drip", "tls.enqueued"}) {
      Outcome guarded = guarded(jvm, scenario);
      guarded.assertCut("InterruptedIOException", "total1s", "total", 1000, "1s");
      guarded.assertMeets("java.io.InterruptedIOException");
      assertEquals(1, Servers.HTTPS.hits(guarded.id()).size(), guarded::told);
    }
    plain(jvm, "tls.stall").assertHung();
    assertCutByRead(guarded(jvm, "tls.stall"), 800);
    Outcome recovers = guarded(jvm, "tls.recovers");
    recovers.assertReturned("200-3");
    assertEquals(3, Servers.HTTPS.hits(recovers.id()).size(), recovers::told);
    plain(jvm, "tls.mute").assertHung();
    guarded(jvm, "tls.mute")
        .assertCut("SocketTimeoutException", "connect300", "connect", 300, "300ms");
  }

  @OnEveryOkHttp
  void connectionThatWasCutBeforeItWasUsedIsGivenToNobody(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "tls.then-next");
    assertEquals("InterruptedIOException", guarded.field("first"), guarded::told);
    guarded.assertReturned("ok");
  }

  @OnEveryOkHttp
  void serverThatIsNotTrustedIsNotTriedAgain(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "tls.unknown");
    guarded.assertMeets("javax.net.ssl.SSLHandshakeException");
    guarded.assertMeets(plain(jvm, "tls.unknown").field("exception"));
    assertEquals("-", guarded.field("value"), guarded::told);
  }
}
