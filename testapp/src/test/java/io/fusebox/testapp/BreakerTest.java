package io.fusebox.testapp;

import static io.fusebox.testapp.States.assertGuarded;
import static io.fusebox.testapp.States.assertPlain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Timeout;

/** What opens a breaker and what does not, whose it is, and what retries have to do with it. */
@Timeout(180)
class BreakerTest {

  private static final int CAN_BE_CLOSED = 21;

  @OnEveryJdk
  void failuresInARowOpenIt(Jdk jdk) {
    assertPlain(jdk, "breaker.row", "503*2, 200, 503*3, 200*2");
    assertGuarded(jdk, "breaker.row", "503*2, 200, 503*3, rejected*2", 6);
  }

  @OnEveryJdk
  void halfOfTheCallsDoNotOpenItAndOneMoreDoes(Jdk jdk) {
    assertGuarded(jdk, "breaker.half-fail", "200, 503, ".repeat(10) + "200*2", 22);
    String more = "200, 503, ".repeat(8) + "200, 503*3, ";
    assertPlain(jdk, "breaker.more-fail", more + "200*2");
    assertGuarded(jdk, "breaker.more-fail", more + "rejected*2", 20);
  }

  @OnEveryJdk
  void tooFewCallsSayNothing(Jdk jdk) {
    // The twentieth is answered; with it they are enough.
    assertGuarded(jdk, "breaker.too-few", "503*19, 200, rejected", 20);
  }

  @OnEveryJdk
  void slowCallsOpenIt(Jdk jdk) {
    assertGuarded(jdk, "breaker.slow", "200*4, rejected*2", 4);
  }

  @OnEveryJdk
  void answersThatAreTheCallersFaultDoNotOpenIt(Jdk jdk) {
    assertGuarded(jdk, "breaker.statuses", "400*6, 401*6, 404*6, 409*6, 500*6, 501*6, 200", 37);
  }

  @OnEveryJdk
  void badGatewaysAndGatewayTimeoutsOpenIt(Jdk jdk) {
    assertGuarded(jdk, "breaker.gateway", "502, 504*2, rejected", 3);
  }

  @OnEveryJdk
  void badAnswersOpenItWhereTheirBodiesAreClosedUnread(Jdk jdk) {
    assertGuarded(jdk, "breaker.closed-unread", "503*3, rejected*2", 3);
  }

  @OnEveryJdk
  void badAnswersOpenItWhereTheirBodiesAreClosedEarly(Jdk jdk) {
    assertGuarded(jdk, "breaker.closed-early", "503*3, rejected*2", 3);
  }

  @OnEveryJdk
  void rateLimitNeitherCountsNorEndsARow(Jdk jdk) {
    assertGuarded(jdk, "breaker.neutral-429", "503*2, 429*2, 503, rejected", 5);
  }

  @OnEveryJdk
  void rateLimitCountsWhereThePolicySaysSo(Jdk jdk) {
    assertGuarded(jdk, "breaker.count-429", "429*3, rejected", 3);
  }

  @OnEveryJdk
  void connectionsThatEndBeforeAHeadOpenIt(Jdk jdk) {
    for (String door : States.DOORS) {
      Outcome outcome = StateRuns.guarded(jdk).of("breaker.broken" + door);
      // A reset is another exception than an end.
      assertTrue(outcome.field("value").endsWith(", rejected"), outcome::told);
      assertEquals(3, outcome.hits().size(), outcome::told);
    }
  }

  @OnEveryJdk
  void refusedConnectionsOpenIt(Jdk jdk) {
    assertGuarded(jdk, "breaker.refused", "ConnectException*3, rejected*2");
  }

  @OnEveryJdk
  void timeoutsOpenIt(Jdk jdk) {
    for (String clock : new String[] {"total", "read", "attempt"}) {
      assertGuarded(jdk, "breaker." + clock, "timeout*2, rejected", 2);
    }
  }

  @OnEveryJdk
  void timeoutsOfCallersInAHurryCountNothing(Jdk jdk) {
    assertGuarded(jdk, "breaker.short-time", "timeout*3, 200", 4);
    assertGuarded(jdk, "breaker.enough-time", "timeout*3, rejected", 3);
  }

  @OnEveryJdk
  void callersInAHurryWhoAreStillConnectingCountNothing(Jdk jdk) {
    assertPlain(jdk, "hasty.connect", "timeout*100, 200");
    assertGuarded(jdk, "hasty.connect", "timeout*100, 200");
  }

  @OnEveryJdk
  void clientWithoutAThreadToSendOnSaysNothingAboutTheHost(Jdk jdk) {
    Outcome outcome = StateRuns.guarded(jdk).of("starved.async");
    outcome.assertReturned("timeout*4, 200");
  }

  @OnEveryJdk
  void connectsThatHadEnoughTimeOrTheirClientsOwnBoundOpenIt(Jdk jdk) {
    for (String scenario : new String[] {"hasty.half", "hasty.client"}) {
      assertPlain(jdk, scenario, "timeout*4");
      assertGuarded(jdk, scenario, "timeout*3, rejected");
    }
  }

