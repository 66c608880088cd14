package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.Hit;
import java.util.List;

/** Each clock cuts what it bounds, and lets pass what it does not. */
class ClocksTest {

  private static final String TIMEOUT = "java.net.http.HttpTimeoutException";
  private static final String CONNECT = "java.net.http.HttpConnectTimeoutException";

  @OnEveryJdk
  void connectBoundsTheTlsHandshake(Jdk jdk) {
    plain(jdk, "connect.tls").assertHung();
    Outcome guarded = guarded(jdk, "connect.tls");
    guarded.assertCut("HttpConnectTimeoutException", "connect300", "connect", 300, "300ms");
    guarded.assertMeets(CONNECT);
  }

  @OnEveryJdk
  void connectBoundsTheTcpConnection(Jdk jdk) {
    plain(jdk, "connect.backlog").assertHung();
    Outcome guarded = guarded(jdk, "connect.backlog");
    guarded.assertCut("HttpConnectTimeoutException", "connect300", "connect", 300, "300ms");
    guarded.assertMeets(CONNECT);
  }

  @OnEveryJdk
  void connectDoesNotBoundTheAnswer(Jdk jdk) {
    plain(jdk, "connect.slow-answer").assertReturned("slow");
    guarded(jdk, "connect.slow-answer").assertReturned("slow");
  }

  @OnEveryJdk
  void shorterConnectTimeoutOfTheApplicationWins(Jdk jdk) {
    for (Outcome each : both(jdk, "connect.tls.app-shorter")) {
      each.assertThrew(CONNECT);
      assertOwn(each, 150);
    }
  }

  @OnEveryJdk
  void longerConnectTimeoutOfTheApplicationDoesNot(Jdk jdk) {
    plain(jdk, "connect.tls.app-longer").assertHung();
    guarded(jdk, "connect.tls.app-longer")
        .assertCut("HttpConnectTimeoutException", "connect300", "connect", 300, "300ms");
  }

  @OnEveryJdk
  void attemptBoundsTheHead(Jdk jdk) throws InterruptedException {
    plain(jdk, "attempt.silent").assertHung();
    Outcome guarded = guarded(jdk, "attempt.silent");
    guarded.assertCut("HttpTimeoutException", "attempt300", "attempt", 300, "300ms");
    guarded.assertMeets(TIMEOUT);
    guarded.assertClosedAt(300);
  }

  @OnEveryJdk
  void attemptDoesNotBoundTheBody(Jdk jdk) {
    guarded(jdk, "attempt.drip").assertReturned("xxxxxxxxxx");
  }

  @OnEveryJdk
  void readBoundsTheSilenceBeforeTheHead(Jdk jdk) throws InterruptedException {
    plain(jdk, "read.silent").assertHung();
    Outcome guarded = guarded(jdk, "read.silent");
    guarded.assertCut("HttpTimeoutException", "read400", "read", 400, "400ms");
    guarded.assertClosedAt(400);
  }

  @OnEveryJdk
  void readBoundsTheSilenceWithinTheBody(Jdk jdk) throws InterruptedException {
    plain(jdk, "read.stall").assertHung();
    Outcome guarded = guarded(jdk, "read.stall");
    guarded.assertCut("HttpTimeoutException", "read400", "read", 400, "400ms");
    guarded.assertClosedAt(400);
  }

  @OnEveryJdk
  void readDoesNotBoundABodyThatKeepsComing(Jdk jdk) {
    guarded(jdk, "read.drip").assertReturned("xxxxxxxxxx");
  }

  @OnEveryJdk
  void readOfTheDefaultsHoldsForAPolicyWithoutOne(Jdk jdk) {
    plain(jdk, "read.default").assertHung();
    guarded(jdk, "read.default")
        .assertCut("HttpTimeoutException", "only-default", "read", 2000, "2s");
  }

  @OnEveryJdk
  void timeInWhichTheApplicationDoesNotReadIsNoSilence(Jdk jdk) {
    plain(jdk, "read.application-pauses").assertReturned("4000000");
    guarded(jdk, "read.application-pauses").assertReturned("4000000");
  }

  @OnEveryJdk
  void uploadIsNoSilence(Jdk jdk) {
    Runs.plain(jdk, "load").of("upload.read").assertReturned("uploaded");
    Runs.guarded(jdk, "load").of("upload.read").assertReturned("uploaded");
  }

  @OnEveryJdk
  void totalBoundsTheUpload(Jdk jdk) {
    Runs.plain(jdk, "load").of("upload.total").assertReturned("uploaded");
    Runs.guarded(jdk, "load").of("upload.total").assertCutByTotal(500);
  }

