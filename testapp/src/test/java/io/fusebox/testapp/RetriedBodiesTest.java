package io.fusebox.testapp;

import static io.fusebox.testapp.RetryRuns.DOORS;
import static io.fusebox.testapp.RetryRuns.assertHits;
import static io.fusebox.testapp.RetryRuns.guarded;
import static io.fusebox.testapp.RetryRuns.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** A body is sent again only if it is the same again, and read only if it is the outcome's. */
class RetriedBodiesTest {

  @OnEveryJdk
  void bodyThatCanBeRepeatedArrivesWholeEachTime(Jdk jdk) {
    for (String door : DOORS) {
      for (String way :
          List.of("ofString", "ofByteArray", "ofByteArray.part", "ofFile", "noBody")) {
        Outcome guarded = guarded(jdk, "upload." + way + "." + door);
        guarded.assertReturned("200 200-2");
        assertHits(2, guarded);
        String expected = way.equals("noBody") ? "" : "payload";
        assertEquals(expected, body(guarded, 0), guarded::told);
        assertEquals(expected, body(guarded, 1), guarded::told);
      }
    }
  }

  @OnEveryJdk
  void bodyThatMayBeUsedUpIsSentOnce(Jdk jdk) {
    for (String door : DOORS) {
      for (String way :
          List.of(
              "ofInputStream", "ofByteArrays", "fromPublisher", "fromPublisher.length", "own")) {
        Outcome guarded = guarded(jdk, "upload." + way + "." + door);
        assertEquals("payload", body(guarded, 0), guarded::told);
        guarded.assertReturned("503 503-1");
        assertHits(1, guarded);
      }
    }
  }

  @OnEveryJdk
  void nothingOfADiscardedResponseReachesTheApplication(Jdk jdk) {
    for (String door : DOORS) {
      for (String way : List.of("ofFile", "ofInputStream", "ofLines", "ofPublisher")) {
        plain(jdk, "download." + way + "." + door).assertReturned("503 " + "b".repeat(20_000));
        Outcome guarded = guarded(jdk, "download." + way + "." + door);
        guarded.assertReturned("200 200-2");
        assertHits(2, guarded);
      }
    }
  }

  @OnEveryJdk
  void handlerOfTheApplicationIsAppliedToTheOutcomeOnly(Jdk jdk) {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "download.counted." + door);
      guarded.assertReturned("200 200-2");
      assertEquals("1", guarded.field("applied"), guarded::told);
      assertEquals("[200]", guarded.field("statuses"), guarded::told);
      Outcome exhausted = guarded(jdk, "download.exhausted." + door);
      exhausted.assertReturned("503 503-3");
      assertEquals("1", exhausted.field("applied"), exhausted::told);
      assertEquals("[503]", exhausted.field("statuses"), exhausted::told);
    }
  }

  @OnEveryJdk
  void handlerThatFailsIsTheApplicationsOwnFault(Jdk jdk) {
    for (String door : DOORS) {
      Outcome plain = plain(jdk, "download.callback." + door);
      Outcome guarded = guarded(jdk, "download.callback." + door);
      for (String field : List.of("outcome", "exception", "message", "causes")) {
        assertEquals(plain.field(field), guarded.field(field), guarded::told);
      }
      assertHits(1, guarded);
    }
  }

  private static String body(Outcome outcome, int hit) {
    return new String(outcome.hits().get(hit).body(), StandardCharsets.US_ASCII);
  }
}
