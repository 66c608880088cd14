package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A thousand clients fail at the same moment; the server takes 50 in each 10 ms and turns the rest
 * away. Each client tries three more times, below a bound of 200 ms that doubles. Attempts are
 * those three, without the common one at the beginning; a peak is what arrives within 10 ms.
 */
@Timeout(20)
class RetryStormTest {

  private static final int CLIENTS = 1000;
  private static final int SERVED_PER_SLOT = 50;
  private static final long SLOT = 10 * Retries.MILLI;

  @Test
  void withoutJitterAllComeBackTogetherAndMostGiveUp() {
    Storm storm = new Storm(Jitter.NONE, RetryAfter.NONE, 1);
    assertEquals(150, storm.served);
    assertEquals(850, storm.gaveUp);
    assertEquals(1000, storm.peak);
    assertEquals(2850, storm.attempts);
  }

  @Test
  void fullJitterServesAllWithHardlyAnAttemptTooMany() {
    double attempts = 0;
    double peak = 0;
    for (int seed = 0; seed < 20; seed++) {
      Storm storm = new Storm(Jitter.FULL, RetryAfter.NONE, seed);
      assertEquals(CLIENTS, storm.served, "served with seed " + seed);
      assertTrue(storm.attempts < 1120, storm.attempts + " attempts with seed " + seed);
      assertTrue(storm.peak < 85, "peak " + storm.peak + " with seed " + seed);
      attempts += storm.attempts / 20.0;
      peak += storm.peak / 20.0;
    }
    assertEquals(1061, attempts, 15, "attempts");
    assertEquals(61, peak, 10, "peak");
  }

  /**
   * Everyone is told the same second: without a wait of our own on top it would be a storm again.
   */
  @Test
  void clientsThatAreToldTheSameSecondDoNotComeBackTogether() {
    Storm storm = new Storm(Jitter.FULL, Retries.SECOND, 1);
    assertEquals(CLIENTS, storm.served);
    assertTrue(storm.peak < 85, "peak " + storm.peak);
  }

  /** One run. */
  private static final class Storm {
    final RetrySettings settings;
    final long retryAfter;
    final RandomSource random;
    final Simulation simulation = new Simulation();
    int served;
    int gaveUp;
    int attempts;
    int peak;
    private long slot = -1;
    private int inSlot;

    Storm(Jitter jitter, long retryAfter, long seed) {
      this.settings = Retries.backoff(Duration.ofMillis(200), Duration.ofSeconds(10), jitter, 4);
      this.retryAfter = retryAfter;
      this.random = Retries.seeded(seed);
      for (int i = 0; i < CLIENTS; i++) {
        failed(new RetryState(settings, null, random, true));
      }
      simulation.run();
    }

    private void failed(RetryState state) {
      long wait =
          state.next(
              Outcome.ANSWERED, 503, true, false, retryAfter, Long.MAX_VALUE, simulation.now());
      if (wait < 0) {
        assertEquals(RetryState.ATTEMPTS_SPENT, wait);
        gaveUp++;
      } else {
        simulation.in(wait, () -> arrive(state));
      }
    }

    private void arrive(RetryState state) {
      attempts++;
      long present = simulation.now() / SLOT;
      inSlot = present == slot ? inSlot + 1 : 1;
      slot = present;
      peak = Math.max(peak, inSlot);
      if (inSlot <= SERVED_PER_SLOT) {
        served++;
      } else {
        failed(state);
      }
    }
  }
}
