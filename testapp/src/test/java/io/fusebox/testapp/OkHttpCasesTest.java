package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;

/** Faults that users of clients, libraries and meshes have met, seen through OkHttp. */
class OkHttpCasesTest {

  private static final String[] WAYS = {"", ".enqueued"};
  private static final String REJECTED = "FuseboxRejectedException";

  private static Outcome guarded(OkJvm jvm, String scenario) {
    return OkRuns.guarded(jvm, "cases").of(scenario);
  }

  private static int streams(Outcome outcome) {
    return RetryRuns.http2Requests(outcome).size();
  }

  private static void assertStreams(OkJvm jvm, String scenario, String value, int expected) {
    for (String way : WAYS) {
      Outcome guarded = guarded(jvm, scenario + way);
      guarded.assertReturned(value);
      assertEquals(expected, streams(guarded), guarded::told);
    }
  }

  @OnEveryOkHttp
  void streamThatWasRefusedIsSentAgainWhateverTheMethod(OkJvm jvm) {
    assertStreams(jvm, "h2.refused", "200-2", 2);
    for (String way : WAYS) {
      Outcome always = guarded(jvm, "h2.refused-always" + way);
      assertEquals("threw", always.field("outcome"), always::told);
      assertTrue(streams(always) >= 2 && streams(always) <= 6, always::told);
    }
  }

  @OnEveryOkHttp
  void connectionThatEndsBeforeTheStreamIsSentAgain(OkJvm jvm) {
    assertStreams(jvm, "h2.goaway", "200-2", 2);
  }

  @OnEveryOkHttp
  void streamThatWasResetMayHaveHappened(OkJvm jvm) {
    for (String way : WAYS) {
      for (String scenario : List.of("h2.cancelled", "h2.internal")) {
        Outcome guarded = guarded(jvm, scenario + way);
        assertEquals("threw", guarded.field("outcome"), guarded::told);
        assertEquals(1, streams(guarded), guarded::told);
      }
    }
    assertStreams(jvm, "h2.get.internal", "200-2", 2);
  }

  @OnEveryOkHttp
  void attemptThatTimesOutOverHttp2IsTriedAgain(OkJvm jvm) {
    assertStreams(jvm, "h2.attempt", "200-2", 2);
  }

  @OnEveryOkHttp
  void keyAndNumberOfAnAttemptStayWithTheirOrigin(OkJvm jvm) {
    boolean follows = !jvm.library().startsWith("3");
    for (String way : WAYS) {
      Outcome here = guarded(jvm, "moved.here" + way);
      Outcome away = guarded(jvm, "moved.away" + way);
      if (follows) {
        // The first and the third of a try are the first URL, whatever it leads to.
        assertEquals("503-6", here.field("value"), here::told);
        assertEquals(1, keys(here).stream().distinct().count(), here::told);
        assertTrue(!keys(here).contains("-"), here::told);
        // It leaves, and a POST without its key is not sent twice.
        assertEquals("503-2", away.field("value"), away::told);
        assertTrue(!keys(away).get(0).equals("-") && keys(away).get(1).equals("-"), away::told);
      } else {
        assertEquals("", here.field("value"), here::told);
        assertEquals(1, away.hits().size(), away::told);
      }
      Outcome get = guarded(jvm, "moved.get" + way);
      assertEquals("503-6", get.field("value"), get::told);
      assertEquals(List.of("-", "-", "2", "-", "3", "-"), get.saidIn("x-envoy-attempt-count"));
    }
  }

  @OnEveryOkHttp
  void postFollowsAPermanentRedirectAndAnswersItsProxy(OkJvm jvm) {
    for (String way : WAYS) {
      for (String policy : List.of("plain-policy", "retry")) {
        // 3.x follows no redirect of a POST that keeps it one.
        boolean follows = !jvm.library().startsWith("3");
        guarded(jvm, "moved.308." + policy + way).assertReturned(follows ? "200-2" : "");
        Outcome proxied = guarded(jvm, "proxy.407." + policy + way);
        proxied.assertReturned("welcome");
        assertEquals(2, proxied.hits().size(), proxied::told);
      }
    }
  }

