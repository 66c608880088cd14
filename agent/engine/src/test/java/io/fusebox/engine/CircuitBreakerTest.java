package io.fusebox.engine;

import static io.fusebox.engine.Breakers.HIGHEST;
import static io.fusebox.engine.Breakers.LOWEST;
import static io.fusebox.engine.Breakers.SECOND;
import static io.fusebox.engine.Breakers.consecutive;
import static io.fusebox.engine.Breakers.due;
import static io.fusebox.engine.Breakers.open;
import static io.fusebox.engine.Breakers.usual;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.engine.Breakers.Story;
import io.fusebox.engine.CircuitBreaker.State;
import io.fusebox.engine.CircuitBreaker.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When it opens. */
class CircuitBreakerTest {

  @Test
  void tenOfTwentyFailuresKeepItClosed() {
    Story story = new Story(usual());
    story.succeed(10);
    assertEquals(Transition.NONE, story.fail(10));
    assertEquals(State.CLOSED, story.state());
  }

  @Test
  void elevenOfTwentyFailuresOpenIt() {
    Story story = new Story(usual());
    story.succeed(9);
    assertEquals(Transition.NONE, story.fail(10));
    assertEquals(Transition.OPENED, story.fail(1));
    assertEquals(State.OPEN, story.state());
  }

  @Test
  void nineteenFailuresOfNineteenAreTooFewCalls() {
    Story story = new Story(usual());
    assertEquals(Transition.NONE, story.fail(19));
    assertEquals(State.CLOSED, story.state());
  }

  @Test
  void theSuccessThatMakesTheNumberFullOpensIt() {
    Story story = new Story(usual());
    story.fail(19);
    assertEquals(Transition.OPENED, story.succeed(1));
  }

  @Test
  void theSuccessThatComesAfterOthersHaveLeftTheWindowOpensIt() {
    Story story = new Story(usual());
    story.succeed(30);
    story.seconds(5);
    story.fail(30);
    assertEquals(State.CLOSED, story.state());
    story.seconds(5);
    assertEquals(Transition.OPENED, story.succeed(1));
  }

  @Test
  void failuresThatAreOlderThanTheWindowDoNotCount() {
    Story story = new Story(usual());
    story.fail(19);
    story.seconds(10);
    assertEquals(Transition.NONE, story.fail(19));
    assertEquals("closed, 19 of 19 calls failed in 10 s", story.breaker.describe(story.now()));
  }

  @Test
  void failuresWithinNineTenthsOfTheWindowCount() {
    Story story = new Story(usual());
    story.fail(19);
    story.pass(Duration.ofSeconds(9));
    assertEquals(Transition.OPENED, story.fail(1));
  }

  @Test
  void aWindowThatNobodyCountedInForManyLapsIsEmpty() {
    Story story = new Story(usual());
    story.fail(19);
    story.pass(Duration.ofDays(40_000));
    assertEquals("closed, 0 of 0 calls failed in 10 s", story.breaker.describe(story.now()));
    assertEquals(Transition.NONE, story.fail(19));
  }

  @Test
  void aReadingOfTheClockThatIsOlderThanAnothersCountsNow() {
    Story story = new Story(usual());
    story.succeed(1);
    story.seconds(3);
    story.fail(18);
    assertEquals(
        Transition.OPENED, story.breaker.failure(story.permit(), story.now() - 2 * SECOND, 0));
  }

  @Test
  void threeFailuresInARowAtOneAMinuteOpenIt() {
    Story story = new Story(consecutive(3));
    story.fail(1);
    story.seconds(60);
    story.fail(1);
    story.seconds(60);
    assertEquals(Transition.OPENED, story.fail(1));
  }

  @Test
  void anySuccessEndsARow() {
    Story story = new Story(consecutive(3));
    story.fail(2);
    story.succeed(1);
    assertEquals(Transition.NONE, story.fail(2));
    assertEquals(Transition.OPENED, story.fail(1));
  }

