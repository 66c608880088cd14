package io.fusebox.testapp;

import static io.fusebox.testapp.OkUsers.guarded;
import static io.fusebox.testapp.OkUsers.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.Hit;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Retrofit's callers meet: executed, enqueued and as futures. */
@Timeout(300)
class RetrofitTest {

  private static final String RETROFIT = "io.fusebox.testapp.OkUsers#retrofit";
  private static final String[] WAYS = {"", ".enqueued", ".future"};
  private static final String REJECTED = "java.lang.FuseboxRejectedException";

  private static void assertCutByTotal(OkJvm jvm, String scenario) throws Exception {
    Outcome guarded = guarded(jvm, scenario);
    guarded.assertCut("InterruptedIOException", "total500", "total", 500, "500ms");
    guarded.assertMeets("java.io.InterruptedIOException");
    guarded.assertClosedAt(500);
    assertOnce(guarded);
  }

  private static void assertOnce(Outcome outcome) {
    assertTrue(List.of("-", "false").contains(outcome.field("told-again")), outcome::told);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(RETROFIT)
  void hangIsCut(OkJvm jvm) throws Exception {
    for (String way : WAYS) {
      plain(jvm, "retrofit.silent" + way).assertHung();
      assertCutByTotal(jvm, "retrofit.silent" + way);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(RETROFIT)
  void bodyThatDripsIsCutWhileItIsConverted(OkJvm jvm) throws Exception {
    for (String way : WAYS) {
      plain(jvm, "retrofit.drip" + way).assertReturned("200 xxxxxxxxxx");
      assertCutByTotal(jvm, "retrofit.drip" + way);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(RETROFIT)
  void bodyIsCutWhoeverReadsIt(OkJvm jvm) throws Exception {
    for (String scenario : new String[] {"retrofit.buffered.drip", "retrofit.streamed.drip"}) {
      plain(jvm, scenario).assertReturned("xxxxxxxxxx");
      assertCutByTotal(jvm, scenario);
    }
    // What is streamed was with the application already.
    assertEquals("-", guarded(jvm, "retrofit.buffered.drip").field("code"));
    assertEquals("200", guarded(jvm, "retrofit.streamed.drip").field("code"));
    guarded(jvm, "retrofit.streamed.ok").assertReturned("ok");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(RETROFIT)
  void getIsTriedAgain(OkJvm jvm) {
    for (String way : WAYS) {
      plain(jvm, "retrofit.recovers" + way).assertReturned("503 503-1");
      Outcome guarded = guarded(jvm, "retrofit.recovers" + way);
      guarded.assertReturned("200 200-3");
      assertEquals(3, guarded.hits().size(), guarded::told);
      assertOnce(guarded);
      Outcome exhausted = guarded(jvm, "retrofit.exhausted" + way);
      exhausted.assertReturned("503 503-3");
      assertEquals(3, exhausted.hits().size(), exhausted::told);
      assertOnce(exhausted);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(RETROFIT)
  void postIsSentOnceUnlessItHasAKey(OkJvm jvm) {
    for (String way : WAYS) {
      Outcome once = guarded(jvm, "retrofit.post.once" + way);
      once.assertReturned("503 503-1");
      assertEquals(1, once.hits().size(), once::told);
      assertOnce(once);
      Outcome keyed = guarded(jvm, "retrofit.post.key" + way);
      keyed.assertReturned("200 200-3");
      assertEquals(3, keyed.hits().size(), keyed::told);
      String key = keyed.hits().get(0).headers().get("idempotency-key");
      for (Hit hit : keyed.hits()) {
        assertEquals(key, hit.headers().get("idempotency-key"), keyed::told);
      }
      // The second is reset before its body is read.
      for (int read : new int[] {0, 2}) {
        byte[] body = keyed.hits().get(read).body();
        assertEquals("{\"amount\":5}", new String(body, StandardCharsets.UTF_8), keyed::told);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(RETROFIT)
  void openBreakerRejectsWithAnIoException(OkJvm jvm) {
    for (String way : WAYS) {
      plain(jvm, "retrofit.breaker" + way)
          .assertReturned("[503 503-1, 503 503-2, 503 503-3, 503 503-4]");
      Outcome guarded = guarded(jvm, "retrofit.breaker" + way);
      guarded.assertReturned(
          "[503 503-1, 503 503-2, 503 503-3, " + REJECTED + ", an IOException: true]");
      assertEquals(3, guarded.hits().size(), guarded::told);
      assertOnce(guarded);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(RETROFIT)
  void fallbackIsConverted(OkJvm jvm) {
    for (String way : WAYS) {
      plain(jvm, "retrofit.fallback" + way).assertHung();
      Outcome guarded = guarded(jvm, "retrofit.fallback" + way);
      guarded.assertReturned("200 made up");
      guarded.assertElapsed(400, 400 + Outcome.LATENESS_MILLIS);
      assertOnce(guarded);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(RETROFIT)
  void cancellationStaysWhatItIs(OkJvm jvm) throws Exception {
    for (String way : new String[] {"", ".enqueued"}) {
      for (String scenario : new String[] {"retrofit.cancel", "retrofit.cancel.wait"}) {
        Outcome guarded = guarded(jvm, scenario + way);
        long then = Long.parseLong(guarded.field("elapsed-then"));
        assertTrue(then >= 300 && then < 300 + Outcome.LATENESS_MILLIS, guarded::told);
        assertEquals("true", guarded.field("cancelled"), guarded::told);
        assertEquals(1, guarded.hits().size(), guarded::told);
        assertOnce(guarded);
      }
      guarded(jvm, "retrofit.cancel" + way)
          .assertMeets(plain(jvm, "retrofit.cancel" + way).field("exception"));
      guarded(jvm, "retrofit.cancel.wait" + way).assertMeets("java.io.IOException");
    }
    Outcome future = guarded(jvm, "retrofit.cancel.future");
    // With which exception: Retrofit cancels the call, then the future, and either may be quicker.
    assertEquals("true", future.field("failed"), future::told);
    future.assertElapsed(300, 300 + Outcome.LATENESS_MILLIS);
    future.assertClosedAt(300);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(RETROFIT)
  void shorterTimeoutOfTheCallWins(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "retrofit.own");
    guarded.assertMeets(plain(jvm, "retrofit.own").field("exception"));
    guarded.assertElapsed(300, 300 + Outcome.LATENESS_MILLIS);
    assertTrue(!guarded.field("messages").contains("policy"), guarded::told);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource(RETROFIT)
  void callThatWasCutCanBeClonedAndMadeAgain(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "retrofit.again");
    assertEquals("InterruptedIOException", guarded.field("first"), guarded::told);
    guarded.assertReturned("200 200-2");
    assertEquals(2, guarded.hits().size(), guarded::told);
  }
}