  @OnEveryJdk
  void publisherThatTakesItsTimeDoesNotHoldTheCallerOfSend(Jdk jdk) {
    plain(jdk, "slow.publisher").assertHung();
    Outcome guarded = guarded(jdk, "slow.publisher");
    guarded.assertReturned("3");
    long longest = Long.parseLong(guarded.field("longest"));
    assertTrue(longest >= 300 && longest < 900, guarded::told);
  }

  @OnEveryJdk
  void cookieHandlerIsAskedOnItsCallersThread(Jdk jdk) {
    for (Outcome outcome : List.of(plain(jdk, "slow.cookies"), guarded(jdk, "slow.cookies"))) {
      outcome.assertReturned("asked");
      for (Hit hit : outcome.hits()) {
        assertEquals("caller=me", hit.headers().get("cookie"), outcome::told);
      }
      assertEquals(3, outcome.hits().size(), outcome::told);
    }
  }

  @OnEveryJdk
  void totalBoundsAllRedirectsTogether(Jdk jdk) {
    plain(jdk, "redirects.cut").assertReturned("arrived");
    guarded(jdk, "redirects.cut").assertCutByTotal(500);
    guarded(jdk, "redirects.arrive").assertReturned("arrived");
    assertEquals(5, guarded(jdk, "redirects.arrive").hits().size());
  }

  @OnEveryJdk
  void attemptBoundsAllRedirectsOfATryTogether(Jdk jdk) {
    plain(jdk, "redirects.attempt").assertReturned("arrived");
    guarded(jdk, "redirects.attempt")
        .assertCut("HttpTimeoutException", "attempt300", "attempt", 300, "300ms");
  }

  @OnEveryJdk
  void shorterTimeoutOfTheApplicationWins(Jdk jdk) {
    for (Outcome each : both(jdk, "app.shorter")) {
      each.assertThrew(TIMEOUT);
      assertOwn(each, 200);
    }
  }

  @OnEveryJdk
  void longerTimeoutOfTheApplicationDoesNot(Jdk jdk) {
    for (String scenario : new String[] {"app.longer", "app.none"}) {
      plain(jdk, scenario).assertReturned("slow");
      guarded(jdk, scenario).assertCutByTotal(300);
    }
  }

  @OnEveryJdk
  void hugeTimeoutOfTheApplicationIsWhatItWasWithoutTheAgent(Jdk jdk) {
    Outcome plain = plain(jdk, "app.huge");
    Outcome guarded = guarded(jdk, "app.huge");
    for (String field : new String[] {"outcome", "exception", "message", "causes", "value"}) {
      assertEquals(plain.field(field), guarded.field(field), guarded::told);
    }
  }

  @OnEveryJdk
  void timeoutOfTheApplicationStaysWhatItIsForABody(Jdk jdk) {
    Outcome plain = plain(jdk, "app.body");
    Outcome guarded = guarded(jdk, "app.body");
    assertEquals(plain.field("outcome"), guarded.field("outcome"), guarded::told);
    assertEquals(plain.field("value"), guarded.field("value"), guarded::told);
  }

  @OnEveryJdk
  void codeOfTheApplicationThatIsStuckHoldsNoOtherCall(Jdk jdk) {
    Runs.plain(jdk, "stuck").of("stuck.neighbour").assertHung();
    Outcome guarded = Runs.guarded(jdk, "stuck").of("stuck.neighbour");
    guarded.assertThrew(TIMEOUT);
    guarded.assertElapsed(500, 4000);
    assertEquals("true", guarded.field("stuck"), guarded::told);
  }

  @OnEveryJdk
  void callsWithoutAPolicyHangAsEver(Jdk jdk) {
    for (String call : new String[] {"no-policy", "off", "method"}) {
      plain(jdk, "ungoverned." + call).assertHung();
      guarded(jdk, "ungoverned." + call).assertHung();
    }
  }

  /**
   * It was the application's timeout that ended it: no policy is named, unless the client's timer
   * was so late that the agent's came first, which then says whose timeout it was.
   */
  private static void assertOwn(Outcome outcome, long millis) {
    outcome.assertElapsed(millis, millis + Outcome.LATENESS_MILLIS);
    String messages = outcome.field("messages");
    boolean named = messages.contains("the request's own timeout = " + millis + "ms");
    assertTrue(named || !messages.contains("policy"), outcome::told);
  }

  private static Outcome plain(Jdk jdk, String scenario) {
    return Runs.plain(jdk, "http").of(scenario);
  }

  private static Outcome guarded(Jdk jdk, String scenario) {
    return Runs.guarded(jdk, "http").of(scenario);
  }

  private static Outcome[] both(Jdk jdk, String scenario) {
    return new Outcome[] {plain(jdk, scenario), guarded(jdk, scenario)};
  }
}
