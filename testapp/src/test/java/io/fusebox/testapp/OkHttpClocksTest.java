package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Each clock cuts what it bounds in OkHttp, and lets pass what it does not. */
class OkHttpClocksTest {

  private static final String TIMEOUT = "java.net.SocketTimeoutException";

  private static Outcome plain(OkJvm jvm, String scenario) {
    return OkRuns.plain(jvm, "clocks").of(scenario);
  }

  private static Outcome guarded(OkJvm jvm, String scenario) {
    return OkRuns.guarded(jvm, "clocks").of(scenario);
  }

  private static void assertCutByTotal(OkJvm jvm, String scenario) {
    guarded(jvm, scenario).assertCut("InterruptedIOException", "total500", "total", 500, "500ms");
    guarded(jvm, scenario).assertMeets("java.io.InterruptedIOException");
  }

  @OnEveryOkHttp
  void totalCutsASilentServer(OkJvm jvm) throws Exception {
    plain(jvm, "total.silent").assertHung();
    assertCutByTotal(jvm, "total.silent");
    guarded(jvm, "total.silent").assertClosedAt(500);
  }

  @OnEveryOkHttp
  void totalCutsABodyThatDrips(OkJvm jvm) throws Exception {
    plain(jvm, "total.drip").assertReturned("xxxxxxxxxx");
    assertCutByTotal(jvm, "total.drip");
    guarded(jvm, "total.drip").assertClosedAt(500);
  }

  @OnEveryOkHttp
  void totalCutsABodyThatStalls(OkJvm jvm) throws Exception {
    plain(jvm, "total.stall").assertHung();
    assertCutByTotal(jvm, "total.stall");
    guarded(jvm, "total.stall").assertClosedAt(500);
  }

  @OnEveryOkHttp
  void totalBoundsAllRedirectsTogether(OkJvm jvm) {
    plain(jvm, "total.redirects").assertReturned("arrived");
    assertCutByTotal(jvm, "total.redirects");
    guarded(jvm, "total.in-time").assertReturned("arrived");
  }

  @OnEveryOkHttp
  void totalCutsEnqueuedCalls(OkJvm jvm) throws Exception {
    plain(jvm, "enqueue.silent").assertHung();
    for (String scenario : new String[] {"enqueue.silent", "enqueue.drip", "enqueue.stall"}) {
      assertCutByTotal(jvm, scenario);
      guarded(jvm, scenario).assertClosedAt(500);
      assertEquals("false", guarded(jvm, scenario).field("told-again"));
    }
    guarded(jvm, "enqueue.ok").assertReturned("ok");
    assertEquals("false", guarded(jvm, "enqueue.ok").field("told-again"));
  }

  @OnEveryOkHttp
  void totalCountsTheTimeInTheQueue(OkJvm jvm) {
    plain(jvm, "enqueue.queue").assertHung();
    assertCutByTotal(jvm, "enqueue.queue");
    assertEquals("false", guarded(jvm, "enqueue.queue").field("told-again"));
    // Its turn came when it was over: nothing was sent for it.
    assertEquals(1, guarded(jvm, "enqueue.queue").hits().size());
  }

  @OnEveryOkHttp
  void connectBoundsTcpAndTls(OkJvm jvm) {
    for (String scenario : new String[] {"connect.tls", "connect.backlog", "connect.proxy"}) {
      plain(jvm, scenario).assertHung();
      guarded(jvm, scenario)
          .assertCut("SocketTimeoutException", "connect300", "connect", 300, "300ms");
      guarded(jvm, scenario).assertMeets(TIMEOUT);
    }
    guarded(jvm, "connect.slow-answer").assertReturned("slow");
  }

  @OnEveryOkHttp
  void totalBoundsConnectingToo(OkJvm jvm) {
    plain(jvm, "connect.total").assertHung();
    assertCutByTotal(jvm, "connect.total");
  }

  @OnEveryOkHttp
  void cutThatComesBeforeThereIsASocketIsNotForgotten(OkJvm jvm) {
    for (String scenario : new String[] {"connect.late-socket", "connect.late-socket.websocket"}) {
      plain(jvm, scenario).assertHung();
      Outcome guarded = guarded(jvm, scenario);
      guarded.assertMeets("java.io.InterruptedIOException");
      // Since 5.0 the socket is made elsewhere.
      guarded.assertElapsed(500, 800 + Outcome.LATENESS_MILLIS);
      assertTrue(guarded.field("message").contains("timeout.total = 500ms"), guarded::told);
    }
    Outcome never = guarded(jvm, "connect.late-socket");
    assertEquals(0, never.hits().size(), never::told);
  }

  @OnEveryOkHttp
  void connectionThatWasCutBeforeItWasUsedIsGivenToNobody(OkJvm jvm) {
    assertEquals("ok", plain(jvm, "connect.then-next").field("first"));
    Outcome guarded = guarded(jvm, "connect.then-next");
    assertEquals("InterruptedIOException", guarded.field("first"), guarded::told);
    guarded.assertReturned("ok");
  }

