package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;

/** A breaker and its virtual time, for tests that tell a story of calls. */
final class Breakers {

  static final long SECOND = 1_000_000_000L;
  static final RandomSource LOWEST = bound -> 0;
  static final RandomSource HIGHEST = bound -> bound;

  private Breakers() {}

  /** 10 s, 20 calls, 50 %, open for 30 s without spread, 5 probes of 31 s. */
  static BreakerSettings.Builder usual() {
    return new BreakerSettings.Builder().open(30 * SECOND, 30 * SECOND, false);
  }

  /** Opens after so many failures in a row and in no other way; one probe. */
  static BreakerSettings.Builder consecutive(int failures) {
    return usual()
        .rate(10 * SECOND, 20, BreakerSettings.OFF)
        .consecutive(failures)
        .probes(1, 31 * SECOND);
  }

  /** One breaker, one clock. */
  static final class Story {
    final FakeTicker ticker;
    final CircuitBreaker breaker;

    Story(BreakerSettings.Builder settings) {
      this(settings, LOWEST);
    }

    Story(BreakerSettings.Builder settings, RandomSource random) {
      this(settings, random, new FakeTicker());
    }

    Story(BreakerSettings.Builder settings, RandomSource random, FakeTicker ticker) {
      this.ticker = ticker;
      this.breaker = new CircuitBreaker(settings.build(), random);
    }

    long now() {
      return ticker.nanos();
    }

    void pass(Duration time) {
      ticker.advance(time);
    }

    void seconds(long seconds) {
      ticker.advance(Duration.ofSeconds(seconds));
    }

    CircuitBreaker.State state() {
      return breaker.state(now());
    }

    long permit() {
      long permit = breaker.tryAcquire(now());
      assertTrue(permit >= 0, () -> "rejected: " + breaker.describe(now()));
      return permit;
    }

    void assertRejected() {
      assertEquals(CircuitBreaker.REJECTED, breaker.tryAcquire(now()));
    }

    CircuitBreaker.Transition succeeds(long permit) {
      return breaker.success(permit, now(), 0);
    }

    CircuitBreaker.Transition fails(long permit) {
      return breaker.failure(permit, now(), 0);
    }

    CircuitBreaker.Transition succeed(int times) {
      CircuitBreaker.Transition last = CircuitBreaker.Transition.NONE;
      for (int i = 0; i < times; i++) {
        last = succeeds(permit());
      }
      return last;
    }

    CircuitBreaker.Transition fail(int times) {
      CircuitBreaker.Transition last = CircuitBreaker.Transition.NONE;
      for (int i = 0; i < times; i++) {
        last = fails(permit());
      }
      return last;
    }

    /** So many calls that are answered after so long. */
    CircuitBreaker.Transition take(int times, Duration each) {
      CircuitBreaker.Transition last = CircuitBreaker.Transition.NONE;
      for (int i = 0; i < times; i++) {
        last = breaker.success(permit(), now(), each.toNanos());
      }
      return last;
    }

    /** How many of 200 who ask now are admitted. */
    int admitted() {
      int admitted = 0;
      for (int i = 0; i < 200; i++) {
        if (breaker.tryAcquire(now()) != CircuitBreaker.REJECTED) {
          admitted++;
        }
      }
      return admitted;
    }
  }

  /** Open since now, by 20 failures. */
  static Story open(BreakerSettings.Builder settings) {
    return open(settings, LOWEST);
  }

  static Story open(BreakerSettings.Builder settings, RandomSource random) {
    Story story = new Story(settings, random);
    assertEquals(CircuitBreaker.Transition.OPENED, story.fail(20));
    return story;
  }

  /** Open, and its 30 s are just over. */
  static Story due(BreakerSettings.Builder settings) {
    Story story = open(settings);
    story.seconds(30);
    return story;
  }
}
