package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.Hit;
import java.util.List;

/** What the application gives up ends at once, for its callbacks and for the server. */
class CancellationTest {

  private static final int ABORTS_BY_ITSELF = 16;

  @OnEveryJdk
  void cancelledFutureEndsItsExchange(Jdk jdk) throws InterruptedException {
    assertPlainCloses(jdk, "cancel.future");
    Outcome guarded = guarded(jdk, "cancel.future");
    guarded.assertReturned("cancelled");
    assertEquals("true", guarded.field("cancel"), guarded::told);
    assertEquals("true", guarded.field("is-cancelled"), guarded::told);
    assertEquals("-1", guarded.field("recovered"), guarded::told);
    assertEquals("CompletionException < CancellationException", guarded.field("seen"));
    assertClosesSoonAfter(guarded, "cancelled-at");
  }

  @OnEveryJdk
  void cancelledDependentEndsTheExchange(Jdk jdk) throws InterruptedException {
    assertPlainCloses(jdk, "cancel.dependent");
    Outcome guarded = guarded(jdk, "cancel.dependent");
    guarded.assertReturned("cancelled");
    assertEquals("true", guarded.field("cancel"), guarded::told);
    assertClosesSoonAfter(guarded, "cancelled-at");
  }

  @OnEveryJdk
  void whatTheApplicationOnlyForgetsIsCutByTotal(Jdk jdk) throws InterruptedException {
    for (String scenario : new String[] {"cancel.soft", "cancel.or-timeout"}) {
      Outcome plain = Runs.plain(jdk, "http").of(scenario);
      assertTrue(plain.hits().get(0).closedAfterMillis(0) > 1500, plain::told);
      Outcome guarded = guarded(jdk, scenario);
      assertEquals(plain.field("outcome"), guarded.field("outcome"), guarded::told);
      assertEquals(plain.field("causes"), guarded.field("causes"), guarded::told);
      guarded.assertElapsed(100, 100 + Outcome.LATENESS_MILLIS);
      guarded.assertClosedAt(500);
    }
  }

  @OnEveryJdk
  void interruptedSendEndsItsExchange(Jdk jdk) throws InterruptedException {
    assertPlainCloses(jdk, "interrupt.send");
    Outcome plain = Runs.plain(jdk, "http").of("interrupt.send");
    Outcome guarded = guarded(jdk, "interrupt.send");
    guarded.assertThrew("java.lang.InterruptedException");
    assertEquals("false", guarded.field("flag"), guarded::told);
    assertEquals(plain.field("causes"), guarded.field("causes"), guarded::told);
    assertClosesSoonAfter(guarded, "interrupted-at");
  }

  @OnEveryJdk
  void whatASubscriberThrowsOfItIsNoFaultOfOurs(Jdk jdk) {
    Outcome plain = Runs.plain(jdk, "http").of("cancel.throwing");
    Runs.Run run = Runs.guarded(jdk, "http");
    Outcome guarded = run.of("cancel.throwing");
    assertEquals(plain.field("value"), guarded.field("value"), guarded::told);
    assertEquals(List.of(), run.finished().said("fault of the agent"));
  }

  private static Outcome guarded(Jdk jdk, String scenario) {
    return Runs.guarded(jdk, "http").of(scenario);
  }

  /** Up to JDK 15 the client itself does not end an exchange that nobody waits for. */
  private static void assertPlainCloses(Jdk jdk, String scenario) throws InterruptedException {
    Outcome plain = Runs.plain(jdk, "http").of(scenario);
    long closed = plain.hits().get(0).closedAfterMillis(0);
    assertEquals(jdk.feature() < ABORTS_BY_ITSELF, closed > 1500, plain::told);
  }

  private static void assertClosesSoonAfter(Outcome guarded, String moment)
      throws InterruptedException {
    long given = Long.parseLong(guarded.field(moment));
    long closed = guarded.hits().get(0).closedAfterMillis(0);
    assertTrue(
        closed != Hit.STILL_OPEN && closed < given + 400,
        () -> "closed at " + closed + ": " + guarded.told());
  }
}
