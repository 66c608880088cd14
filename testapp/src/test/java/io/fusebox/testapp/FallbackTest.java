package io.fusebox.testapp;

import static io.fusebox.testapp.States.assertGuarded;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** An answer is made up for the reasons that a policy names, and for no other. */
class FallbackTest {

  private static final String MADE_UP = "200 {\"items\": []}";
  private static final String[] WAYS = {"ofString", "ofInputStream", "ofLines", "ofFile"};

  @OnEveryJdk
  void everyBodyHandlerGetsItInsteadOfATimeout(Jdk jdk) {
    assertEveryWay(jdk, "timeout", 1);
  }

  @OnEveryJdk
  void everyBodyHandlerGetsItInsteadOfARejection(Jdk jdk) {
    assertEveryWay(jdk, "rejected", 0);
  }

  @OnEveryJdk
  void everyBodyHandlerGetsItInsteadOfAStatus(Jdk jdk) {
    for (String way : WAYS) {
      States.assertPlain(jdk, "fallback.status." + way, "503 slow");
    }
    assertEveryWay(jdk, "status", 1);
  }

  @OnEveryJdk
  void handlerOfTheApplicationIsAskedOnce(Jdk jdk) {
    for (String reason : new String[] {"timeout", "rejected", "status"}) {
      String scenario = "fallback." + reason + ".custom";
      assertGuarded(jdk, scenario, "200 200 application/json {\"items\": []}");
      for (String door : States.DOORS) {
        Outcome outcome = StateRuns.guarded(jdk).of(scenario + door);
        assertEquals("1", outcome.field("asked"), outcome::told);
      }
    }
  }

  @OnEveryJdk
  void responseIsAWholeOne(Jdk jdk) {
    // With Content-Length three headers.
    assertGuarded(jdk, "fallback.response", "200 same same HTTP_1_1 false false yes 3");
    assertGuarded(jdk, "fallback.default", "503 '' {content-length=[0]}", 0);
  }

  @OnEveryJdk
  void otherReasonsThanThoseNamedStayWhatTheyAre(Jdk jdk) {
    assertGuarded(jdk, "fallback.not-status", "503, 200");
    assertGuarded(jdk, "fallback.not-timeout", "timeout, 200");
    assertGuarded(jdk, "fallback.not-that-status", "500");
    assertGuarded(jdk, "fallback.breaker", "200*2, rejected", 2);
  }

  @OnEveryJdk
  void noneIsMadeForACallerThatHasGivenUp(Jdk jdk) {
    StateRuns.guarded(jdk).of("fallback.gone.async").assertReturned("true 0");
  }

  @OnEveryJdk
  void fullBulkheadIsARejection(Jdk jdk) {
    assertGuarded(jdk, "fallback.bulkhead", "429*2, 200*2", 2);
  }

  @OnEveryJdk
  void answerThatHasBegunIsNotReplaced(Jdk jdk) {
    assertGuarded(jdk, "fallback.after-head", "timeout", 1);
  }

  @OnEveryJdk
  void bodyThatIsReplacedAndStallsDoesNotHoldItsConnection(Jdk jdk) throws Exception {
    assertGuarded(jdk, "fallback.stalled", "200", 1);
    for (String door : States.DOORS) {
      Outcome outcome = StateRuns.guarded(jdk).of("fallback.stalled" + door);
      long closed = outcome.hits().get(0).closedAfterMillis(1000);
      // The run has ended meanwhile, and with it every connection: this one did before.
      assertTrue(closed >= 0 && closed < outcome.elapsed(), () -> outcome.told() + " " + closed);
    }
  }

  @OnEveryJdk
  void connectTimeoutOfTheApplicationItselfIsReplaced(Jdk jdk) {
    for (String door : States.DOORS) {
      StateRuns.plain(jdk)
          .of("fallback.connect" + door)
          .assertThrew("java.net.http.HttpConnectTimeoutException");
    }
    assertGuarded(jdk, "fallback.connect", MADE_UP);
  }

  @OnEveryJdk
  void connectTimeoutOfTheLastAttemptIsReplaced(Jdk jdk) {
    assertGuarded(jdk, "fallback.connects", MADE_UP);
    for (String door : States.DOORS) {
      // Each of the two has had its time.
      StateRuns.guarded(jdk).of("fallback.connects" + door).assertElapsed(800, 8000);
    }
  }

  @OnEveryJdk
  void methodDoesNotMatter(Jdk jdk) {
    assertGuarded(jdk, "fallback.post", "200", 1);
  }

  @OnEveryJdk
  void lastAttemptIsReplacedAndNoneBefore(Jdk jdk) {
    assertGuarded(jdk, "fallback.retries", "200", 3);
  }

  @OnEveryJdk
  void outcomeOfACallWhoseNextAttemptIsRefusedIsReplaced(Jdk jdk) {
    // One attempt of the call that waits, two of the calls that open its breaker.
    assertGuarded(jdk, "fallback.in-wait", "200*2, waits, rejected, 200", 3);
  }

  @OnEveryJdk
  void callbacksOfATimeoutRunWhereTheyRanWithoutTheAgent(Jdk jdk) {
    assertThreads(jdk, "timeout");
  }

  @OnEveryJdk
  void callbacksOfARejectionRunWhereTheyRanWithoutTheAgent(Jdk jdk) {
    assertThreads(jdk, "rejected");
  }

  @OnEveryJdk
  void callbacksOfAStatusRunWhereTheyRanWithoutTheAgent(Jdk jdk) {
    assertThreads(jdk, "status");
  }

  @OnEveryJdk
  void http2TimeoutIsReplacedAlike(Jdk jdk) {
    for (String door : States.DOORS) {
      StateRuns.guarded(jdk).of("h2.fallback" + door).assertReturned("{\"items\": []}");
    }
  }

  @OnEveryJdk
  void eachIsSaidWithItsReason(Jdk jdk) {
    Finished finished = StateRuns.guarded(jdk).finished();
    for (String reason :
        new String[] {
          "policy fallback-timeout, timeout.total",
          "policy fallback-rejected, rejected",
          "policy fallback-status, status 503"
        }) {
      assertTrue(
          finished.said("answered by fallback: ").stream().anyMatch(line -> line.contains(reason)),
          () -> reason + " in " + finished.err());
    }
  }

  @OnEveryJdk
  void eachIsCountedByItsReason(Jdk jdk) {
    Finished finished = StateRuns.guarded(jdk).finished();
    // Five ways to the body, a whole response and a POST, through two doors.
    assertCounted(finished, "fallback-timeout: 14 answers by fallback (timeout.total 14)");
    assertCounted(finished, "10 answers by fallback (rejected 10)");
    assertCounted(finished, "fallback-status: 10 answers by fallback (status 503 10)");
  }

  private static void assertCounted(Finished finished, String text) {
    assertEquals(1, finished.said(text).size(), () -> text + " in " + finished.err());
  }

  private static void assertThreads(Jdk jdk, String reason) {
    String scenario = "fallback.thread." + reason + ".async";
    Outcome plain = StateRuns.plain(jdk).of(scenario);
    assertTrue(plain.field("value").matches("\\[\\w+ \\S+ \\w+]"), plain::told);
    StateRuns.guarded(jdk).of(scenario).assertReturned(plain.field("value"));
  }

  private static void assertEveryWay(Jdk jdk, String reason, int hits) {
    for (String way : WAYS) {
      assertGuarded(jdk, "fallback." + reason + "." + way, MADE_UP, hits);
    }
  }
}
