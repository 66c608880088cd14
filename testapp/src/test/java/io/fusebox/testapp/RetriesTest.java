package io.fusebox.testapp;

import static io.fusebox.testapp.RetryRuns.DOORS;
import static io.fusebox.testapp.RetryRuns.assertHits;
import static io.fusebox.testapp.RetryRuns.guarded;
import static io.fusebox.testapp.RetryRuns.header;
import static io.fusebox.testapp.RetryRuns.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.Hit;
import java.util.List;

/** What is tried again, how often, and what never is. */
class RetriesTest {

  private static final String ATTEMPT = "x-envoy-attempt-count";

  @OnEveryJdk
  void badStatusIsTriedAgainUntilThereIsAGoodOne(Jdk jdk) {
    for (String door : DOORS) {
      plain(jdk, "status.recovers." + door).assertReturned("503 503-1");
      Outcome guarded = guarded(jdk, "status.recovers." + door);
      guarded.assertReturned("200 200-3");
      assertHits(3, guarded);
      List<Hit> hits = guarded.hits();
      // What a policy without jitter waits, at least.
      assertTrue(hits.get(1).millisAfter(hits.get(0)) >= 20, guarded::told);
      assertTrue(hits.get(2).millisAfter(hits.get(1)) >= 40, guarded::told);
      assertEquals("-", header(guarded, 0, ATTEMPT), guarded::told);
      assertEquals("2", header(guarded, 1, ATTEMPT), guarded::told);
      assertEquals("3", header(guarded, 2, ATTEMPT), guarded::told);
    }
  }