  @Test
  void whatSaysNothingNeitherEndsARowNorLengthensIt() {
    Story story = new Story(consecutive(3));
    story.fail(2);
    for (int i = 0; i < 20; i++) {
      story.breaker.release(story.permit());
    }
    assertEquals(State.CLOSED, story.state());
    assertEquals(Transition.OPENED, story.fail(1));
  }

  @Test
  void theRowCountsBesidesTheRate() {
    Story story = new Story(usual().consecutive(4));
    story.succeed(100);
    assertEquals(Transition.NONE, story.fail(3));
    assertEquals(Transition.OPENED, story.fail(1));
  }

  @Test
  void withRateOffNoRateOpensIt() {
    Story story = new Story(consecutive(1_000));
    assertEquals(Transition.NONE, story.fail(999));
  }

  @Test
  void slowCallsOpenItWhenMoreThanTheirRate() {
    Story story = new Story(usual().slow(2 * SECOND, 80));
    story.succeed(4);
    assertEquals(Transition.NONE, story.take(16, Duration.ofSeconds(3)));
    assertEquals(Transition.OPENED, story.take(1, Duration.ofSeconds(3)));
  }

  @Test
  void aCallThatTakesAsLongAsAllowedIsNotSlow() {
    Story story = new Story(usual().slow(2 * SECOND, 1));
    assertEquals(Transition.NONE, story.take(20, Duration.ofSeconds(2)));
  }

  @Test
  void withARateOfAHundredItOpensWhenAllAreSlow() {
    Story story = new Story(usual().slow(2 * SECOND, 100));
    assertEquals(Transition.NONE, story.take(19, Duration.ofSeconds(3)));
    assertEquals(Transition.OPENED, story.take(1, Duration.ofSeconds(3)));
  }

  @Test
  void withARateOfAHundredOneFastCallKeepsItClosed() {
    Story story = new Story(usual().slow(2 * SECOND, 100));
    story.succeed(1);
    assertEquals(Transition.NONE, story.take(500, Duration.ofSeconds(3)));
  }

  @Test
  void slowCallsAreNoFailuresOfTheRate() {
    Story story = new Story(usual().slow(2 * SECOND, 80));
    story.succeed(10);
    assertEquals(Transition.NONE, story.take(30, Duration.ofSeconds(3)));
  }

  @Test
  void aSlowCallNeitherEndsARowNorLengthensIt() {
    Story story = new Story(consecutive(3).slow(2 * SECOND, 80));
    story.fail(2);
    assertEquals(Transition.NONE, story.take(5, Duration.ofSeconds(3)));
    assertEquals(Transition.OPENED, story.fail(1));
  }

  @Test
  void itIsOpenForItsTimeToTheNanosecond() {
    Story story = open(usual());
    story.pass(Duration.ofSeconds(30).minusNanos(1));
    assertEquals(State.OPEN, story.state());
    story.assertRejected();
    story.pass(Duration.ofNanos(1));
    assertEquals(State.HALF_OPEN, story.state());
    story.permit();
  }

  @Test
  void aReadingFromBeforeItOpenedIsRejected() {
    Story story = open(usual());
    assertEquals(CircuitBreaker.REJECTED, story.breaker.tryAcquire(story.now() - SECOND));
  }

  @Test
  void openTimesDoubleUpToTheMost() {
    Story story = open(usual().open(30 * SECOND, 100 * SECOND, false).probes(1, SECOND));
    assertEquals(List.of(30L, 60L, 100L, 100L), openSeconds(story, 4));
  }

  @Test
  void openTimesDoNotDoubleWithoutAHigherMost() {
    Story story = open(usual().probes(1, SECOND));
    assertEquals(List.of(30L, 30L, 30L), openSeconds(story, 3));
  }

  @Test
  void closingForgetsHowOftenItReopened() {
    Story story = open(usual().open(30 * SECOND, 100 * SECOND, false).probes(1, SECOND));
    openSeconds(story, 3);
    story.seconds(100);
    assertEquals(Transition.CLOSED, story.succeed(1));
    assertEquals(Transition.OPENED, story.fail(20));
    assertEquals(List.of(30L, 60L), openSeconds(story, 2));
  }

