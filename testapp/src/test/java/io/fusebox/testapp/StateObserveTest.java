package io.fusebox.testapp;

import static io.fusebox.testapp.States.assertObserved;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

/** Under observe nobody is rejected, retried or answered by us, and all that is said. */
class StateObserveTest {

  @OnEveryJdk
  void breakersRejectNobody(Jdk jdk) {
    assertObserved(jdk, "breaker.row", "503*2, 200, 503*3, 200*2", 8);
    assertObserved(jdk, "breaker.slow", "200*6", 6);
    assertObserved(jdk, "breaker.forced", "200*3", 3);
    assertObserved(jdk, "breaker.shared", "503, 200, elsewhere, 200", 3);
    assertObserved(jdk, "breaker.hundred-hosts", "200*100", 200);
    assertObserved(jdk, "probes.close", "503*2, 200*103, 503, 200", 107);
    assertObserved(jdk, "probes.stampede", "503*2, 200*200", 202);
  }

  @OnEveryJdk
  void bulkheadsRejectNobody(Jdk jdk) {
    assertObserved(jdk, "bulkhead.full", "200*52", 52);
  }

  @OnEveryJdk
  void nothingIsTriedAgain(Jdk jdk) {
    assertObserved(jdk, "breaker.retries", "503*2, 200", 3);
    assertObserved(jdk, "breaker.wait", "503*2, over, 200, 503", 4);
    assertObserved(jdk, "budget.outage", "503*200", 200);
  }

  @OnEveryJdk
  void failureThatOpensTheBreakerWouldHaveHadNoRetry(Jdk jdk) {
    assertObserved(jdk, "breaker.no-retry", "503, 200", 2);
    assertObserved(jdk, "breaker.stays-open", "503*3", 3);
    // What really happens: each failure that opens it has no retry, and the next are rejected.
    Finished guarded = StateRuns.guarded(jdk).finished();
    assertNoRetries(guarded, "one-waits", "2 calls rejected");
    assertNoRetries(guarded, "one-again", "4 calls rejected");
    assertNoRetries(StateRuns.observed(jdk).finished(), "one-waits", "2 rejections");
    assertNoRetries(StateRuns.observed(jdk).finished(), "one-again", "4 rejections");
  }

  @OnEveryJdk
  void silenceInABodyThatTheApplicationHasWouldHaveHadNoRetry(Jdk jdk) {
    States.assertGuarded(jdk, "breaker.silent-body", "timeout", 1);
    assertObserved(jdk, "breaker.silent-body", "200", 1);
    assertNoRetries(StateRuns.observed(jdk).finished(), "row2-silence", "would have been cut");
  }

  @OnEveryJdk
  void nothingIsMadeUp(Jdk jdk) {
    for (String way : new String[] {"ofString", "ofInputStream", "ofLines", "ofFile"}) {
      assertObserved(jdk, "fallback.rejected." + way, "200 ok", 1);
      assertObserved(jdk, "fallback.status." + way, "503 slow", 1);
    }
    assertObserved(jdk, "fallback.bulkhead", "200*4", 4);
  }

  @OnEveryJdk
  void whatWouldHaveBeenIsSaid(Jdk jdk) {
    Finished finished = StateRuns.observed(jdk).finished();
    assertSaid(finished, "observe, policy row3, breaker of h");
    assertSaid(finished, "since 11 of 20 calls failed in 60 s");
    assertSaid(finished, "observe, would have been rejected: policy row3, breaker of h");
    assertSaid(finished, "bulkhead of h");
    assertSaid(finished, "forced open by the policy");
    assertSaid(finished, "observe, would have been answered by fallback: GET h");
    assertSaid(finished, "policy fallback-status, status 503");
    assertSaid(finished, "policy fallback-rejected, rejected");
    assertSaid(finished, "policy thread-timeout, timeout.total");
    assertSaid(finished, "policy fallback-connect, the client's own connectTimeout");
    assertEquals(0, finished.said("fault of the agent").size(), finished::err);
  }

  @OnEveryJdk
  void whatWouldHaveBeenIsSummedUpAtExit(Jdk jdk) {
    Finished finished = StateRuns.observed(jdk).finished();
    assertSaid(finished, "at exit: policy row4-retries: 4 retries there would have been");
    assertSaid(finished, "at exit: policy forced: 6 rejections there would have been");
    assertSaid(finished, "at exit: policy two: 96 rejections there would have been");
    assertSaid(finished, "policy fallback-status: 10 answers by fallback there would have been");
  }

  /** The summaries of a policy hold that, and no retries. */
  private static void assertNoRetries(Finished finished, String policy, String text) {
    List<String> lines = finished.said("at exit: policy " + policy + ": ");
    assertTrue(lines.stream().anyMatch(line -> line.contains(text)), finished::err);
    assertTrue(lines.stream().noneMatch(line -> line.contains("retr")), lines::toString);
  }

  private static void assertSaid(Finished finished, String text) {
    assertTrue(!finished.said(text).isEmpty(), () -> text + " in:\n" + finished.err());
  }
}