  @OnEveryJdk
  void lastResponseIsTheOutcomeWhenAttemptsAreSpent(Jdk jdk) {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "status.exhausted." + door);
      guarded.assertReturned("503 503-3");
      assertHits(3, guarded);
    }
  }

  @OnEveryJdk
  void callWithoutAPolicyIsSentOnceAndUnchanged(Jdk jdk) {
    for (String door : DOORS) {
      Outcome plain = plain(jdk, "status.unmatched." + door);
      Outcome guarded = guarded(jdk, "status.unmatched." + door);
      guarded.assertReturned("503 503-1");
      assertHits(1, guarded);
      assertEquals(plain.hits().get(0).headers(), guarded.hits().get(0).headers());
    }
  }

  @OnEveryJdk
  void onlyStatusesOfOverloadAreTriedAgain(Jdk jdk) {
    for (int status : new int[] {408, 425, 429, 502, 504}) {
      assertOutcome(jdk, "status." + status, "200 200-2", 2);
    }
    for (int status : new int[] {400, 404, 409, 500, 501}) {
      assertOutcome(jdk, "status." + status, status + " " + status + "-1", 1);
    }
  }

  @OnEveryJdk
  void serverThatForbidsItIsNotAskedAgain(Jdk jdk) {
    for (String door : DOORS) {
      for (int i = 0; i < 3; i++) {
        assertOutcome(jdk, "forbidden." + i + "." + door, "503 503-1", 1);
      }
    }
  }

  @OnEveryJdk
  void onlyIdempotentMethodsAreTriedAgain(Jdk jdk) {
    assertOutcome(jdk, "method.HEAD", "200 ", 2);
    for (String method : List.of("OPTIONS", "TRACE", "PUT", "DELETE")) {
      assertOutcome(jdk, "method." + method, "200 200-2", 2);
    }
    for (String method : List.of("PATCH", "PROPFIND", "get", "POST.send", "POST.sendAsync")) {
      assertOutcome(jdk, "method." + method, "503 503-1", 1);
    }
  }

  @OnEveryJdk
  void keyMakesPostAndPatchIdempotent(Jdk jdk) {
    for (String method : List.of("POST.send", "POST.sendAsync", "PATCH")) {
      assertOutcome(jdk, "keyed." + method, "200 200-2", 2);
      Outcome guarded = guarded(jdk, "keyed." + method);
      String key = header(guarded, 0, "idempotency-key");
      assertTrue(key.length() >= 16, guarded::told);
      assertEquals(key, header(guarded, 1, "idempotency-key"), guarded::told);
    }
    assertOutcome(jdk, "keyed.PROPFIND", "503 503-1", 1);
  }

  @OnEveryJdk
  void whatMayHaveHappenedIsTriedAgainOnlyIfItMayHappenTwice(Jdk jdk) {
    for (String door : DOORS) {
      assertOutcome(jdk, "reset.get." + door, "200 200-2", 2);
      assertOutcome(jdk, "reset.keyed." + door, "200 200-2", 2);
      assertSameFailure(jdk, "reset.post." + door);
    }
  }

  @OnEveryJdk
  void responseThatHasBegunIsTheOutcome(Jdk jdk) {
    for (String door : DOORS) {
      for (String request : List.of("get", "post", "keyed")) {
        assertSameFailure(jdk, "half-close." + request + "." + door);
      }
    }
  }

  @OnEveryJdk
  void protocolErrorIsTheOutcome(Jdk jdk) {
    for (String door : DOORS) {
      for (String request : List.of("get", "post", "keyed")) {
        assertSameFailure(jdk, "garbage." + request + "." + door);
      }
    }
  }

  @OnEveryJdk
  void attemptThatTimesOutIsTriedAgainOnlyIfItMayHappenTwice(Jdk jdk) throws InterruptedException {
    for (String clock : List.of("attempt", "read")) {
      for (String door : DOORS) {
        plain(jdk, clock + ".get." + door).assertHung();
        Outcome get = guarded(jdk, clock + ".get." + door);
        get.assertReturned("200 200-2");
        assertHits(2, get);
        assertTrue(get.hits().get(1).millisAfter(get.hits().get(0)) >= 400, get::told);
        // What was given up is ended, and not left to the server.
        assertTrue(get.hits().get(0).closedAfterMillis(1000) >= 0, get::told);
        Outcome post = guarded(jdk, clock + ".post." + door);
        post.assertCut("HttpTimeoutException", clock + "600", clock, 600, "600ms");
        assertHits(1, post);
      }
    }
  }

  @OnEveryJdk
  void lastTimeoutSaysWhichAttemptItWas(Jdk jdk) {
    for (String clock : List.of("attempt", "read")) {
      for (String door : DOORS) {
        Outcome always = guarded(jdk, clock + ".get.always." + door);
        always.assertThrew("java.net.http.HttpTimeoutException");
        assertHits(3, always);
        always.assertElapsed(1860, 1860 + 3 * Outcome.LATENESS_MILLIS);
        assertTrue(
            always.field("messages").contains("timeout." + clock + " = 600ms, attempt 3"),
            always::told);
      }
    }
  }

  @OnEveryJdk
  void policyAddsAndRemovesMethodsAndStatuses(Jdk jdk) {
    assertOutcome(jdk, "added.PATCH", "200 200-2", 2);
    for (String door : DOORS) {
      assertOutcome(jdk, "added.POST." + door, "503 503-1", 1);
      assertOutcome(jdk, "added.500." + door, "200 200-2", 2);
      assertOutcome(jdk, "removed.503." + door, "503 503-1", 1);
    }
  }

  @OnEveryJdk
  void policyNamesTheAttemptHeader(Jdk jdk) {
    for (String door : DOORS) {
      Outcome renamed = guarded(jdk, "header.renamed." + door);
      assertHits(2, renamed);
      assertEquals("2", header(renamed, 1, "x-try"), renamed::told);
      assertEquals("-", header(renamed, 1, ATTEMPT), renamed::told);
      Outcome unnamed = guarded(jdk, "header.none." + door);
      assertHits(2, unnamed);
      assertEquals(unnamed.hits().get(0).headers(), unnamed.hits().get(1).headers(), unnamed::told);
    }
  }

  @OnEveryJdk
  void budgetOfNothingAllowsNoRetry(Jdk jdk) {
    for (String door : DOORS) {
      assertOutcome(jdk, "floor0." + door, "503 503-1", 1);
    }
    List<String> said =
        RetryRuns.guardedRun(jdk, "retry").finished().said("retry budget of 127.0.0.1");
    assertTrue(!said.isEmpty(), "nothing is said of a budget that is spent");
  }

  @OnEveryJdk
  void meshIsLeftToRetry(Jdk jdk) {
    for (String door : DOORS) {
      assertOutcome(jdk, "mesh." + door, "503 503-1", 1);
    }
  }

  @OnEveryJdk
  void rejectionOfTheBreakerIsNotTriedAgain(Jdk jdk) {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "forced-open." + door);
      assertEquals("threw", guarded.field("outcome"), guarded::told);
      assertHits(0, guarded);
      guarded.assertElapsed(0, Outcome.LATENESS_MILLIS);
    }
  }

  @OnEveryJdk
  void observedCallIsSentOnceAndUnchanged(Jdk jdk) {
    for (String door : DOORS) {
      Outcome plain = plain(jdk, "observed.status." + door);
      Outcome guarded = guarded(jdk, "observed.status." + door);
      guarded.assertReturned("503 503-1");
      assertHits(1, guarded);
      assertEquals(plain.hits().get(0).headers(), guarded.hits().get(0).headers());
      assertEquals(
          plain(jdk, "observed.reset." + door).hits().size(),
          guarded(jdk, "observed.reset." + door).hits().size());
    }
  }

  @OnEveryJdk
  void retriesAreSummedUpAtExit(Jdk jdk) {
    Finished finished = RetryRuns.guardedRun(jdk, "retry").finished();
    assertSummed(finished, "policy observed: .*[0-9]+ retr(y|ies) there would have been.*");
    assertSummed(finished, "policy r2: [0-9]+ retr(y|ies).*");
  }

  private static void assertSummed(Finished finished, String words) {
    assertTrue(
        finished.said("at exit: ").stream().anyMatch(line -> line.matches(".*" + words)),
        () -> words + " in:\n" + finished.err());
  }

  private static void assertOutcome(Jdk jdk, String scenario, String value, int hits) {
    Outcome guarded = guarded(jdk, scenario);
    guarded.assertReturned(value);
    assertHits(hits, guarded);
  }

  /** As without the agent: sent once, and the client's own exception. */
  private static void assertSameFailure(Jdk jdk, String scenario) {
    Outcome plain = plain(jdk, scenario);
    Outcome guarded = guarded(jdk, scenario);
    assertEquals("threw", guarded.field("outcome"), guarded::told);
    for (String field : List.of("exception", "message", "causes")) {
      assertEquals(plain.field(field), guarded.field(field), guarded::told);
    }
    assertHits(1, guarded);
  }
}