  @Test
  void doublingDoesNotOverflow() {
    long most = Long.MAX_VALUE / 3;
    Story story = open(usual().open(SECOND, most, false).probes(1, SECOND));
    for (int i = 0; i < 70; i++) {
      story.ticker.advance(Duration.ofNanos(most));
      assertEquals(Transition.REOPENED, story.fail(1));
    }
    story.assertRejected();
  }

  @Test
  void jitterMakesOpenTimesATenthShorterAtMost() {
    Story story = open(usual().open(30 * SECOND, 30 * SECOND, true), LOWEST);
    assertEquals(27, secondsUntilAdmitted(story));
  }

  @Test
  void jitterMakesOpenTimesATenthLongerAtMost() {
    Story story = open(usual().open(30 * SECOND, 30 * SECOND, true), HIGHEST);
    assertEquals(33, secondsUntilAdmitted(story));
  }

  @Test
  void rejectedCallsAreNotCounted() {
    Story story = open(usual());
    for (int i = 0; i < 100; i++) {
      story.assertRejected();
    }
    story.seconds(30);
    story.succeed(3);
    assertEquals("closed, 0 of 0 calls failed in 10 s", story.breaker.describe(story.now()));
  }

  @Test
  void whatIsNoPermitCountsNothing() {
    Story story = new Story(consecutive(1));
    assertEquals(Transition.NONE, story.fails(CircuitBreaker.REJECTED));
    assertEquals(Transition.NONE, story.succeeds(CircuitBreaker.REJECTED));
    story.breaker.release(CircuitBreaker.REJECTED);
    assertEquals("closed, 0 of 0 calls failed in 10 s", story.breaker.describe(story.now()));
  }

