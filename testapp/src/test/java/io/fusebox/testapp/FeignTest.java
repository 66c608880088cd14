package io.fusebox.testapp;

import static io.fusebox.testapp.OkUsers.guarded;
import static io.fusebox.testapp.OkUsers.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.Hit;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What OpenFeign's callers meet, beside what Feign itself retries and bounds. */
@Timeout(300)
class FeignTest {

  private static final String FEIGN = "io.fusebox.testapp.OkUsers#feign";
  private static final String RETRYABLE = "feign.RetryableException";
  private static final String UNAVAILABLE = "feign.FeignException$ServiceUnavailable";

  @ParameterizedTest(name = "{0}")
  @MethodSource(FEIGN)
  void hangIsCut(OkJvm jvm) throws Exception {
    plain(jvm, "feign.silent").assertHung();
    plain(jvm, "feign.stall").assertHung();
    plain(jvm, "feign.drip").assertReturned("xxxxxxxxxx");
    plain(jvm, "feign.async.silent").assertHung();
    String[] scenarios = {
      "feign.silent", "feign.stall", "feign.drip", "feign.async.silent", "feign.async.drip"
    };
    for (String scenario : scenarios) {
      Outcome guarded = guarded(jvm, scenario);
      guarded.assertCut("InterruptedIOException", "total500", "total", 500, "500ms");
      guarded.assertClosedAt(500);
    }
    guarded(jvm, "feign.silent").assertMeets(RETRYABLE);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(FEIGN)
  void retryOfFeignsOwnIsAnOperationOfItsOwn(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "feign.retryer");
    guarded.assertMeets(RETRYABLE);
    assertTrue(guarded.field("messages").contains("timeout.total = 500ms"), guarded::told);
    // Its two attempts, and what it waits between them.
    guarded.assertElapsed(1050, 1050 + 2 * Outcome.LATENESS_MILLIS);
    assertEquals(2, guarded.hits().size(), guarded::told);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(FEIGN)
  void shorterTimeoutOfFeignsOptionsWins(OkJvm jvm) {
    for (String scenario : new String[] {"feign.own-read", "feign.own-connect"}) {
      Outcome guarded = guarded(jvm, scenario);
      guarded.assertMeets(RETRYABLE);
      for (Outcome outcome : new Outcome[] {plain(jvm, scenario), guarded}) {
        String causes = outcome.field("causes");
        assertTrue(causes.startsWith("RetryableException < SocketTimeout"), outcome::told);
      }
      assertTrue(!guarded.field("messages").contains("policy"), guarded::told);
    }
    guarded(jvm, "feign.own-read").assertElapsed(300, 300 + Outcome.LATENESS_MILLIS);
    guarded(jvm, "feign.own-connect").assertElapsed(150, 290);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(FEIGN)
  void whatIsTriedAgainIsNotMultiplied(OkJvm jvm) {
    plain(jvm, "feign.recovers").assertMeets(UNAVAILABLE);
    Outcome recovers = guarded(jvm, "feign.recovers");
    recovers.assertReturned("200-3");
    assertEquals(3, recovers.hits().size(), recovers::told);
    Outcome async = guarded(jvm, "feign.async.recovers");
    async.assertReturned("200-3");
    assertEquals(3, async.hits().size(), async::told);
    Outcome exhausted = guarded(jvm, "feign.exhausted");
    exhausted.assertMeets(UNAVAILABLE);
    assertEquals(3, exhausted.hits().size(), exhausted::told);
  }

  /** Two layers that both retry do multiply: here where the server says Retry-After. */
  @ParameterizedTest(name = "{0}")
  @MethodSource(FEIGN)
  void twoLayersThatRetryMultiply(OkJvm jvm) {
    // OkHttp's own resend makes two of each.
    assertEquals(4, plain(jvm, "feign.both").hits().size(), plain(jvm, "feign.both")::told);
    Outcome both = guarded(jvm, "feign.both");
    both.assertMeets(RETRYABLE);
    assertEquals(6, both.hits().size(), both::told);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(FEIGN)
  void postIsSentOnceUnlessItHasAKey(OkJvm jvm) {
    Outcome once = guarded(jvm, "feign.post.once");
    once.assertMeets(UNAVAILABLE);
    assertEquals(1, once.hits().size(), once::told);
    Outcome keyed = guarded(jvm, "feign.post.key");
    keyed.assertReturned("200-3");
    assertEquals(3, keyed.hits().size(), keyed::told);
    // The second is reset before its body is read.
    for (Hit hit : new Hit[] {keyed.hits().get(0), keyed.hits().get(2)}) {
      assertEquals("{\"amount\":5}", new String(hit.body(), StandardCharsets.UTF_8));
    }
    assertEquals(3, plain(jvm, "feign.post.stale").hits().size());
    Outcome stale = guarded(jvm, "feign.post.stale");
    stale.assertMeets(RETRYABLE);
    assertEquals("ok", stale.field("warm"), stale::told);
    assertEquals(2, stale.hits().size(), stale::told);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(FEIGN)
  void openBreakerRejects(OkJvm jvm) {
    String down = "503 ServiceUnavailable";
    plain(jvm, "feign.breaker")
        .assertReturned("[" + down + ", " + down + ", " + down + ", " + down + "]");
    Outcome guarded = guarded(jvm, "feign.breaker");
    guarded.assertReturned(
        "["
            + down
            + ", "
            + down
            + ", "
            + down
            + ", -1 RetryableException < FuseboxRejectedException]");
    assertEquals(3, guarded.hits().size(), guarded::told);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(FEIGN)
  void fallbackIsDecoded(OkJvm jvm) {
    plain(jvm, "feign.fallback").assertHung();
    guarded(jvm, "feign.fallback").assertReturned("\"made up\"");
  }
}
