package io.fusebox.testapp;

import static io.fusebox.testapp.RetryRuns.DOORS;
import static io.fusebox.testapp.RetryRuns.assertHits;
import static io.fusebox.testapp.RetryRuns.guarded;
import static io.fusebox.testapp.RetryRuns.plain;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.Hit;
import java.util.List;

/**
 * The server says when to come again, and whatever bounds the operation says whether there is time.
 */
class RetryAfterTest {

  @OnEveryJdk
  void secondsAndDatesAreWaitedFor(Jdk jdk) {
    for (String door : DOORS) {
      for (String row : List.of("1", "padded", "two")) {
        assertSecondAfter(1000, jdk, "after." + row + "." + door);
      }
      // Dates are whole seconds, both rounded down from one moment: the wait is exact.
      assertSecondAfter(2000, jdk, "after.date." + door);
    }
  }

  @OnEveryJdk
  void whatIsPastOrMeansNothingIsNotWaitedFor(Jdk jdk) {
    for (String door : DOORS) {
      for (String row : List.of("0", "past", "fraction", "negative", "words", "empty")) {
        Outcome guarded = guarded(jdk, "after." + row + "." + door);
        guarded.assertReturned("200 200-2");
        assertTrue(gap(guarded.hits()) < 1000, guarded::told);
      }
    }
  }

  @OnEveryJdk
  void whatIsBeyondEveryBoundIsTheOutcomeAtOnce(Jdk jdk) {
    for (String door : DOORS) {
      for (String scenario : List.of("after.beyond", "after.total", "after.max")) {
        assertAtOnce(jdk, scenario + "." + door, "503 503-1");
      }
      assertAtOnce(jdk, "after.total.429." + door, "429 429-1");
    }
  }

  @OnEveryJdk
  void longWaitIsObeyedUpToThirtySeconds(Jdk jdk) {
    for (String door : DOORS) {
      // It waits: the scenario is given up long before that.
      Outcome guarded = guarded(jdk, "after.long." + door);
      guarded.assertHung();
      assertHits(1, guarded);
    }
  }

  @OnEveryJdk
  void waitThatDoesNotFitInTotalEndsTheOperationAtOnce(Jdk jdk) {
    for (String door : DOORS) {
      assertAtOnce(jdk, "left.wait." + door, "503 503-1");
    }
  }

  @OnEveryJdk
  void lastAttemptGetsOnlyWhatIsLeft(Jdk jdk) {
    for (String door : DOORS) {
      // 150, a wait of 50, 150; the next wait of 100 would end when all is over.
      Outcome guarded = guarded(jdk, "left.status." + door);
      assertTrue(guarded.hits().size() <= 2, guarded::told);
      assertTrue(guarded.elapsed() <= 400 + Outcome.LATENESS_MILLIS, guarded::told);
      if (guarded.field("outcome").equals("returned")) {
        guarded.assertReturned("503 503-" + guarded.hits().size());
      } else {
        guarded.assertThrew("java.net.http.HttpTimeoutException");
      }
    }
  }

  @OnEveryJdk
  void totalCutsTheSecondAttemptAsTheFirst(Jdk jdk) throws InterruptedException {
    for (String door : DOORS) {
      Outcome guarded = guarded(jdk, "left.silent." + door);
      guarded.assertThrew("java.net.http.HttpTimeoutException");
      guarded.assertElapsed(700, 700 + Outcome.LATENESS_MILLIS);
      assertHits(2, guarded);
      assertTrue(
          guarded.field("messages").contains("policy total700, timeout.total = 700ms, attempt 2"),
          guarded::told);
      long closed = guarded.hits().get(1).closedAfterMillis(1000);
      assertTrue(closed != Hit.STILL_OPEN, guarded::told);
    }
  }

  @OnEveryJdk
  void timeoutOfTheApplicationBoundsAllAttemptsTogether(Jdk jdk) {
    for (String door : DOORS) {
      plain(jdk, "own.silent." + door).assertThrew("java.net.http.HttpTimeoutException");
      for (String scenario : List.of("own.silent", "own.second")) {
        Outcome guarded = guarded(jdk, scenario + "." + door);
        guarded.assertThrew("java.net.http.HttpTimeoutException");
        // The client's own timer, which is early now and then by the fraction of a millisecond.
        guarded.assertElapsed(498, 500 + Outcome.LATENESS_MILLIS);
        assertHits(scenario.endsWith("second") ? 2 : 1, guarded);
      }
      Outcome statuses = guarded(jdk, "own.statuses." + door);
      assertTrue(statuses.elapsed() <= 500 + Outcome.LATENESS_MILLIS, statuses::told);
      assertTrue(statuses.hits().size() <= 3, statuses::told);
    }
  }

  private static void assertSecondAfter(long millis, Jdk jdk, String scenario) {
    plain(jdk, scenario).assertReturned("503 503-1");
    Outcome guarded = guarded(jdk, scenario);
    guarded.assertReturned("200 200-2");
    assertHits(2, guarded);
    long gap = gap(guarded.hits());
    assertTrue(gap >= millis && gap < millis + 2500, () -> gap + ": " + guarded.told());
  }

  private static void assertAtOnce(Jdk jdk, String scenario, String value) {
    Outcome guarded = guarded(jdk, scenario);
    guarded.assertReturned(value);
    assertHits(1, guarded);
    assertTrue(guarded.elapsed() < Outcome.LATENESS_MILLIS, guarded::told);
  }

  private static long gap(List<Hit> hits) {
    return hits.get(1).millisAfter(hits.get(0));
  }
}