  @Test
  void anyOriginOfTheTickerGivesTheSameStory() {
    List<List<String>> stories = new ArrayList<>();
    for (long origin : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE / 2}) {
      stories.add(story(origin));
    }
    for (List<String> story : stories) {
      assertEquals(stories.get(0), story);
    }
  }

  @Test
  void forcedOpenRejectsAtOnceAndOutcomesOfEarlierCallsCountNothing() {
    Story story = new Story(usual());
    List<Long> before = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      before.add(story.permit());
    }
    story.breaker.configure(usual().forcedOpen(true).build());
    assertEquals(State.FORCED_OPEN, story.state());
    story.assertRejected();
    assertFalse(story.breaker.admits(story.now()));
    for (long permit : before) {
      assertEquals(Transition.NONE, story.fails(permit));
    }
    story.seconds(100_000);
    story.assertRejected();
  }

  @Test
  void whatWasForcedOpenStartsClosedWithAnEmptyWindow() {
    Story story = open(usual());
    story.breaker.configure(usual().forcedOpen(true).build());
    story.breaker.configure(usual().build());
    assertEquals("closed, 0 of 0 calls failed in 10 s", story.breaker.describe(story.now()));
    assertEquals(Transition.NONE, story.fail(19));
  }

  @Test
  void itCanBeForcedOpenFromTheStart() {
    Story story = new Story(usual().forcedOpen(true));
    story.assertRejected();
    assertEquals("forced open by the policy", story.breaker.describe(story.now()));
  }

  @Test
  void otherSettingsLeaveItOpen() {
    Story story = open(usual());
    story.breaker.configure(usual().open(SECOND, SECOND, false).build());
    story.seconds(29);
    assertEquals(State.OPEN, story.state());
    story.seconds(1);
    assertEquals(State.HALF_OPEN, story.state());
  }

  @Test
  void otherSettingsKeepWhatWasCountedAndPermits() {
    Story story = new Story(usual());
    story.fail(10);
    long permit = story.permit();
    story.breaker.configure(usual().rate(10 * SECOND, 11, 50).build());
    assertEquals(Transition.OPENED, story.fails(permit));
  }

  @Test
  void aWindowOfAnotherLengthTakesTheCountsAlong() {
    Story story = new Story(usual());
    story.fail(10);
    story.seconds(5);
    story.fail(9);
    story.breaker.configure(usual().rate(60 * SECOND, 20, 50).build());
    story.seconds(40);
    assertEquals(Transition.OPENED, story.fail(1));
  }

  @Test
  void aShorterWindowDropsWhatIsTooOldForIt() {
    Story story = new Story(usual());
    story.fail(10);
    story.seconds(5);
    story.fail(9);
    story.breaker.configure(usual().rate(2 * SECOND, 20, 50).build());
    assertEquals("closed, 9 of 9 calls failed in 2 s", story.breaker.describe(story.now()));
  }

  @Test
  void otherSettingsKeepTheRow() {
    Story story = new Story(consecutive(5));
    story.fail(2);
    story.breaker.configure(consecutive(3).rate(60 * SECOND, 20, BreakerSettings.OFF).build());
    assertEquals(Transition.OPENED, story.fail(1));
  }

  @Test
  void itSaysSinceWhenWhyAndUntilWhen() {
    Story story = new Story(usual());
    story.succeed(8);
    story.fail(12);
    story.pass(Duration.ofMillis(26_800));
    assertEquals(
        "open for 3.2 s more, since 12 of 20 calls failed in 10 s, 27 s ago",
        story.breaker.describe(story.now()));
  }

  @Test
  void itSaysThatCallsInARowFailed() {
    Story story = new Story(consecutive(3));
    story.fail(3);
    assertEquals(
        "open for 30 s more, since 3 calls in a row failed, 0 ms ago",
        story.breaker.describe(story.now()));
  }

  @Test
  void itSaysThatCallsWereSlow() {
    Story story = new Story(usual().slow(2 * SECOND, 80));
    story.take(20, Duration.ofSeconds(3));
    assertEquals(
        "open for 30 s more, since 20 of 20 calls took over 2 s in 10 s, 0 ms ago",
        story.breaker.describe(story.now()));
  }

  @Test
  void itSaysThatAProbeIsDueAndThatProbesFailed() {
    Story story = due(usual());
    assertEquals(
        "half-open, the next call is a probe, since 20 of 20 calls failed in 10 s, 30 s ago",
        story.breaker.describe(story.now()));
    story.fail(3);
    story.seconds(1);
    assertEquals(
        "open for 29 s more, since 3 of 5 probes failed, 1 s ago, not closed for 31 s",
        story.breaker.describe(story.now()));
  }

  @Test
  void aPermitAndItsOutcomeAllocateNothing() {
    Story story = new Story(usual());
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
      for (int i = 0; i < 10_000; i++) {
        long permit = story.breaker.tryAcquire(story.now());
        if (i % 3 == 0) {
          story.breaker.failure(permit, story.now(), 0);
        } else {
          story.breaker.success(permit, story.now(), 0);
        }
      }
      long after = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
      least = Math.min(least, after - before);
    }
    assertEquals(State.CLOSED, story.state());
    // Not one byte for each of 10,000; what the measurement itself takes is less than that.
    assertTrue(least < 1_000, "bytes: " + least);
  }

  private static List<Long> openSeconds(Story story, int times) {
    List<Long> seconds = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      seconds.add(secondsUntilAdmitted(story));
      if (i < times - 1) {
        assertEquals(Transition.REOPENED, story.fail(1));
      }
    }
    // Left open again, as it was found.
    assertEquals(Transition.REOPENED, story.fail(1));
    return seconds;
  }

  private static long secondsUntilAdmitted(Story story) {
    long seconds = 0;
    while (!story.breaker.admits(story.now())) {
      story.seconds(1);
      seconds++;
    }
    return seconds;
  }

  /** What happens in a minute and a half, from 300 ms before that origin. */
  private static List<String> story(long origin) {
    List<String> told = new ArrayList<>();
    CircuitBreaker breaker = new CircuitBreaker(usual().build(), LOWEST);
    for (int i = 0; i < 900; i++) {
      long now = origin - 300_000_000L + i * 100_000_000L;
      long permit = breaker.tryAcquire(now);
      boolean failing = i % 10 < 6 && i < 500;
      Transition transition =
          failing ? breaker.failure(permit, now, 0) : breaker.success(permit, now, 0);
      told.add(permit + " " + transition + " " + breaker.describe(now));
    }
    return told;
  }
}