  @OnEveryOkHttp
  void connectionThatIsCutGivesWayToTheNextAddress(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "connect.second-address");
    guarded.assertReturned("ok");
    assertTrue(guarded.elapsed() < 1500, guarded::told);
  }

  @OnEveryOkHttp
  void shorterConnectTimeoutOfTheApplicationWins(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "connect.app-shorter");
    guarded.assertMeets(TIMEOUT);
    guarded.assertElapsed(150, 290);
    assertTrue(!guarded.field("messages").contains("policy"), guarded::told);
  }

  @OnEveryOkHttp
  void attemptBoundsTheHead(OkJvm jvm) {
    plain(jvm, "attempt.silent").assertHung();
    for (String scenario : new String[] {"attempt.silent", "attempt.drip-head"}) {
      guarded(jvm, scenario)
          .assertCut("InterruptedIOException", "attempt300", "attempt", 300, "300ms");
    }
    guarded(jvm, "attempt.body").assertReturned("chunkchunkchunkchunkchunk");
  }

  @OnEveryOkHttp
  void readBoundsSilence(OkJvm jvm) {
    for (String scenario : new String[] {"read.silent", "read.stall"}) {
      plain(jvm, scenario).assertHung();
      guarded(jvm, scenario).assertCut("SocketTimeoutException", "read400", "read", 400, "400ms");
      guarded(jvm, scenario).assertMeets(TIMEOUT);
    }
    guarded(jvm, "read.drip").assertReturned("chunk".repeat(8));
  }

  @OnEveryOkHttp
  void readDoesNotBoundTheHandshake(OkJvm jvm) {
    guarded(jvm, "read.tls").assertHung();
  }

  @OnEveryOkHttp
  void timeInWhichTheApplicationDoesNotReadIsNoSilence(OkJvm jvm) {
    plain(jvm, "read.application-pauses").assertReturned("4000000");
    guarded(jvm, "read.application-pauses").assertReturned("4000000");
  }

  @OnEveryOkHttp
  void shorterTimeoutOfTheApplicationWins(OkJvm jvm) {
    for (String scenario : new String[] {"own.call", "own.read"}) {
      plain(jvm, scenario).assertElapsed(300, 1000);
      Outcome guarded = guarded(jvm, scenario);
      guarded.assertElapsed(300, 1000);
      guarded.assertMeets(plain(jvm, scenario).field("exception"));
      assertTrue(!guarded.field("messages").contains("policy"), guarded::told);
    }
    assertCutByTotal(jvm, "own.call-longer");
  }

  @OnEveryOkHttp
  void streamIsBoundedToItsHead(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "stream.events");
    assertEquals("returned", guarded.field("outcome"), guarded::told);
    assertTrue(guarded.elapsed() >= 1000, guarded::told);
  }

  @OnEveryOkHttp
  void cancellationOfTheApplicationStaysWhatItIs(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "cancel");
    guarded.assertMeets(plain(jvm, "cancel").field("exception"));
    guarded.assertElapsed(200, 900);
    assertEquals("true", guarded.field("cancelled"));
  }

  @OnEveryOkHttp
  void nothingOfOursIsSeenInAClientOrInOneThatIsDerivedFromIt(OkJvm jvm) {
    assertCutByTotal(jvm, "derived");
    assertEquals("0", guarded(jvm, "derived").field("interceptors"));
    assertEquals(2, guarded(jvm, "derived").hits().size(), () -> guarded(jvm, "derived").told());
  }

  @OnEveryOkHttp
  void clientWithinAnotherClientsInterceptorHasItsOwnPolicy(OkJvm jvm) {
    guarded(jvm, "inner").assertReturned("slow");
    assertEquals("InterruptedIOException", guarded(jvm, "inner").field("inner"));
  }

  @OnEveryOkHttp
  void whatNoPolicyGovernsIsLeftAlone(OkJvm jvm) {
    guarded(jvm, "none").assertReturned("slow");
    guarded(jvm, "off").assertReturned("slow");
    guarded(jvm, "head").assertReturned("204");
  }

  @OnEveryOkHttp
  void webSocketIsBoundedInItsHandshakeOnly(OkJvm jvm) {
    plain(jvm, "websocket.silent").assertHung();
    assertCutByTotal(jvm, "websocket.silent");
    plain(jvm, "websocket.open").assertReturned("open, stays");
    guarded(jvm, "websocket.open").assertReturned("open, stays");
  }

  @OnEveryOkHttp
  void cutOverHttp2ResetsItsOwnStream(OkJvm jvm) throws Exception {
    plain(jvm, "h2.silent").assertHung();
    for (String scenario : new String[] {"h2.silent", "h2.stall", "h2.drip", "h2.enqueued"}) {
      assertCutByTotal(jvm, scenario);
      assertReset(guarded(jvm, scenario), 500);
    }
    guarded(jvm, "h2.read").assertCut("SocketTimeoutException", "read400", "read", 400, "400ms");
    assertReset(guarded(jvm, "h2.read"), 400);
  }

  @OnEveryOkHttp
  void callThatGoesBothWaysLastsAsLongAsItLikes(OkJvm jvm) {
    if (jvm.library().equals("3.12")) {
      assertCutByTotal(jvm, "h2.duplex");
    } else {
      guarded(jvm, "h2.duplex").assertReturned("xxxxxxxxxx");
    }
  }

  private static void assertReset(Outcome guarded, long bound) throws InterruptedException {
    long reset = Servers.HTTP2.hit(guarded.id()).resetAfterMillis(1000);
    assertTrue(
        reset != Http2Hit.NOT_RESET && reset <= bound + Outcome.LATENESS_MILLIS,
        () -> "reset at " + reset + ": " + guarded.told());
  }

  @OnEveryOkHttp
  void siblingsOfWhatIsCutAreUnhurt(OkJvm jvm) throws Exception {
    guarded(jvm, "h2.sibling").assertReturned("slow");
    guarded(jvm, "h2.after").assertReturned("ok");
    Http2Hit cut = Servers.HTTP2.hit(guarded(jvm, "h2.silent").id());
    for (String scenario : new String[] {"h2.sibling", "h2.after"}) {
      assertEquals("h2", guarded(jvm, scenario).field("protocol"));
      Http2Hit stream = Servers.HTTP2.hit(guarded(jvm, scenario).id());
      assertTrue(stream.isBeside(cut), "not on one connection");
      assertEquals(Http2Hit.NOT_RESET, stream.resetAfterMillis(0));
    }
  }
}
