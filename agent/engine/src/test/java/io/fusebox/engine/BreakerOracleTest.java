package io.fusebox.engine;

import static io.fusebox.engine.Breakers.LOWEST;
import static io.fusebox.engine.Breakers.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Ours beside Resilience4j's breaker over random sequences of events, wherever the two define the
 * same thing: who is admitted, and which state follows from each outcome. Where they differ, the
 * sequence or the settings are such that it does not show:
 *
 * <ul>
 *   <li>A rate: theirs opens at a threshold, ours strictly above. Theirs is given a threshold so
 *       little higher that no fraction of fewer than 2,000 calls lies between. Reason: 10 failures
 *       of 20 at 50 % are as many as were allowed.
 *   <li>The window: theirs has a bucket for each second of the clock, ours ten slots of a tenth of
 *       the window from the first call on. All time passes in tenths of the window, whole seconds.
 *       Reason: ten slots are enough, and ten minutes in seconds are 600.
 *   <li>The end of the open time: theirs is open for longer than that, ours not as long. Theirs is
 *       given a millisecond less.
 *   <li>Probes: theirs waits until all are done, or as many as min-calls where that is less, and
 *       then applies failure-rate; ours decides as soon as more than half agree. Min-calls is not
 *       less, All probes are settled at one moment, with a rate of 50 % and an odd number of them,
 *       or with one probe. Reason: a host that fails two probes of three need not be asked again,
 *       and a rate of 1 % says nothing about five calls.
 *   <li>As many probes failed as succeeded: theirs closes at 50 %, ours reopens. No even numbers.
 *       Reason: half is no recovery.
 *   <li>Slow probes: theirs applies slow-rate to them, ours takes each for failed. Slow probes only
 *       where there is one, with which both mean the same.
 *   <li>Late outcomes: theirs counts them in whichever state there is then, ours nowhere. What is
 *       under way when the state changes is forgotten. Reason: an outcome of before the outage
 *       ended says nothing about now.
 *   <li>Permits: theirs gives a place back whenever it is told so, and has no way to tell whose;
 *       ours only to the holder, once. Each is given back once. Reason: places that multiply, or
 *       none at all.
 *   <li>Lost probes: theirs stays half-open, or with max-wait-in-half-open opens or closes; ours
 *       frees their places after a lease. None is lost. Reason: never half-open for ever.
 *   <li>In a row: theirs has no such rule, but a window of the last n calls of which all have to
 *       fail is the same.
 *   <li>Doubling, jitter, forced open: theirs leaves the first two to functions and has states of
 *       its own for the last. Off.
 * </ul>
 */
@Timeout(120)
class BreakerOracleTest {

