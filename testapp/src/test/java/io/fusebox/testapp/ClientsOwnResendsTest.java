package io.fusebox.testapp;

import static io.fusebox.testapp.RetryRuns.assertHits;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;

/** What the client sends again by itself counts as an attempt, or is not sent at all. */
class ClientsOwnResendsTest {

  @OnEveryJdk
  void idempotentResendsAreAmongTheAttempts(Jdk jdk) {
    for (String kind : new String[] {"plain", "guarded"}) {
      for (String door : RetryRuns.DOORS) {
        assertResends(jdk, kind, door);
      }
    }
  }

  @OnEveryJdk
  void postReachesTheWireOnceWhateverTheJvmWasTold(Jdk jdk) {
    for (String door : RetryRuns.DOORS) {
      Outcome plain = of(jdk, "all-plain", "resend.post." + door);
      assertTrue(plain.hits().size() > 1, plain::told);
      Outcome guarded = of(jdk, "all-guarded", "resend.post." + door);
      assertEquals("threw", guarded.field("outcome"), guarded::told);
      assertHits(1, guarded);
      Outcome keyed = of(jdk, "all-guarded", "resend.keyed." + door);
      assertHits(3, keyed);
    }
  }

  /** A redirect has made a GET of a POST: that is what is sent again. */
  @OnEveryJdk
  void hopIsSentAgainByItsOwnMethod(Jdk jdk) {
    for (String door : RetryRuns.DOORS) {
      for (String kind : new String[] {"plain", "guarded"}) {
        for (String policy : new String[] {"clocks.", "r3."}) {
          Outcome hop = of(jdk, kind, "resend.hop." + policy + door);
          hop.assertReturned("200 200-3");
          assertHits(3, hop);
        }
      }
    }
  }

  /** The whole cannot be sent again, for a POST was answered: the hop can, within the attempts. */
  @OnEveryJdk
  void hopThatOnlyTheClientCanSendAgainIsAmongTheAttempts(Jdk jdk) {
    for (String door : RetryRuns.DOORS) {
      Outcome spent = of(jdk, "guarded", "resend.hop.spent." + door);
      // Up to 25 a connection that was new is not one that the client takes for a stale one.
      assertThrewAfter(jdk.feature() < 26 ? 3 : 4, spent);
      assertThrewAfter(2, of(jdk, "guarded", "resend.hop.once." + door));
      assertThrewAfter(2, of(jdk, "guarded", "resend.hop.post." + door));
      // All of it again: the redirect is the third.
      Outcome whole = of(jdk, "guarded", "resend.hop.get." + door);
      whole.assertReturned("200 200-4");
      assertHits(4, whole);
    }
  }

  private static void assertThrewAfter(int hits, Outcome outcome) {
    assertEquals("threw", outcome.field("outcome"), outcome::told);
    assertHits(hits, outcome);
  }

  /** Under a policy that leaves this to the client, and where no body would arrive empty. */
  @OnEveryJdk
  void bodyThatIsUsedUpIsNotSentAgain(Jdk jdk) {
    for (String door : RetryRuns.DOORS) {
      for (String policy : new String[] {"clocks.", "key.", "mesh."}) {
        Outcome left = of(jdk, "guarded", "resend.left." + policy + door);
        left.assertReturned("200 200-2");
        assertHits(2, left);
        Outcome usedUp = of(jdk, "guarded", "resend.used-up." + policy + door);
        assertEquals("threw", usedUp.field("outcome"), usedUp::told);
        assertHits(1, usedUp);
        assertArrayEquals("query".getBytes(StandardCharsets.US_ASCII), usedUp.hits().get(0).body());
      }
      // No policy, no change.
      Outcome none = of(jdk, "guarded", "resend.used-up.none." + door);
      assertEquals(
          of(jdk, "plain", "resend.used-up.none." + door).field("value"),
          none.field("value"),
          none::told);
    }
  }

  private static void assertResends(Jdk jdk, String kind, String door) {
    Outcome always = of(jdk, kind, "resend.get." + door);
    assertEquals("threw", always.field("outcome"), always::told);
    Outcome once = of(jdk, kind, "resend.recovers." + door);
    once.assertReturned("200 200-2");
    assertHits(2, once);
    if (kind.equals("plain")) {
      assertTrue(always.hits().size() >= 2, always::told);
    } else {
      assertHits(3, always);
      assertEquals("2", RetryRuns.header(once, 1, "x-envoy-attempt-count"), once::told);
      Outcome post = of(jdk, kind, "resend.post." + door);
      assertEquals("threw", post.field("outcome"), post::told);
      assertHits(1, post);
    }
  }

  private static Outcome of(Jdk jdk, String kind, String scenario) {
    ForkedJvm jvm = RetryRuns.with(ForkedJvm.on(jdk));
    if (kind.startsWith("all")) {
      jvm.option("-Djdk.httpclient.enableAllMethodRetry=true");
    }
    if (kind.endsWith("guarded")) {
      jvm.agent(RetryRuns.policies());
    }
    Runs.Run run = Runs.made(jdk, "resend", kind, jvm);
    assertEquals(0, run.finished().said("fault of the agent").size(), run.finished()::err);
    return run.of(scenario);
  }
}
