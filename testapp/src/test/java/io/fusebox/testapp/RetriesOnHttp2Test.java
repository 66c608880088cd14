package io.fusebox.testapp;

import static io.fusebox.testapp.RetryRuns.DOORS;
import static io.fusebox.testapp.RetryRuns.guarded;
import static io.fusebox.testapp.RetryRuns.http2Requests;
import static io.fusebox.testapp.RetryRuns.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

/** HTTP/2 says more about what happened to a request than HTTP/1.1 can. */
class RetriesOnHttp2Test {

  private static final int KNOWS_LAST_STREAM = 21;
  private static final int RESENDS_UNPROCESSED = 21;

  @OnEveryJdk
  void badStatusIsTriedAgain(Jdk jdk) {
    for (String door : DOORS) {
      plain(jdk, "h2.recovers." + door).assertReturned("503 503-1");
      assertOutcome(jdk, "h2.recovers." + door, "200 200-3", 3);
      assertOutcome(jdk, "h2.exhausted." + door, "503 503-3", 3);
      assertOutcome(jdk, "h2.post." + door, "503 503-1", 1);
      assertEquals("HTTP_2", guarded(jdk, "h2.recovers." + door).field("version"));
    }
  }

  @OnEveryJdk
  void furtherAttemptsSayWhichTheyAreAndOfWhat(Jdk jdk) {
    for (String door : DOORS) {
      assertOutcome(jdk, "h2.keyed." + door, "200 200-3", 3);
      List<Http2Sequences.Request> requests = http2Requests(guarded(jdk, "h2.keyed." + door));
      String key = requests.get(0).headers().getOrDefault("idempotency-key", "-");
      for (int i = 0; i < 3; i++) {
        Http2Sequences.Request request = requests.get(i);
        assertEquals(key, request.headers().get("idempotency-key"));
        assertEquals("payload", request.body());
        assertEquals(
            i == 0 ? "-" : "" + (i + 1),
            request.headers().getOrDefault("x-envoy-attempt-count", "-"));
      }
    }
  }

  @OnEveryJdk
  void refusedStreamIsSentAgainWhateverTheMethod(Jdk jdk) {
    for (String door : DOORS) {
      assertOutcome(jdk, "h2.refused-stream." + door, "200 200-2", 2);
      for (Http2Sequences.Request request :
          http2Requests(guarded(jdk, "h2.refused-stream." + door))) {
        assertEquals("payload", request.body());
      }
    }
  }

  @OnEveryJdk
  void streamThatIsRefusedBeforeItsBodyIsReadIsSentAgain(Jdk jdk) {
    for (String door : DOORS) {
      guarded(jdk, "h2.refused-early." + door).assertReturned("30");
    }
  }

  /** Where the client knows that it was not processed, it would send an empty one. */
  @OnEveryJdk
  void bodyThatIsUsedUpIsNotSentAgainByAnybody(Jdk jdk) {
    for (String door : DOORS) {
      for (String policy : List.of("none.", "clocks.", "mesh.", "one.", "r3.")) {
        Outcome guarded = guarded(jdk, "h2.used-up." + policy + door);
        if (policy.equals("none.")) {
          // No policy, no change.
          assertEquals(
              plain(jdk, "h2.used-up.none." + door).field("value"),
              guarded.field("value"),
              guarded::told);
          continue;
        }
        assertEquals("threw", guarded.field("outcome"), guarded::told);
        assertEquals(
            List.of("payload"),
            http2Requests(guarded).stream().map(Http2Sequences.Request::body).toList(),
            guarded::told);
      }
    }
  }

