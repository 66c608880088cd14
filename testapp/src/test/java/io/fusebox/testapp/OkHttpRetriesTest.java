package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.Hit;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Further attempts through OkHttp, executed and enqueued, and its own resends under control. */
class OkHttpRetriesTest {

  private static final String[] WAYS = {"", ".enqueued"};

  private static Outcome plain(OkJvm jvm, String scenario) {
    return OkRuns.plain(jvm, "retries").of(scenario);
  }

  private static Outcome guarded(OkJvm jvm, String scenario) {
    return OkRuns.guarded(jvm, "retries").of(scenario);
  }

  private static void assertOnce(Outcome enqueued) {
    assertEquals("false", enqueued.field("told-again"), enqueued::told);
  }

  @OnEveryOkHttp
  void statusesAndResetsAreTriedAgain(OkJvm jvm) {
    for (String way : WAYS) {
      plain(jvm, "recovers" + way).assertReturned("503-1");
      Outcome guarded = guarded(jvm, "recovers" + way);
      guarded.assertReturned("200-3");
      assertEquals(List.of("-", "2", "3"), guarded.saidIn("x-envoy-attempt-count"));
      Outcome reset = guarded(jvm, "reset" + way);
      reset.assertReturned("200-2");
      assertEquals(2, reset.hits().size(), reset::told);
    }
    assertOnce(guarded(jvm, "recovers.enqueued"));
  }

  @OnEveryOkHttp
  void lastOutcomeIsGivenAsItIs(OkJvm jvm) {
    for (String way : WAYS) {
      Outcome guarded = guarded(jvm, "exhausted" + way);
      guarded.assertReturned("503-3");
      assertEquals(3, guarded.hits().size(), guarded::told);
    }
    assertOnce(guarded(jvm, "exhausted.enqueued"));
  }

  @OnEveryOkHttp
  void postIsTriedAgainOnlyWithAKey(OkJvm jvm) {
    for (String way : WAYS) {
      guarded(jvm, "post" + way).assertReturned("503-1");
      Outcome keyed = guarded(jvm, "post.key" + way);
      keyed.assertReturned("200-3");
      List<String> keys = keyed.saidIn("idempotency-key");
      assertEquals(3, keys.size(), keyed::told);
      assertTrue(keys.get(0).length() == 36, keyed::told);
      assertEquals(List.of(keys.get(0), keys.get(0), keys.get(0)), keys);
    }
  }

  @OnEveryOkHttp
  void attemptThatIsCutIsTriedAgain(OkJvm jvm) throws Exception {
    for (String way : WAYS) {
      plain(jvm, "attempt" + way).assertHung();
      Outcome guarded = guarded(jvm, "attempt" + way);
      guarded.assertReturned("200-2");
      assertTrue(guarded.elapsed() >= 300, guarded::told);
      assertEquals(2, guarded.hits().size(), guarded::told);
      assertTrue(guarded.hits().get(0).closedAfterMillis(1000) != Hit.STILL_OPEN, guarded::told);
      Outcome exhausted = guarded(jvm, "attempt.exhausted" + way);
      exhausted.assertMeets("java.io.InterruptedIOException");
      String message = exhausted.field("message");
      assertTrue(message.endsWith("timeout.attempt = 300ms, attempt 3"), exhausted::told);
      assertEquals(3, exhausted.hits().size(), exhausted::told);
    }
    assertOnce(guarded(jvm, "attempt.enqueued"));
    assertOnce(guarded(jvm, "attempt.exhausted.enqueued"));
  }

  @OnEveryOkHttp
  void whatReplacesAnAttemptThatWasCutIsGiven(OkJvm jvm) {
    for (String way : WAYS) {
      guarded(jvm, "attempt.bodiless" + way).assertReturned("");
      assertEquals(2, guarded(jvm, "attempt.bodiless" + way).hits().size());
      guarded(jvm, "attempt.fallback" + way).assertReturned("made up");
    }
  }

  @OnEveryOkHttp
  void whatTheServerAsksIsObeyed(OkJvm jvm) {
    for (String way : WAYS) {
      Outcome after = guarded(jvm, "after" + way);
      after.assertReturned("200-2");
      assertTrue(after.elapsed() >= 1000, after::told);
      // No clock of an attempt runs while the next one is waited for.
      Outcome waited = guarded(jvm, "after.attempt" + way);
      waited.assertReturned("200-2");
      assertTrue(waited.elapsed() >= 1000, waited::told);
      guarded(jvm, "after.long" + way).assertReturned("503-1");
      guarded(jvm, "overloaded" + way).assertReturned("503-1");
      guarded(jvm, "mesh" + way).assertReturned("503-1");
    }
  }

