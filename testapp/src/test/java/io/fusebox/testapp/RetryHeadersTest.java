package io.fusebox.testapp;

import static io.fusebox.testapp.RetryRuns.DOORS;
import static io.fusebox.testapp.RetryRuns.assertHits;
import static io.fusebox.testapp.RetryRuns.guarded;
import static io.fusebox.testapp.RetryRuns.header;
import static io.fusebox.testapp.RetryRuns.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.fusebox.testapp.fault.Hit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the wire and the application see of a request that is tried again. */
class RetryHeadersTest {

  private static final String KEY = "idempotency-key";
  private static final String ATTEMPT = "x-envoy-attempt-count";

  @OnEveryJdk
  void everyOperationHasAKeyOfItsOwn(Jdk jdk) {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "key.two." + door);
      guarded.assertReturned("200 200-2, 200 200-2");
      String first = onlyKey(guarded.id() + "-a", 2);
      String second = onlyKey(guarded.id() + "-b", 2);
      assertNotEquals(first, second);
    }
  }

  @OnEveryJdk
  void requestThatIsUsedTwiceHasTwoKeys(Jdk jdk) {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "request.builder." + door);
      guarded.assertReturned("200 200-2, 200 200-4");
      assertHits(4, guarded);
      assertEquals(header(guarded, 0, KEY), header(guarded, 1, KEY), guarded::told);
      assertEquals(header(guarded, 2, KEY), header(guarded, 3, KEY), guarded::told);
      assertNotEquals(header(guarded, 1, KEY), header(guarded, 2, KEY));
      assertEquals("-", header(guarded, 2, ATTEMPT), guarded::told);
    }
  }

  @OnEveryJdk
  void keyOfTheApplicationWins(Jdk jdk) {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "key.own." + door);
      guarded.assertReturned("200 200-2");
      assertHits(2, guarded);
      for (Hit hit : guarded.hits()) {
        assertEquals("the-application's", header(hit, KEY));
      }
    }
  }

  @OnEveryJdk
  void redirectToTheSameOriginKeepsTheKey(Jdk jdk) {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "key.same-origin." + door);
      guarded.assertReturned("200 200-4");
      // Each attempt begins with the first URL: two requests.
      assertHits(4, guarded);
      assertEquals(header(guarded, 0, KEY), onlyKey(guarded.id(), 4));
      assertNotEquals("-", header(guarded, 0, KEY));
      assertEquals(
          List.of("-", "-", "2", "2"),
          guarded.hits().stream().map(hit -> header(hit, ATTEMPT)).toList());
    }
  }

  @OnEveryJdk
  void redirectToAnotherOriginTakesNothingOfOursAlong(Jdk jdk) {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "key.other-origin." + door);
      // Without the key a POST is not sent there again.
      guarded.assertReturned("503 503-2");
      assertHits(2, guarded);
      assertNotEquals("-", header(guarded, 0, KEY));
      assertEquals("-", header(guarded, 1, KEY), guarded::told);
      Outcome idempotent = guarded(jdk, "attempt.other-origin." + door);
      idempotent.assertReturned("200 200-4");
      assertHits(4, idempotent);
      assertEquals("2", header(idempotent, 2, ATTEMPT), idempotent::told);
      for (int elsewhere : new int[] {1, 3}) {
        assertEquals("-", header(idempotent, elsewhere, KEY), idempotent::told);
        assertEquals("-", header(idempotent, elsewhere, ATTEMPT), idempotent::told);
      }
    }
  }

  @OnEveryJdk
  void redirectToAnotherOriginIsNotIdempotentByTheKey(Jdk jdk) {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "key.other-origin-closes." + door);
      assertEquals("threw", guarded.field("outcome"), guarded::told);
      // The one that was led away, and the one that was not answered.
      assertHits(2, guarded);
      assertEquals("POST", guarded.hits().get(1).method());
      assertNotEquals("-", header(guarded, 0, KEY));
      assertEquals("-", header(guarded, 1, KEY), guarded::told);
    }
  }

  @OnEveryJdk
  void secondAttemptMayBeLedAway(Jdk jdk) {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "attempt.moved-away." + door);
      guarded.assertReturned("200 200-3");
      assertHits(3, guarded);
      assertEquals("2", header(guarded, 1, ATTEMPT), guarded::told);
      assertEquals("-", header(guarded, 2, ATTEMPT), guarded::told);
      assertEquals("-", header(guarded, 2, KEY), guarded::told);
    }
  }

  @OnEveryJdk
  void requestOfTheResponseIsTheApplicationsOwn(Jdk jdk) {
    for (String door : DOORS) {
      for (String scenario : List.of("request.plain.", "request.exhausted.", "request.custom.")) {
        Outcome plain = plain(jdk, scenario + door);
        Outcome guarded = guarded(jdk, scenario + door);
        for (String field :
            List.of(
                "same-request",
                "request-class",
                "request-timeout",
                "request-headers",
                "response-uri",
                "response-version",
                "response-header",
                "previous")) {
          assertEquals(plain.field(field), guarded.field(field), guarded::told);
        }
      }
      guarded(jdk, "request.plain." + door).assertReturned("200 200-2");
      guarded(jdk, "request.exhausted." + door).assertReturned("503 503-3");
      guarded(jdk, "request.custom." + door).assertReturned("200 200-2");
    }
  }

  @OnEveryJdk
  void furtherAttemptSaysNothingElse(Jdk jdk) {
    for (String door : DOORS) {
      for (String scenario : List.of("request.plain.", "request.custom.")) {
        Outcome guarded = guarded(jdk, scenario + door);
        Map<String, String> first = new TreeMap<>(guarded.hits().get(0).headers());
        Map<String, String> second = new TreeMap<>(guarded.hits().get(1).headers());
        assertEquals("2", second.remove(ATTEMPT), guarded::told);
        assertEquals(first, second, guarded::told);
        first.remove(KEY);
        Outcome plain = plain(jdk, scenario + door);
        assertEquals(new TreeMap<>(plain.hits().get(0).headers()), first, guarded::told);
        String target = plain.hits().get(0).target().replace(plain.id(), guarded.id());
        assertEquals(target, guarded.hits().get(1).target());
      }
    }
  }

  private static String onlyKey(String id, int requests) {
    List<String> keys = Servers.HTTP.hits(id).stream().map(hit -> header(hit, KEY)).toList();
    assertEquals(requests, keys.size());
    assertEquals(1, keys.stream().distinct().count(), keys::toString);
    return keys.get(0);
  }
}
