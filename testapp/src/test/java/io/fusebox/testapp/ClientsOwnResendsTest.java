package io.fusebox.testapp;

import static io.fusebox.testapp.RetryRuns.assertHits;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
