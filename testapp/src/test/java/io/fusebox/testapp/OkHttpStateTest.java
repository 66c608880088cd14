package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Breaker, bulkhead and fallback through OkHttp. */
class OkHttpStateTest {

  private static final String REJECTED = "java.lang.FuseboxRejectedException";

  private static Outcome plain(OkJvm jvm, String scenario) {
    return OkRuns.plain(jvm, "state").of(scenario);
  }

  private static Outcome guarded(OkJvm jvm, String scenario) {
    return OkRuns.guarded(jvm, "state").of(scenario);
  }

  @OnEveryOkHttp
  void openBreakerKeepsCallsAway(OkJvm jvm) {
    plain(jvm, "breaker").assertHung();
    String cut = "java.io.InterruptedIOException";
    Outcome guarded = guarded(jvm, "breaker");
    guarded.assertReturned("[" + cut + ", " + cut + ", " + cut + ", " + REJECTED + "]");
    assertEquals(3, guarded.hits().size(), guarded::told);
    String message = guarded.field("message-3");
    assertTrue(message.contains("rejected: policy breaker, breaker of"), guarded::told);
  }

  @OnEveryOkHttp
  void statusesThatSayThatTheHostIsDownOpenIt(OkJvm jvm) {
    plain(jvm, "breaker.statuses").assertReturned("[503-1, 503-2, 503-3, 503-4]");
    guarded(jvm, "breaker.statuses").assertReturned("[503-1, 503-2, 503-3, " + REJECTED + "]");
  }

  @OnEveryOkHttp
  void cancelledCallsSayNothingAboutTheHost(OkJvm jvm) {
    guarded(jvm, "breaker.cancelled").assertReturned("[ok]");
  }

  @OnEveryOkHttp
  void whatIsInTheCacheIsGivenWhileTheBreakerIsOpen(OkJvm jvm) {
    guarded(jvm, "breaker.cache").assertReturned("kept, " + REJECTED + ", kept");
    assertEquals("true", guarded(jvm, "breaker.cache").field("cached"));
  }

  @OnEveryOkHttp
  void enqueuedCallsAreRejectedThroughTheirCallback(OkJvm jvm) {
    Outcome guarded = guarded(jvm, "breaker.enqueued");
    assertTrue(guarded.field("value").endsWith(", FuseboxRejectedException]"), guarded::told);
    assertEquals(3, guarded.hits().size(), guarded::told);
  }

  @OnEveryOkHttp
  void bulkheadIsHeldUntilTheBodyIsReadOrClosed(OkJvm jvm) {
    plain(jvm, "bulkhead").assertReturned("[ok, ok, 4000000, ok, ok, ok]");
    guarded(jvm, "bulkhead").assertReturned("[" + REJECTED + ", ok, 4000000, ok, ok, ok]");
  }

  @OnEveryOkHttp
  void fallbackAnswersForWhatFails(OkJvm jvm) {
    plain(jvm, "fallback.status").assertReturned("503 null 503-1");
    for (String scenario :
        new String[] {"fallback.timeout", "fallback.status", "fallback.rejected"}) {
      guarded(jvm, scenario).assertReturned("299 yes made up");
    }
    guarded(jvm, "fallback.enqueued").assertReturned("made up");
    Finished finished = OkRuns.guarded(jvm, "state").finished();
    assertEquals(
        1, finished.said("policy fallback-status: 1 answer by fallback (status 503 1)").size());
  }
}
