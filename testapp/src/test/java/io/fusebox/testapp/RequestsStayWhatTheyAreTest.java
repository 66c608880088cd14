package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.Hit;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/** A governed call that is not cut is to application and server what it was. */
class RequestsStayWhatTheyAreTest {

  @OnEveryJdk
  void customRequestArrivesWithAllItHas(Jdk jdk) {
    Outcome plain = plain(jdk, "request.custom");
    Outcome guarded = guarded(jdk, "request.custom");
    plain.assertReturned("continued");
    for (String field :
        new String[] {
          "outcome",
          "value",
          "same-request",
          "request-class",
          "request-timeout",
          "request-version",
          "request-headers",
          "response-version",
          "previous"
        }) {
      assertEquals(plain.field(field), guarded.field(field), guarded::told);
    }
    assertSameOnTheWire(plain, guarded);
    assertEquals("100-Continue", guarded.hits().get(0).headers().get("expect"));
    assertEquals("kept", guarded.hits().get(0).headers().get("x-own"));
  }

  @OnEveryJdk
  void answersArriveWhole(Jdk jdk) {
    assertSame(jdk, "request.post", "thanks");
    assertSame(jdk, "request.chunked", "chunkchunkchunk");
    assertSame(jdk, "request.no-content", "");
    assertSame(jdk, "continue.late", "continued");
  }

  @OnEveryJdk
  void expectationThatNobodyMeetsIsCut(Jdk jdk) throws InterruptedException {
    plain(jdk, "continue.never").assertHung();
    guarded(jdk, "continue.never").assertCutByTotal(500);
    guarded(jdk, "continue.never").assertClosedAt(500);
  }

  @OnEveryJdk
  void authenticationWorksAndItsExchangesCountTogether(Jdk jdk) {
    plain(jdk, "auth.quick").assertReturned("welcome");
    guarded(jdk, "auth.quick").assertReturned("welcome");
    plain(jdk, "auth.slow").assertReturned("welcome");
    guarded(jdk, "auth.slow").assertCutByTotal(500);
  }

  @OnEveryJdk
  void faultsThatEndByThemselvesKeepTheirExceptions(Jdk jdk) {
    for (String fault :
        new String[] {
          "close", "half-close", "reset", "garbage", "huge-head", "refused", "callback"
        }) {
      Outcome plain = plain(jdk, "refusal." + fault);
      Outcome guarded = guarded(jdk, "refusal." + fault);
      for (String field : new String[] {"outcome", "exception", "message", "causes"}) {
        assertEquals(plain.field(field), guarded.field(field), guarded::told);
      }
      assertEquals(plain.hits().size(), guarded.hits().size(), guarded::told);
    }
  }

  @OnEveryJdk
  void governedCallIsSentOnceAndItsCutCountedOnce(Jdk jdk) throws InterruptedException {
    plain(jdk, "request.once").assertHung();
    Outcome guarded = guarded(jdk, "request.once");
    guarded.assertCut("HttpTimeoutException", "once", "total", 300, "300ms");
    guarded.assertClosedAt(300);
    Finished finished = Runs.guarded(jdk, "http").finished();
    assertEquals(
        1,
        finished.said("policy once: 1 call, 1 cut by timeout.total").size(),
        () -> finished.err());
  }

  private static void assertSame(Jdk jdk, String scenario, String value) {
    Outcome plain = plain(jdk, scenario);
    Outcome guarded = guarded(jdk, scenario);
    plain.assertReturned(value);
    guarded.assertReturned(value);
    assertSameOnTheWire(plain, guarded);
  }

  private static void assertSameOnTheWire(Outcome plain, Outcome guarded) {
    assertEquals(1, plain.hits().size(), plain::told);
    assertEquals(1, guarded.hits().size(), guarded::told);
    Hit before = plain.hits().get(0);
    Hit now = guarded.hits().get(0);
    assertEquals(before.method(), now.method());
    assertEquals(new TreeMap<>(before.headers()), new TreeMap<>(now.headers()));
    assertEquals(text(before), text(now));
    assertTrue(now.target().startsWith("/total2s/"), now::target);
  }

  private static String text(Hit hit) {
    return new String(hit.body(), StandardCharsets.UTF_8);
  }

  private static Outcome plain(Jdk jdk, String scenario) {
    return Runs.plain(jdk, "http").of(scenario);
  }

  private static Outcome guarded(Jdk jdk, String scenario) {
    return Runs.guarded(jdk, "http").of(scenario);
  }
}