  @OnEveryJdk
  void oneAttemptIsOneSend(Jdk jdk) {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "h2.refused.one." + door);
      assertEquals("threw", guarded.field("outcome"), guarded::told);
      assertEquals(1, http2Requests(guarded).size(), guarded::told);
      // Who has written nothing of attempts leaves this to the client.
      for (String policy : List.of("clocks.", "key.")) {
        assertEquals(
            plain(jdk, "h2.refused." + policy + door).field("value"),
            guarded(jdk, "h2.refused." + policy + door).field("value"));
      }
    }
  }

  /** A PUT whose body is used up, and whose redirect leads to a GET without one. */
  @OnEveryJdk
  void hopThatOnlyTheClientCanSendAgainIsLeftToIt(Jdk jdk) {
    for (String door : DOORS) {
      for (String policy : List.of("r3.", "keyed.", "clocks.")) {
        Outcome plain = plain(jdk, "h2.hop-used-up." + policy + door);
        Outcome guarded = guarded(jdk, "h2.hop-used-up." + policy + door);
        assertEquals(methods(plain), methods(guarded), guarded::told);
        assertEquals(plain.field("value"), guarded.field("value"), guarded::told);
        if (jdk.feature() >= RESENDS_UNPROCESSED) {
          guarded.assertReturned("200 200-3");
        }
      }
      Outcome one = guarded(jdk, "h2.hop-used-up.one." + door);
      assertEquals(List.of("PUT", "GET"), methods(one), one::told);
    }
  }

  /** Whatever its words are when the client has sent it again, and was refused again. */
  @OnEveryJdk
  void streamsThatAreRefusedSayNothingAgainstTheirHost(Jdk jdk) {
    for (String door : DOORS) {
      for (String policy : List.of("tripped1.", "tripped1-mesh.")) {
        guarded(jdk, "h2.refused-for-ever." + policy + door).assertReturned("0");
      }
    }
  }

  /** A PUT that is answered by a redirect, then refused; the redirect is not answered again. */
  @OnEveryJdk
  void hopThatIsAlwaysRefusedIsSentNoMoreOftenThanThereAreAttempts(Jdk jdk) {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "h2.hop-always-refused." + door);
      assertEquals("threw", guarded.field("outcome"), guarded::told);
      assertEquals(List.of("PUT", "GET", "PUT", "PUT"), methods(guarded), guarded::told);
    }
  }

  @OnEveryJdk
  void refusedStreamOfARedirectSaysNothingAboutTheRequestBefore(Jdk jdk) {
    for (String door : DOORS) {
      Outcome plain = plain(jdk, "h2.next-hop-refused." + door);
      Outcome guarded = guarded(jdk, "h2.next-hop-refused." + door);
      // Whether the client sends the second hop again depends on the JDK.
      assertEquals(methods(plain), methods(guarded), guarded::told);
      assertEquals(1, methods(guarded).stream().filter("POST"::equals).count(), guarded::told);
      assertEquals(plain.field("value"), guarded.field("value"), guarded::told);
      assertEquals(plain.field("causes"), guarded.field("causes"), guarded::told);
    }
  }

  @OnEveryJdk
  void streamThatIsAlwaysRefusedIsNotSentForEver(Jdk jdk) {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "h2.refused-always." + door);
      assertEquals("threw", guarded.field("outcome"), guarded::told);
      int sent = http2Requests(guarded).size();
      assertTrue(sent >= 2 && sent <= 4, () -> sent + ": " + guarded.told());
    }
  }

  @OnEveryJdk
  void goAwayBelowTheStreamIsSentAgainWhereTheClientKnowsIt(Jdk jdk) {
    for (String door : DOORS) {
      if (jdk.feature() >= KNOWS_LAST_STREAM) {
        assertOutcome(jdk, "h2.goaway." + door, "200 200-2", 2);
      } else {
        // The client says only that the connection is going: a POST may have happened.
        Outcome guarded = guarded(jdk, "h2.goaway." + door);
        guarded.assertThrew("java.io.IOException");
        assertEquals(1, http2Requests(guarded).size(), guarded::told);
      }
    }
  }

  @OnEveryJdk
  void streamThatWasResetMayHaveHappened(Jdk jdk) {
    for (String door : DOORS) {
      for (String scenario : List.of("h2.cancelled.", "h2.internal.")) {
        Outcome plain = plain(jdk, scenario + door);
        Outcome guarded = guarded(jdk, scenario + door);
        assertEquals("threw", guarded.field("outcome"), guarded::told);
        assertEquals(plain.field("causes"), guarded.field("causes"), guarded::told);
        assertEquals(1, http2Requests(guarded).size(), guarded::told);
      }
      assertOutcome(jdk, "h2.get.internal." + door, "200 200-2", 2);
    }
  }

  @OnEveryJdk
  void attemptThatTimesOutIsTriedAgain(Jdk jdk) {
    for (String door : DOORS) {
      plain(jdk, "h2.attempt." + door).assertHung();
      assertOutcome(jdk, "h2.attempt." + door, "200 200-2", 2);
    }
  }

  @OnEveryJdk
  void callForWhichTheConnectionHasNoStreamLeftIsSentLaterWhateverItsMethod(Jdk jdk) {
    Outcome plain = plain(jdk, "crowd", "h2.crowd");
    assertTrue(plain.field("value").contains("IOException*"), plain::told);
    Outcome guarded = guarded(jdk, "crowd", "h2.crowd");
    guarded.assertReturned("200*30");
    for (int i = 0; i < 30; i++) {
      assertEquals(1, Servers.HTTP2_LIMITED.count(guarded.id() + "-" + i), guarded::told);
    }
  }

  @OnEveryJdk
  void bodiesThatNobodyReadsUseUpNoWindow(Jdk jdk) {
    for (String door : DOORS) {
      guarded(jdk, "h2.window." + door).assertReturned("40");
    }
  }

  private static List<String> methods(Outcome outcome) {
    return http2Requests(outcome).stream().map(Http2Sequences.Request::method).toList();
  }

  private static void assertOutcome(Jdk jdk, String scenario, String value, int requests) {
    Outcome guarded = guarded(jdk, scenario);
    guarded.assertReturned(value);
    assertEquals(requests, http2Requests(guarded).size(), guarded::told);
  }
}
