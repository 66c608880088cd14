package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** On HTTP/2 a cut resets its own stream and leaves the connection to its siblings. */
class Http2Test {

  @OnEveryJdk
  void streamIsCutAndReset(Jdk jdk) throws InterruptedException {
    for (String scenario : new String[] {"http2.silent", "http2.stall", "http2.sendAsync"}) {
      plain(jdk, scenario).assertHung();
      assertCutAndReset(guarded(jdk, scenario));
      guarded(jdk, scenario).assertMeets("java.net.http.HttpTimeoutException");
    }
  }

  @OnEveryJdk
  void bodyThatDripsIsCut(Jdk jdk) throws InterruptedException {
    plain(jdk, "http2.drip").assertReturned("xxxxxxxxxx");
    assertCutAndReset(guarded(jdk, "http2.drip"));
    plain(jdk, "http2.drip.ofInputStream").assertReturned("10");
    assertCutAndReset(guarded(jdk, "http2.drip.ofInputStream"));
  }

  @OnEveryJdk
  void readBoundsTheSilence(Jdk jdk) {
    plain(jdk, "http2.read").assertHung();
    guarded(jdk, "http2.read").assertCut("HttpTimeoutException", "read400", "read", 400, "400ms");
  }

  @OnEveryJdk
  void cancelledStreamIsReset(Jdk jdk) throws InterruptedException {
    Outcome guarded = guarded(jdk, "http2.cancel");
    guarded.assertReturned("true");
    long reset = Servers.HTTP2.hit(guarded.id()).resetAfterMillis(1000);
    assertTrue(reset != Http2Hit.NOT_RESET && reset < 600, () -> reset + ": " + guarded.told());
  }

  @OnEveryJdk
  void siblingsAreUnhurt(Jdk jdk) throws InterruptedException {
    for (String scenario : new String[] {"http2.sibling", "http2.after"}) {
      Outcome guarded = guarded(jdk, scenario);
      guarded.assertReturned(scenario.endsWith("after") ? "ok" : "slow");
      assertEquals("HTTP_2", guarded.field("version"), guarded::told);
      Http2Hit stream = Servers.HTTP2.hit(guarded.id());
      Http2Hit cut = Servers.HTTP2.hit(guarded(jdk, "http2.silent").id());
      assertTrue(stream.isBeside(cut), "not on one connection");
      assertEquals(Http2Hit.NOT_RESET, stream.resetAfterMillis(0));
    }
  }

  private static void assertCutAndReset(Outcome guarded) throws InterruptedException {
    guarded.assertCutByTotal(500);
    long reset = Servers.HTTP2.hit(guarded.id()).resetAfterMillis(1000);
    assertTrue(
        reset != Http2Hit.NOT_RESET && reset <= 500 + Outcome.LATENESS_MILLIS,
        () -> "reset at " + reset + ": " + guarded.told());
  }

  private static Outcome plain(Jdk jdk, String scenario) {
    return Runs.plain(jdk, "http").of(scenario);
  }

  private static Outcome guarded(Jdk jdk, String scenario) {
    return Runs.guarded(jdk, "http").of(scenario);
  }
}