  /** Time that stands until it is told to move. */
  private static final class Watch extends Clock {
    private long seconds = 1_700_000_000L;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochSecond(seconds);
    }
  }

  /** The two, under settings drawn from a seed. */
  private abstract static class Pair {
    final SplittableRandom random;
    final RuntimeException failure = new IllegalStateException("on purpose");
    final Watch watch = new Watch();
    final FakeTicker ticker = new FakeTicker();
    final List<Long> permits = new ArrayList<>();
    long unitSeconds = 1;
    int probes = 1;
    boolean slowProbes;
    int badPercent;
    int events;
    int opened;
    int closed;
    CircuitBreaker ours;
    io.github.resilience4j.circuitbreaker.CircuitBreaker theirs;

    @SuppressWarnings("NullAway.Init") // by each kind
    Pair(long seed) {
      random = new SplittableRandom(seed);
      badPercent = random.nextInt(5, 96);
    }

    CircuitBreakerConfig.Builder theirSettings(long openSeconds) {
      return CircuitBreakerConfig.custom()
          .clock(watch)
          .waitDurationInOpenState(Duration.ofSeconds(openSeconds).minusMillis(1))
          .permittedNumberOfCallsInHalfOpenState(probes)
          .writableStackTraceEnabled(false);
    }

    void start(BreakerSettings.Builder settings, CircuitBreakerConfig config) {
      ours = new CircuitBreaker(settings.build(), LOWEST);
      theirs = io.github.resilience4j.circuitbreaker.CircuitBreaker.of("oracle", config);
    }

    void run(int most) {
      while (events < most) {
        int what = random.nextInt(100);
        if (what < 8) {
          pass(random.nextInt(10) == 0 ? random.nextInt(1, 40) : random.nextInt(1, 4));
        } else if (what < 55 || permits.isEmpty()) {
          ask();
        } else {
          settle(permits.remove(random.nextInt(permits.size())));
        }
      }
    }

    private void pass(long units) {
      events++;
      watch.seconds += units * unitSeconds;
      ticker.advance(Duration.ofSeconds(units * unitSeconds));
    }

    private void ask() {
      boolean wasClosed = ours.state(ticker.nanos()) == CircuitBreaker.State.CLOSED;
      long permit = permit();
      if (permit == CircuitBreaker.REJECTED) {
        return;
      }
      if (wasClosed) {
        permits.add(permit);
      } else {
        probe(permit);
      }
    }

    /** One of each, which have to agree. */
    private long permit() {
      events++;
      long now = ticker.nanos();
      boolean admits = ours.admits(now);
      long permit = ours.tryAcquire(now);
      boolean admitted = theirs.tryAcquirePermission();
      assertEquals(admitted, permit != CircuitBreaker.REJECTED, "admitted");
      assertEquals(admitted, admits, "would be admitted");
      return permit;
    }

    /** All probes are let through and settled at one moment; some say nothing and come again. */
    private void probe(long first) {
      List<Long> under = new ArrayList<>();
      under.add(first);
      while (under.size() < probes) {
        under.add(permit());
      }
      assertEquals(CircuitBreaker.REJECTED, permit(), "one more");
      while (!under.isEmpty()) {
        long permit = under.remove(random.nextInt(under.size()));
        if (random.nextInt(6) == 0) {
          events++;
          ours.release(permit);
          theirs.releasePermission();
          under.add(ours.state(ticker.nanos()) == CircuitBreaker.State.HALF_OPEN ? again() : -1);
        } else {
          outcome(permit, slowProbes);
        }
      }
      sameState();
      closed += ours.state(ticker.nanos()) == CircuitBreaker.State.CLOSED ? 1 : 0;
    }

    /** Theirs gives a place back even when ours has decided already. */
    private long again() {
      long permit = ours.tryAcquire(ticker.nanos());
      assertTrue(theirs.tryAcquirePermission());
      return permit;
    }

    private void settle(long permit) {
      if (random.nextInt(12) == 0) {
        events++;
        ours.release(permit);
        theirs.releasePermission();
      } else {
        outcome(permit, true);
      }
      sameState();
    }

    private void outcome(long permit, boolean maybeSlow) {
      events++;
      long duration = maybeSlow && random.nextInt(100) < badPercent ? 2 * SECOND : 0;
      if (random.nextInt(100) < badPercent) {
        ours.failure(permit, ticker.nanos(), duration);
        theirs.onError(duration, TimeUnit.NANOSECONDS, failure);
      } else {
        ours.success(permit, ticker.nanos(), duration);
        theirs.onSuccess(duration, TimeUnit.NANOSECONDS);
      }
    }

    private void sameState() {
      CircuitBreaker.State state = ours.state(ticker.nanos());
      assertEquals(theirs.getState().name(), state.name(), "state");
      if (state == CircuitBreaker.State.OPEN) {
        opened++;
        // Under way when the state changed.
        permits.clear();
      }
    }
  }

  /** A rate of failures, and in half of the cases of slow calls. */
  private static final class Rates extends Pair {
    Rates(long seed) {
      super(seed);
      unitSeconds = random.nextInt(1, 7);
      int rate = random.nextBoolean() ? 50 : random.nextInt(1, 100);
      int slowRate = random.nextBoolean() ? 100 : random.nextInt(1, 100);
      boolean slow = random.nextBoolean();
      probes = rate == 50 ? 1 + 2 * random.nextInt(5) : 1;
      slowProbes = slow && probes == 1;
      int calls = random.nextInt(probes, 40);
      long open = unitSeconds * random.nextInt(1, 10);
      start(
          new BreakerSettings.Builder()
              .rate(10 * unitSeconds * SECOND, calls, rate)
              .slow(slow ? SECOND : Long.MAX_VALUE, slowRate)
              .open(open * SECOND, open * SECOND, false)
              .probes(probes, 3600 * SECOND),
          theirSettings(open)
              .slidingWindow((int) (10 * unitSeconds), calls, SlidingWindowType.TIME_BASED)
              .failureRateThreshold(rate + 0.0005f)
              .slowCallDurationThreshold(slow ? Duration.ofSeconds(1) : Duration.ofDays(1))
              .slowCallRateThreshold(slowRate == 100 ? 100 : slowRate + 0.0005f)
              .build());
    }
  }

  /** So many in a row. */
  private static final class Rows extends Pair {
    Rows(long seed) {
      super(seed);
      int row = random.nextInt(1, 12);
      long open = random.nextInt(1, 10);
      start(
          new BreakerSettings.Builder()
              .rate(10 * SECOND, 1, BreakerSettings.OFF)
              .consecutive(row)
              .open(open * SECOND, open * SECOND, false)
              .probes(1, 3600 * SECOND),
          theirSettings(open)
              .slidingWindow(row, row, SlidingWindowType.COUNT_BASED)
              .failureRateThreshold(100)
              .slowCallDurationThreshold(Duration.ofDays(1))
              .build());
    }
  }

  @Test
  void ratesAreTheOracles() {
    // Seeds 1 to 1,200, about 3,000,000 events.
    int opened = 0;
    int closed = 0;
    for (long seed = 1; seed <= 1_200; seed++) {
      Pair pair = new Rates(seed);
      compare(pair, seed);
      opened += pair.opened;
      closed += pair.closed;
    }
    report("rates", 1_200, opened, closed);
  }

  @Test
  void rowsAreTheOracles() {
    // Seeds 1 to 400, about 1,000,000 events.
    int opened = 0;
    int closed = 0;
    for (long seed = 1; seed <= 400; seed++) {
      Pair pair = new Rows(seed);
      compare(pair, seed);
      opened += pair.opened;
      closed += pair.closed;
    }
    report("rows", 400, opened, closed);
  }

  private static void compare(Pair pair, long seed) {
    try {
      pair.run(2_500);
    } catch (AssertionError e) {
      throw new AssertionError(
          "seed " + seed + ", event " + pair.events + ": " + e.getMessage(), e);
    }
  }

  private static void report(String kind, int seeds, int opened, int closed) {
    System.out.println(
        "breaker oracle, "
            + kind
            + ": seeds 1 to "
            + seeds
            + " of 2,500 events, "
            + opened
            + " times opened, "
            + closed
            + " times closed");
    // Not a comparison of two breakers that never do anything.
    assertTrue(opened > 10_000 && closed > 3_000);
  }
}