  @OnEveryOkHttp
  void hostWithAnUnderscoreIsMatched(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "underscore");
    guarded.assertMeets("java.io.InterruptedIOException");
    assertTrue(guarded.field("message").contains("under_score.test:"), guarded::told);
    assertTrue(guarded.field("message").contains("policy underscore"), guarded::told);
  }

  private static List<String> keys(Outcome outcome) {
    return outcome.saidIn("idempotency-key");
  }

  @OnEveryOkHttp
  void handshakeThatStallsIsTriedAgainWhateverTheMethod(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "connect.post");
    guarded.assertMeets("java.net.SocketTimeoutException");
    assertTrue(guarded.field("message").endsWith("timeout.connect = 300ms, attempt 2"));
    assertTrue(guarded.elapsed() >= 650, guarded::told);
  }

  @OnEveryOkHttp
  void answerThatHasBegunIsNotAskedForAgain(OkJvm jvm) {
    for (String way : WAYS) {
      Outcome guarded = guarded(jvm, "half" + way);
      assertEquals("threw", guarded.field("outcome"), guarded::told);
      assertEquals(1, guarded.hits().size(), guarded::told);
    }
  }

  @OnEveryOkHttp
  void bodiesThatNobodyReadsHoldNoConnections(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "big");
    guarded.assertReturned("20");
    assertTrue(Integer.parseInt(guarded.field("connections")) <= 2, guarded::told);
  }

  @OnEveryOkHttp
  void methodsAreComparedByCase(OkJvm jvm) {
    guarded(jvm, "lower-case").assertReturned("503-1");
  }

  @OnEveryOkHttp
  void postIsTriedAgainWhereThePolicySaysSo(OkJvm jvm) {
    guarded(jvm, "allowed").assertReturned("ok, 200-3");
    // Ours, each counted; OkHttp sent none by itself.
    assertEquals(List.of("-", "-", "2"), guarded(jvm, "allowed").saidIn("x-envoy-attempt-count"));
  }

  @OnEveryOkHttp
  void clientsShareTheBudgetOfAHost(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "budget");
    guarded.assertReturned("10");
    assertEquals(11, guarded.hits().size(), guarded::told);
  }

  @OnEveryOkHttp
  void probesThatAreCancelledGiveTheirPlacesBack(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "probes");
    guarded.assertReturned("okokok");
    assertTrue(guarded.field("probe-0").endsWith("Exception"), guarded::told);
    assertTrue(guarded.field("probe-1").endsWith("Exception"), guarded::told);
  }

  @OnEveryOkHttp
  void onlyProbesGoWhenManyComeAtOnce(OkJvm jvm) {
    guarded(jvm, "stampede").assertReturned("2 answered, 98 rejected");
  }

  @OnEveryOkHttp
  void mistakesOfTheCallerDoNotOpenTheBreaker(OkJvm jvm) {
    guarded(jvm, "client-errors").assertReturned("ok");
  }

  @OnEveryOkHttp
  void streamByPolicyOutlivesTotal(OkJvm jvm) {
    guarded(jvm, "stream.on").assertReturned("xxxxx");
  }

  @OnEveryOkHttp
  void answerThatAnInterceptorLeavesOpenStandsInNobodysWay(OkJvm jvm) {
    guarded(jvm, "left-open").assertReturned("of its own, ok");
    assertEquals(3, guarded(jvm, "left-open").hits().size());
  }

  @OnEveryOkHttp
  void answerThatAnInterceptorHasClosedIsTriedAgain(OkJvm jvm) {
    guarded(jvm, "closed-and-given").assertReturned("200-3");
  }

  @OnEveryOkHttp
  void whatLeavesDecidesWhetherItMayBeSentTwice(OkJvm jvm) {
    guarded(jvm, "turned-post").assertReturned("503-1");
  }

  @OnEveryOkHttp
  void bodyOfTheApplicationsOwnIsClosed(OkJvm jvm) {
    guarded(jvm, "own-body").assertReturned("true");
  }

  @OnEveryOkHttp
  void multipartOfWhatIsUsedUpIsNotSentAgain(OkJvm jvm) {
    guarded(jvm, "multipart").assertReturned("503-1");
    assertEquals(1, guarded(jvm, "multipart").hits().size());
  }

  @OnEveryOkHttp
  void timeoutThatACallHasGivenUpStaysSo(OkJvm jvm) {
    guarded(jvm, "cleared-timeout").assertReturned("200-2");
  }

  @OnEveryOkHttp
  void callThatIsCancelledUnreadGivesItsPlaceBack(OkJvm jvm) {
    guarded(jvm, "cancelled-unread").assertReturned("ok");
  }

  @OnEveryOkHttp
  void answerThatIsDroppedUnreadGivesItsPlaceBack(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "dropped-unread");
    guarded.assertReturned("200 ok");
  }

  @OnEveryOkHttp
  void callThatIsCutBeforeItWantsAConnectionHoldsNoPlace(OkJvm jvm) {
    for (String scenario : List.of("late-place", "late-cookies")) {
      Outcome guarded = guarded(jvm, scenario);
      guarded.assertReturned("ok");
      for (int i = 0; i < 2; i++) {
        assertEquals("java.io.InterruptedIOException", guarded.field("late-" + i), guarded::told);
      }
    }
  }

  /** OkHttp sends it over another connection, whatever its body: it was not asked for it. */
  @OnEveryOkHttp
  void requestOfWhichNothingWasWrittenIsSent(OkJvm jvm) {
    for (String way : WAYS) {
      Outcome guarded = guarded(jvm, "h2.gone-before" + way);
      assertEquals("200-3", guarded.field("other"), guarded::told);
      guarded.assertReturned("200-4");
    }
  }

  @OnEveryOkHttp
  void postThatWasAnsweredIsNotSentAgainForWhatFollows(OkJvm jvm) {
    for (String scenario :
        List.of("h2.moved-refused", "h2.moved-refused.enqueued", "h2.token-refused")) {
      Outcome guarded = guarded(jvm, scenario);
      assertEquals("threw", guarded.field("outcome"), guarded::told);
      List<String> methods =
          RetryRuns.http2Requests(guarded).stream().map(Http2Sequences.Request::method).toList();
      assertEquals(1, Collections.frequency(methods, "POST"), guarded::told);
      // OkHttp may send what was refused again, among the three attempts.
      assertTrue(methods.size() >= 2 && methods.size() <= 4, guarded::told);
    }
  }

  @OnEveryOkHttp
  void cancellationIsHeardWhileAnInterceptorLingers(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "lost-cancel");
    // What had become of it when it was cancelled is the outcome.
    guarded.assertMeets("java.io.InterruptedIOException");
    // None where the machine was so busy that the first was cut before it was read.
    assertTrue(guarded.hits().size() <= 1, guarded::told);
  }

  @OnEveryOkHttp
  void interceptorMayTurnToAnotherHostThanTheOneThatIsRefused(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "fail-over");
    guarded.assertReturned("ok");
    assertEquals("FuseboxRejectedException", guarded.field("first"), guarded::told);
  }

  @OnEveryOkHttp
  void nameThatIsTurnedToItsAddressIsRefusedAgain(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "turn.name");
    guarded.assertReturned(String.join(" ", REJECTED, REJECTED, REJECTED));
    assertEquals(3, guarded.hits().size(), guarded::told);
  }

  @OnEveryOkHttp
  void hostThatIsTurnedToMaySendItOn(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "turn.moved");
    guarded.assertReturned("ok");
    assertEquals(REJECTED, guarded.field("first"), guarded::told);
    assertEquals(5, guarded.hits().size(), guarded::told);
  }

  @OnEveryOkHttp
  void hostThatIsTurnedToSaysNothingOfTheFirst(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "turn.late");
    guarded.assertReturned("ok");
    assertEquals(REJECTED, guarded.field("first"), guarded::told);
    // Its probe has failed.
    assertEquals(6, guarded.hits().size(), guarded::told);
    assertTrue(guarded.field("failed-2").endsWith(REJECTED), guarded::told);
  }

  @OnEveryOkHttp
  void hostThatIsTurnedToMayNotSendItBack(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "turn.back");
    assertEquals("threw", guarded.field("outcome"), guarded::told);
    assertTrue(guarded.field("exception").endsWith(REJECTED), guarded::told);
    assertEquals(4, guarded.hits().size(), guarded::told);
  }

  @OnEveryOkHttp
  void hostsOfOneBreakerAreRefusedAlike(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "turn.shared");
    assertEquals("threw", guarded.field("outcome"), guarded::told);
    assertEquals(REJECTED, guarded.field("first"), guarded::told);
    assertEquals(3, guarded.hits().size(), guarded::told);
  }

  @OnEveryOkHttp
  void answerThatIsMadeOfARefusalIsNotTriedAgain(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "made-of-refusal");
    guarded.assertReturned("of its own");
    assertEquals(REJECTED, guarded.field("first"), guarded::told);
    // What holds the place may be given up before the server has read of it.
    assertTrue(guarded.hits().size() <= 1, guarded::told);
  }

  @OnEveryOkHttp
  void oneSendThatIsWrittenDownIsOne(OkJvm jvm) {
    for (String way : WAYS) {
      Outcome refused = guarded(jvm, "one-send.h2" + way);
      assertEquals("threw", refused.field("outcome"), refused::told);
      assertEquals(2, streams(refused), refused::told);
      guarded(jvm, "one-send.503" + way).assertReturned("503-1");
    }
    Outcome stale = guarded(jvm, "one-send.stale");
    assertEquals("threw", stale.field("outcome"), stale::told);
    assertEquals(2, stale.hits().size(), stale::told);
  }

  @OnEveryOkHttp
  void keyAloneLimitsNoSends(OkJvm jvm) {
    assertStreams(jvm, "no-word.h2", "200-3", 3);
    for (String way : WAYS) {
      guarded(jvm, "no-word.503" + way).assertReturned("200-2");
    }
    guarded(jvm, "no-word.stale").assertReturned("200-3");
  }

  @OnEveryOkHttp
  void interceptorMayTranslateARefusal(OkJvm jvm) {
    guarded(jvm, "translated").assertReturned("translated translated translated translated");
  }

  @OnEveryOkHttp
  void headerThatOkHttpCannotReadBelongsToItsResponse(OkJvm jvm) {
    guarded(jvm, "replaced-503").assertReturned("200 null");
  }

  @OnEveryOkHttp
  void callbacksThatBlockHoldUpNoClock(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "callbacks");
    guarded.assertMeets("java.io.InterruptedIOException");
    long then = Long.parseLong(guarded.field("elapsed-then"));
    assertTrue(then >= 500 && then < 500 + Outcome.LATENESS_MILLIS, guarded::told);
  }

  @OnEveryOkHttp
  void thousandVirtualThreadsWaitAtATime(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "virtual");
    guarded.assertReturned(jvm.jdk().feature() < 21 ? "no virtual threads" : "1000");
    assertTrue(guarded.elapsed() < 12_000, guarded::told);
  }
}