  @OnEveryJdk
  void applicationThatReadsSlowlyCountsNothing(Jdk jdk) {
    assertGuarded(jdk, "reader.slow", "timeout*3, 200", 4);
  }

  @OnEveryJdk
  void bodiesThatStallWhileTheApplicationReadsOpenIt(Jdk jdk) {
    assertGuarded(jdk, "reader.stalled", "timeout*3, rejected", 3);
  }

  @OnEveryJdk
  void cancelledCallsCountNothing(Jdk jdk) {
    assertGuarded(jdk, "breaker.cancelled", "cancelled*5, 200, 503*2, and, 503, rejected", 9);
  }

  @OnEveryJdk
  void callbackThatThrowsCountsNothingAndEndsNoRow(Jdk jdk) {
    for (String door : States.DOORS) {
      String scenario = "breaker.callback" + door;
      // What the client makes of it depends on the JDK.
      String plain = StateRuns.plain(jdk).of(scenario).field("value");
      assertTrue(plain.matches("(I[A-Za-z]+Exception)\\*5, 200, 503\\*2, \\1, 503, 200"), plain);
      StateRuns.guarded(jdk).of(scenario).assertReturned(plain.replaceFirst("200$", "rejected"));
    }
  }

  @OnEveryJdk
  void whatTheApplicationsOwnCodeThrowsCountsNothing(Jdk jdk) {
    assertOwnFault(jdk, "own.on-subscribe", 6);
    assertOwnFault(jdk, "own.on-next", 6);
    assertOwnFault(jdk, "own.get-body", 6);
    assertOwnFault(jdk, "own.file", 6);
  }

  @OnEveryJdk
  void whatTheApplicationsOwnCodeThrowsEndsNoRow(Jdk jdk) {
    for (String scenario : new String[] {"on-subscribe", "on-next", "file"}) {
      for (String door : States.DOORS) {
        Outcome outcome = StateRuns.guarded(jdk).of("own.row." + scenario + door);
        String endings = "503\\*2, [A-Za-z]+Exception, 503, rejected";
        assertTrue(outcome.field("value").matches(endings), outcome::told);
        assertEquals(4, outcome.hits().size(), outcome::told);
      }
    }
  }

  @OnEveryJdk
  void callsOfAClientThatIsShutDownCountNothing(Jdk jdk) {
    assumeTrue(jdk.feature() >= CAN_BE_CLOSED, "clients can be closed from 21 on");
    assertGuarded(jdk, "breaker.shut-down", "200", 21);
    for (String door : States.DOORS) {
      Outcome outcome = StateRuns.guarded(jdk).of("breaker.shut-down" + door);
      assertEquals("20", outcome.field("failed"), outcome::told);
    }
  }

  @OnEveryJdk
  void cookiesThatThrowCountNothingAndAreNotAskedAgain(Jdk jdk) {
    assertOwnFault(jdk, "own.cookies.get", 1);
    assertOwnFault(jdk, "own.cookies.put", 6);
    for (String door : States.DOORS) {
      for (String scenario : new String[] {"own.cookies.get", "own.cookies.put"}) {
        Outcome outcome = StateRuns.guarded(jdk).of(scenario + door);
        assertEquals("5", outcome.field("asked"), outcome::told);
      }
    }
  }

  @OnEveryJdk
  void forcedOpenRejectsEverything(Jdk jdk) {
    assertGuarded(jdk, "breaker.forced", "rejected*3", 0);
    assertRejection(jdk, "breaker.forced", "forced", ": forced open by the policy");
  }

  @OnEveryJdk
  void clientsOfAProcessShareIt(Jdk jdk) {
    StateRuns.guarded(jdk)
        .of("breaker.two-clients")
        .assertReturned("503, async, 503*2, async, 503, rejected, async, rejected");
  }

  @OnEveryJdk
  void eachHostPortAndPolicyHasItsOwn(Jdk jdk) {
    assertGuarded(jdk, "breaker.other-host", "503*3, rejected, elsewhere, 200", 4);
    assertGuarded(jdk, "breaker.other-port", "503*3, rejected, elsewhere, 200", 3);
    assertGuarded(jdk, "breaker.other-policy", "503*3, rejected, 200", 4);
  }

  @OnEveryJdk
  void hundredHostsOfAWildcardHaveAHundred(Jdk jdk) {
    assertPlain(jdk, "breaker.hundred-hosts", "200*100");
    assertGuarded(jdk, "breaker.hundred-hosts", "200*50, rejected*50", 150);
  }

  @OnEveryJdk
  void scopeOfThePolicyIsOneForAllItsHosts(Jdk jdk) {
    assertGuarded(jdk, "breaker.shared", "503, rejected, elsewhere, rejected", 1);
  }

  @OnEveryJdk
  void eachAttemptCountsOnceAndTheOutcomeNotAgain(Jdk jdk) {
    // Three attempts, and the fourth failure opens it: that one's answer is the outcome.
    assertGuarded(jdk, "breaker.retries", "503*2, rejected", 4);
  }

