package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What a budget leaves of the retries that a stream of calls would make, in virtual time. */
class RetryLoadTest {

  private static final long UNBOUNDED = Long.MAX_VALUE;

  /** 100 calls a second fail once; the budget of 400 to 450 successes a second is 40 to 50. */
  @Test
  void aFifthThatFailsOnceIsRetriedOnlyAsFarAsTheBudgetReaches() {
    for (int seed = 0; seed < 5; seed++) {
      Load load = new Load(500, 0.2, false, Retries.attempts(3).build(), seed);
      load.run(60);
      for (int second = 12; second < 60; second++) {
        double retries = load.retriesWithin(second - 10, second) / 10.0;
        assertTrue(
            retries >= 40 && retries <= 50,
            retries + " retries a second up to second " + second + ", seed " + seed);
      }
    }
  }

  @Test
  void aServerThatAlwaysFailsIsHitHardlyMoreThanWithoutRetries() {
    Load load = new Load(100, 1, true, Retries.attempts(3).build(), 1);
    load.run(5);
    long hits = 500 + load.retriesWithin(0, 10);
    assertTrue(hits <= 1.2 * 500 + 5, hits + " hits for 500 calls");
  }

  @Test
  void onceTheSuccessesHavePassedTheFloorIsAllThatIsLeft() {
    Load load = new Load(100, 0, true, Retries.attempts(3).build(), 1);
    load.run(20);
    load.failing = 1;
    load.run(60);
    for (int second = 31; second <= 70; second++) {
      long retries = load.retriesWithin(second, second + 10);
      assertTrue(retries <= 10, retries + " retries in 10 s from second " + second);
    }
    // The whole floor is taken as soon as it is there, so it comes every 10.7 s.
    assertEquals(50, load.retriesWithin(30, 80));
  }

  @Test
  void aCallEveryFiveSecondsIsRetriedByTheFloorAlone() {
    RetryBudget budget = Retries.budget(10, 1, 0);
    for (int i = 0; i < 100; i++) {
      RetryState state =
          new RetryState(Retries.attempts(2).build(), budget, Retries.seeded(i), true);
      long decision =
          state.next(
              Outcome.BROKEN, 0, true, false, RetryAfter.NONE, UNBOUNDED, i * 5L * Retries.SECOND);
      assertTrue(decision >= 0, RetryState.words(decision));
    }
  }

  /** Calls at even distances, of which some fail once or always. */
  private static final class Load {
    final Simulation simulation = new Simulation();
    final RetrySettings settings;
    final RetryBudget budget;
    final RandomSource random;
    final boolean always;
    final int perSecond;
    final long[] retries = new long[200];
    double failing;

    Load(int perSecond, double failing, boolean always, RetrySettings settings, long seed) {
      this.perSecond = perSecond;
      this.failing = failing;
      this.always = always;
      this.settings = settings;
      this.random = Retries.seeded(seed);
      this.budget = new RetryBudget(settings.budget(), 0);
    }

    /** So many seconds more. */
    void run(int seconds) {
      for (int i = 0; i < seconds * perSecond; i++) {
        simulation.in(i * Retries.SECOND / perSecond, this::call);
      }
      simulation.run();
    }

    /** In [from, to), in seconds. */
    long retriesWithin(int from, int to) {
      long sum = 0;
      for (int second = from; second < to; second++) {
        sum += retries[second];
      }
      return sum;
    }

    private void call() {
      if (random.upTo(999_999) < failing * 1_000_000) {
        retry(new RetryState(settings, budget, random, true));
      } else {
        budget.deposit(simulation.now());
      }
    }

    private void retry(RetryState state) {
      long wait =
          state.next(
              Outcome.ANSWERED, 503, true, false, RetryAfter.NONE, UNBOUNDED, simulation.now());
      if (wait >= 0) {
        simulation.in(wait, () -> again(state));
      }
    }

    private void again(RetryState state) {
      retries[(int) (simulation.now() / Retries.SECOND)]++;
      if (always) {
        retry(state);
      } else {
        budget.deposit(simulation.now());
      }
    }
  }
}
