package io.fusebox.testapp;

/** Streams are bounded to their head; after it by their own read only. */
class StreamsTest {

  @OnEveryJdk
  void eventsPassWholeUnderTotalAndAttempt(Jdk jdk) {
    for (String scenario : new String[] {"events.total", "events.attempt", "ndjson.total"}) {
      assertWhole(jdk, scenario, "10");
    }
  }

  @OnEveryJdk
  void eventsPassWholeThroughAHandlerThatGathersThem(Jdk jdk) {
    Outcome plain = Runs.plain(jdk, "http").of("events.ofString");
    guarded(jdk, "events.ofString").assertReturned(plain.field("value"));
  }

  @OnEveryJdk
  void headOfAStreamIsBoundedByTotal(Jdk jdk) throws InterruptedException {
    Runs.plain(jdk, "http").of("events.head").assertHung();
    guarded(jdk, "events.head").assertCutByTotal(500);
    guarded(jdk, "events.head").assertClosedAt(500);
  }

  @OnEveryJdk
  void pauseIsBoundedByThePolicysOwnRead(Jdk jdk) throws InterruptedException {
    Runs.plain(jdk, "http").of("events.own-read").assertReturned("10");
    Outcome guarded = guarded(jdk, "events.own-read");
    // Two events at 200 and 400 ms, then silence.
    guarded.assertElapsed(800, 800 + Outcome.LATENESS_MILLIS);
    guarded.assertClosedAt(800);
    assertWhole(jdk, "events.own-read.no-pause", "10");
  }

  @OnEveryJdk
  void pauseIsNotBoundedByTheDefaultsRead(Jdk jdk) {
    assertWhole(jdk, "events.default-read", "5");
  }

  @OnEveryJdk
  void policySaysWhatIsAStream(Jdk jdk) {
    Runs.plain(jdk, "http").of("events.stream-off").assertReturned("10");
    guarded(jdk, "events.stream-off")
        .assertCut("HttpTimeoutException", "stream-off", "total", 500, "500ms");
    assertWhole(jdk, "events.stream-on", "1");
  }

  @OnEveryJdk
  void messagesOfAWebSocketArriveAfterTotal(Jdk jdk) {
    assertWhole(jdk, "websocket.message", "hello");
  }

  @OnEveryJdk
  void handshakeOfAWebSocketIsBoundedByTotal(Jdk jdk) throws InterruptedException {
    Runs.plain(jdk, "http").of("websocket.handshake").assertHung();
    guarded(jdk, "websocket.handshake").assertCutByTotal(500);
    guarded(jdk, "websocket.handshake").assertClosedAt(500);
  }

  private static void assertWhole(Jdk jdk, String scenario, String value) {
    Runs.plain(jdk, "http").of(scenario).assertReturned(value);
    guarded(jdk, scenario).assertReturned(value);
  }

  private static Outcome guarded(Jdk jdk, String scenario) {
    return Runs.guarded(jdk, "http").of(scenario);
  }
}