  @OnEveryJdk
  void breakerThatOpensDuringTheWaitEndsTheOperationWithItsLastOutcome(Jdk jdk) {
    assertPlain(jdk, "breaker.wait", "503*2, over, 200, 503");
    // One attempt of the call that waits, two of the calls that open it.
    assertGuarded(jdk, "breaker.wait", "503*2, waits, rejected, 503", 3);
  }

  @OnEveryJdk
  void bodyThatStallsIsGivenUpWhereTheBreakerOpensDuringTheWait(Jdk jdk) {
    for (String door : States.DOORS) {
      Outcome outcome = StateRuns.guarded(jdk).of("breaker.stalled" + door);
      assertEquals("503*2, waits, rejected", outcome.field("others"), outcome::told);
      outcome.assertThrew("java.net.http.HttpTimeoutException");
      String why = "answered 503, but the rest of its body did not come";
      assertTrue(outcome.field("message").contains(why), outcome::told);
      // Two seconds until the next attempt, one of silence.
      outcome.assertElapsed(0, 8000);
      assertEquals(3, outcome.hits().size(), outcome::told);
    }
  }

  @OnEveryJdk
  void nothingIsWaitedForWhereItIsOpenAlready(Jdk jdk) {
    assertGuarded(jdk, "breaker.no-retry", "503, rejected", 1);
    assertGuarded(jdk, "breaker.stays-open", "503, rejected*2", 1);
    for (String door : States.DOORS) {
      Outcome outcome = StateRuns.guarded(jdk).of("breaker.no-retry" + door);
      // The backoff would be five seconds.
      outcome.assertElapsed(0, 2500);
    }
  }

  @OnEveryJdk
  void rejectionSaysWhy(Jdk jdk) {
    assertRejection(jdk, "breaker.row", "row3", " more, since 3 calls in a row failed, ");
    assertRejection(jdk, "breaker.more-fail", "rate", "since 11 of 20 calls failed in 60 s, ");
    assertRejection(jdk, "breaker.slow", "slow-calls", "since 4 of 4 calls took over 200 ms in 60");
    assertRejection(jdk, "probes.reopen", "five-probes", "since 3 of 5 probes failed, ");
  }

  @OnEveryJdk
  void changesOfItAreSaid(Jdk jdk) {
    Finished finished = StateRuns.guarded(jdk).finished();
    assertTrue(!finished.said("since 11 of 20 calls failed in 60 s").isEmpty(), finished::err);
    assertTrue(!finished.said("since 3 of 5 probes failed").isEmpty(), finished::err);
    assertTrue(finished.said(": closed").size() >= 8, finished::err);
  }

  @OnEveryJdk
  void countsAreSaidAtExit(Jdk jdk) {
    Finished finished = StateRuns.guarded(jdk).finished();
    assertEquals(
        1, finished.said("at exit: policy forced: 6 calls rejected").size(), finished::err);
    String counts = "at exit: policy shared-send: 2 calls rejected, ";
    assertEquals(1, finished.said(counts).size(), finished::err);
  }

  @OnEveryJdk
  void http2StreamsAreCountedAndRejectedAlike(Jdk jdk) {
    for (String door : States.DOORS) {
      StateRuns.guarded(jdk).of("h2.breaker" + door).assertReturned("timeout*2, rejected*3, 200*3");
    }
  }

  @OnEveryJdk
  void callsForWhichAConnectionHasNoStreamLeftCountNothing(Jdk jdk) {
    for (String door : States.DOORS) {
      Outcome plain = StateRuns.plain(jdk).of("h2.crowd" + door);
      assertTrue(plain.field("at-once").contains("IOException*"), plain::told);
      plain.assertReturned("200");
      Outcome guarded = StateRuns.guarded(jdk).of("h2.crowd" + door);
      assertTrue(guarded.field("at-once").contains("IOException*"), guarded::told);
      assertFalse(guarded.field("at-once").contains("rejected"), guarded::told);
      guarded.assertReturned("200");
    }
  }

  /** Five exceptions, those of a JVM without the agent, and a call that is let through. */
  private static void assertOwnFault(Jdk jdk, String scenario, int hits) {
    for (String door : States.DOORS) {
      Outcome outcome = StateRuns.guarded(jdk).of(scenario + door);
      assertTrue(outcome.field("value").matches("[A-Za-z]+Exception\\*5, 200"), outcome::told);
      outcome.assertReturned(StateRuns.plain(jdk).of(scenario + door).field("value"));
      assertEquals(hits, outcome.hits().size(), outcome::told);
    }
  }

  private static void assertRejection(Jdk jdk, String scenario, String policy, String why) {
    for (String door : States.DOORS) {
      Outcome outcome = StateRuns.guarded(jdk).of(scenario + door);
      String message = outcome.field("rejection");
      assertTrue(
          message.matches(
              "GET h[0-9]+\\.test:[0-9]+ rejected: policy " + policy + ", breaker of h.*"),
          message);
      assertTrue(message.contains(why.replaceFirst("^: ", " ")), message);
    }
  }
}