  @OnEveryOkHttp
  void totalBoundsAllAttemptsAndWaits(OkJvm jvm) {
    for (String way : WAYS) {
      Outcome guarded = guarded(jvm, "total" + way);
      // Cut within an attempt, or given what was last when no other fits.
      assertTrue(guarded.elapsed() <= 400 + Outcome.LATENESS_MILLIS, guarded::told);
      assertTrue(guarded.hits().size() <= 3, guarded::told);
    }
  }

  @OnEveryOkHttp
  void breakerThatOpensEndsTheOperationWithWhatWasLast(OkJvm jvm) {
    for (String way : WAYS) {
      Outcome guarded = guarded(jvm, "opens" + way);
      assertTrue(
          guarded.field("value").startsWith("503-")
              || guarded.field("exception").equals("java.lang.FuseboxRejectedException"),
          guarded::told);
    }
    int hits = guarded(jvm, "opens").hits().size() + guarded(jvm, "opens.enqueued").hits().size();
    assertTrue(hits <= 3, () -> "hits " + hits);
  }

  @OnEveryOkHttp
  void whatNeverLeftIsTriedAgainWhateverItIs(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "refused");
    guarded.assertMeets("java.net.ConnectException");
    // Two waits of 50 and 100 ms.
    assertTrue(guarded.elapsed() >= 150, guarded::told);
  }

  @OnEveryOkHttp
  void bodyThatMayBeUsedUpIsNotSentAgain(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "once");
    guarded.assertReturned("503-1");
    assertEquals(1, guarded.hits().size(), guarded::told);
  }

  /** Before 4 it is not heard. */
  @OnEveryOkHttp
  void bodyThatSaysThatItIsRepeatableIsSentAgainAndNeverEmpty(OkJvm jvm) {
    boolean canSay = !jvm.library().startsWith("3");
    Outcome said = guarded(jvm, "said");
    said.assertReturned(canSay ? "200-2" : "503-1");
    for (Hit hit : said.hits()) {
      assertEquals("said", new String(hit.body(), StandardCharsets.UTF_8), said::told);
    }
    Outcome wrongly = guarded(jvm, "said.wrongly");
    if (canSay) {
      wrongly.assertMeets("java.net.ProtocolException");
    } else {
      wrongly.assertReturned("503-1");
    }
  }

  @OnEveryOkHttp
  void waitEndsWithTheCall(OkJvm jvm) {
    for (String scenario : new String[] {"cancel.wait", "cancel.wait.enqueued"}) {
      Outcome guarded = guarded(jvm, scenario);
      guarded.assertMeets("java.io.IOException");
      assertEquals("Canceled", guarded.field("message"), guarded::told);
      long then = Long.parseLong(guarded.field("elapsed-then"));
      assertTrue(then >= 300 && then < 800, guarded::told);
      assertEquals(1, guarded.hits().size(), guarded::told);
    }
    Outcome interrupted = guarded(jvm, "interrupt.wait");
    interrupted.assertMeets("java.io.InterruptedIOException");
    interrupted.assertElapsed(300, 800);
    assertEquals("true", interrupted.field("flag"), interrupted::told);
  }

  @OnEveryOkHttp
  void waitEndsWithAllCallsOfItsDispatcher(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "cancel.all");
    assertEquals("Canceled", guarded.field("cancelled"), guarded::told);
    long then = Long.parseLong(guarded.field("elapsed-then"));
    assertTrue(then >= 300 && then < 900, guarded::told);
    assertEquals(1, guarded.hits().size(), guarded::told);
    // Another dispatcher's is not concerned.
    guarded.assertReturned("200-2");
  }

  @OnEveryOkHttp
  void exceptionThatTheApplicationMakesOfAnAnswerIsNoFailureOfTheHost(OkJvm jvm) {
    for (String scenario : new String[] {"own.exception", "own.exception.network"}) {
      Outcome guarded = guarded(jvm, scenario);
      assertEquals("own, of 404", guarded.field("message"), guarded::told);
      assertEquals(1, guarded.hits().size(), guarded::told);
    }
  }

  @OnEveryOkHttp
  void callWithinAnotherIsNotTakenForIt(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "within");
    // The inner one is sent twice by OkHttp, then the outer one; and both again, for interceptors
    // run once for each attempt.
    assertEquals("200-4", guarded.field("inner"), guarded::told);
    guarded.assertReturned("200-5");
    assertEquals(List.of("-", "-", "-", "-", "2"), guarded.saidIn("x-envoy-attempt-count"));
  }

  @OnEveryOkHttp
  void interruptWhileConnectingGivesItsPlaceBack(OkJvm jvm) {
    guarded(jvm, "interrupt.connect").assertReturned("ok");
  }

  @OnEveryOkHttp
  void waitHoldsNoThreadOfTheDispatcher(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "thread-is-free");
    // The second call was the second request.
    guarded.assertReturned("ok, 200-3");
    assertTrue(Long.parseLong(guarded.field("second-after")) < 600, guarded::told);
  }

  @OnEveryOkHttp
  void attemptsThatFollowAtOnceFromThreadToThreadStayThree(OkJvm jvm) {
    for (String scenario : new String[] {"crowd.get", "crowd.post"}) {
      OkRuns.guarded(jvm, "crowd").of(scenario).assertReturned("{408-3=800}");
    }
  }

  @OnEveryOkHttp
  void postReachesTheWireOnce(OkJvm jvm) {
    assertEquals(3, plain(jvm, "resend.stale").hits().size(), plain(jvm, "resend.stale")::told);
    Outcome stale = guarded(jvm, "resend.stale");
    stale.assertMeets("java.io.IOException");
    assertEquals(2, stale.hits().size(), stale::told);
    plain(jvm, "resend.408").assertReturned("200-2, null");
    guarded(jvm, "resend.408").assertReturned("408-1, null");
    plain(jvm, "resend.503").assertReturned("200-2, null");
    guarded(jvm, "resend.503").assertReturned("503-1, 0");
  }

  @OnEveryOkHttp
  void getMayStillBeResentWhereNoPolicyDoes(OkJvm jvm) {
    guarded(jvm, "resend.get").assertMeets(plain(jvm, "resend.get").field("exception"));
    assertEquals(
        plain(jvm, "resend.get").hits().size(),
        guarded(jvm, "resend.get").hits().size(),
        guarded(jvm, "resend.get")::told);
  }

  @OnEveryOkHttp
  void bodyThatIsUsedUpIsNotSentAgain(OkJvm jvm) {
    plain(jvm, "resend.put").assertReturned("ok, 200-3");
    guarded(jvm, "resend.put").assertReturned("ok, 200-3");
    Outcome plain = plain(jvm, "resend.used-up");
    plain.assertReturned("ok, 200-3");
    assertFalse(hasAmount(plain.hits().get(2)), plain::told);
    Outcome guarded = guarded(jvm, "resend.used-up");
    guarded.assertMeets("java.io.IOException");
    assertEquals(2, guarded.hits().size(), guarded::told);
    for (String way : WAYS) {
      assertThrewAfter(2, guarded(jvm, "resend.buffered" + way));
      assertThrewAfter(2, guarded(jvm, "resend.buffered.plain-policy" + way));
    }
  }

  private static boolean hasAmount(Hit hit) {
    return new String(hit.body(), StandardCharsets.US_ASCII).contains("amount=1");
  }

  /** The whole cannot be sent again, for a POST was answered: the hop can, within the attempts. */
  @OnEveryOkHttp
  void hopThatOnlyOkHttpCanSendAgainIsAmongTheAttempts(OkJvm jvm) {
    for (String way : WAYS) {
      for (String policy : new String[] {"plain-policy", "retry"}) {
        plain(jvm, "resend.hop." + policy + way).assertReturned("200-3");
        guarded(jvm, "resend.hop." + policy + way).assertReturned("200-3");
      }
      assertThrewAfter(2, guarded(jvm, "resend.hop.once" + way));
      // 3.x follows no 307 of a POST.
      Outcome posted = guarded(jvm, "resend.hop.post" + way);
      assertTrue(posted.hits().size() <= 2, posted::told);
      Outcome spent = guarded(jvm, "resend.hop.spent" + way);
      assertEquals("threw", spent.field("outcome"), spent::told);
      assertTrue(spent.hits().size() <= 4, spent::told);
    }
  }

  private static void assertThrewAfter(int hits, Outcome outcome) {
    assertEquals("threw", outcome.field("outcome"), outcome::told);
    assertEquals(hits, outcome.hits().size(), outcome::told);
  }

  @OnEveryOkHttp
  void questionWhoAsksIsAnswered(OkJvm jvm) {
    guarded(jvm, "resend.auth").assertReturned("welcome");
    assertEquals(2, guarded(jvm, "resend.auth").hits().size());
  }

  @OnEveryOkHttp
  void numberThatNoIntHoldsIsNotThrownAtTheApplication(OkJvm jvm) {
    plain(jvm, "resend.long").assertMeets("java.lang.NumberFormatException");
    guarded(jvm, "resend.long").assertReturned("503-1, 99999999999");
  }
}
