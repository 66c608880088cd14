package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * 40 calls a second for 60 s to a server that can serve 50, and that is down for the first 5 s.
 *
 * <p>A call costs the server 20 ms of its time, of which it saves up to a second. Whom it has no
 * time for it turns away, and that is not free either: a hundredth of a call. Without that last
 * sentence no retries, however many, could keep a server from serving.
 */
@Timeout(30)
class OutageTest {

  private static final int CALLS = 40 * 60;
  private static final long BETWEEN_CALLS = Retries.SECOND / 40;
  private static final long SERVING = Retries.SECOND / 50;
  private static final long TURNING_AWAY = SERVING / 100;
  private static final long SAVED_AT_MOST = Retries.SECOND;
  private static final long OUTAGE = 5 * Retries.SECOND;
  private static final long END = 60 * Retries.SECOND;
  private static final long AT_ONCE = 10 * Retries.MILLI;

  /** Again after 10 ms, until served or the 60 s are over. */
  @Test
  void immediateRetriesMultiplyTheLoadMoreThanAHundredfoldAndKeepTheServerDown() {
    Run run = new Run(null, 0);
    assertTrue(run.attempts > 100L * CALLS, run.attempts + " attempts for " + CALLS + " calls");
    assertTrue(run.served < CALLS / 20, run.served + " of " + CALLS + " calls served");
  }

  @Test
  void jitteredBackoffServesAllForHalfAsMuchAgain() {
    RetrySettings settings =
        Retries.backoff(Duration.ofMillis(500), Duration.ofSeconds(10), Jitter.FULL, 10);
    for (int seed = 0; seed < 20; seed++) {
      Run run = new Run(settings, seed);
      // In one run out of a few a single call loses all its ten draws.
      assertEquals(CALLS, run.served, 2, "served with seed " + seed);
      assertEquals(1.5, run.attempts / (double) CALLS, 0.1, "amplification with seed " + seed);
    }
  }

  /** One run. */
  private static final class Run {
    final Simulation simulation = new Simulation();
    int served;
    int attempts;
    private long saved = SAVED_AT_MOST;
    private long savedUntil = OUTAGE;

    /** With the waits of {@code settings}; with null at once. */
    Run(@Nullable RetrySettings settings, long seed) {
      RandomSource random = Retries.seeded(seed);
      for (int i = 0; i < CALLS; i++) {
        RetryState state = settings == null ? null : new RetryState(settings, null, random, true);
        simulation.in(i * BETWEEN_CALLS, new Call(state));
      }
      simulation.run();
    }

    boolean serves() {
      long now = simulation.now();
      attempts++;
      if (now < OUTAGE) {
        return false;
      }
      saved = Math.min(SAVED_AT_MOST, saved + now - savedUntil);
      savedUntil = now;
      boolean serves = saved >= SERVING;
      saved = Math.max(0, saved - (serves ? SERVING : TURNING_AWAY));
      return serves;
    }

    /** One attempt after the other. */
    private final class Call implements Runnable {
      private final @Nullable RetryState state;

      Call(@Nullable RetryState state) {
        this.state = state;
      }

      @Override
      public void run() {
        if (serves()) {
          served++;
          return;
        }
        long wait = waitBeforeNext(simulation.now());
        if (wait >= 0) {
          simulation.in(wait, this);
        }
      }

      private long waitBeforeNext(long now) {
        if (state == null) {
          return now + AT_ONCE < END ? AT_ONCE : -1;
        }
        return state.next(Outcome.ANSWERED, 503, true, false, RetryAfter.NONE, Long.MAX_VALUE, now);
      }
    }
  }
}
