package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The budget beside a list of all moments, summed up with numbers that do not round. */
class RetryBudgetPropertyTest {

  @Property(tries = 300)
  void aRetryIsGrantedExactlyWhileTheRuleHolds(
      @ForAll @IntRange(max = 100) int percent,
      @ForAll @IntRange(max = 3000) int floor,
      @ForAll @IntRange(min = 1, max = 60) int windowSeconds,
      @ForAll long start,
      @ForAll long seed) {
    BudgetSettings settings = new BudgetSettings(percent, floor, windowSeconds * Retries.SECOND);
    RetryBudget budget = new RetryBudget(settings, start);
    Reference reference = new Reference(settings);
    SplittableRandom random = new SplittableRandom(seed);
    long elapsed = 0;
    for (int i = 0; i < 600; i++) {
      // Mostly a dense stream, now and then a pause that empties part or all of the window.
      int shape = random.nextInt(100);
      elapsed +=
          shape == 0
              ? random.nextLong(2 * reference.window)
              : shape < 50 ? 0 : 1 + random.nextLong(reference.window / 100);
      if (random.nextInt(3) > 0) {
        budget.deposit(start + elapsed);
        reference.successes.add(elapsed);
      } else {
        boolean expected = reference.allows(elapsed);
        assertEquals(expected, budget.balance(start + elapsed) > 0);
        assertEquals(expected, budget.tryWithdraw(start + elapsed));
        if (expected) {
          reference.retries.add(elapsed);
        }
      }
    }
  }

  /** Whatever the rest of the world does: never negative, and never promised more than granted. */
  @Property(tries = 200)
  void theBalanceIsExactlyWhatIsGranted(
      @ForAll @IntRange(max = 100) int percent,
      @ForAll @IntRange(max = 3000) int floor,
      @ForAll @IntRange(max = 400) int successes,
      @ForAll long start) {
    RetryBudget budget =
        new RetryBudget(new BudgetSettings(percent, floor, 10 * Retries.SECOND), start);
    for (int i = 0; i < successes; i++) {
      budget.deposit(start);
    }
    long balance = budget.balance(start);
    assertTrue(balance >= 0);
    for (long left = balance; left > 0; left--) {
      assertEquals(left, budget.balance(start));
      assertTrue(budget.tryWithdraw(start));
    }
    assertEquals(0, budget.balance(start));
    assertTrue(!budget.tryWithdraw(start));
  }

  /** Ten retries before the reload are ten after it, for as long as both windows last. */
  @Property(tries = 300)
  void aReloadForgetsNoRetry(
      @ForAll @IntRange(min = 1, max = 60) int before,
      @ForAll @IntRange(min = 1, max = 60) int after,
      @ForAll @IntRange(max = 99) int percentOfShorter,
      @ForAll long start) {
    RetryBudget budget =
        new RetryBudget(new BudgetSettings(0, 10_000, before * Retries.SECOND), start);
    for (int i = 0; i < 10; i++) {
      assertTrue(budget.tryWithdraw(start));
    }
    budget.configure(new BudgetSettings(0, 1000, after * Retries.SECOND));
    long shorter = Math.min(before, after) * Retries.SECOND;
    long now = start + shorter / 100 * percentOfShorter;
    assertEquals(Math.max(0, after - 10), budget.balance(now));
  }

  /** All moments, and the window that the budget keeps: the present step and fifteen whole ones. */
  private static final class Reference {
    final Deque<Long> successes = new ArrayDeque<>();
    final Deque<Long> retries = new ArrayDeque<>();
    final BigDecimal ratio;
    final BigDecimal floor;
    final long window;
    final long step;

    Reference(BudgetSettings settings) {
      ratio = BigDecimal.valueOf(settings.ratioPercent(), 2);
      window = settings.windowNanos();
      floor =
          BigDecimal.valueOf(settings.floorPerThousandSeconds(), 3)
              .multiply(BigDecimal.valueOf(window / Retries.SECOND));
      step = (window + 14) / 15;
    }

    boolean allows(long now) {
      long oldest = (now / step - 15) * step;
      assertTrue(now - oldest >= window && now - oldest <= window + step + 15);
      forget(successes, oldest);
      forget(retries, oldest);
      BigDecimal allowed = ratio.multiply(BigDecimal.valueOf(successes.size())).add(floor);
      return BigDecimal.valueOf(retries.size()).compareTo(allowed) < 0;
    }

    private static void forget(Deque<Long> moments, long oldest) {
      while (!moments.isEmpty() && moments.peekFirst() < oldest) {
        moments.removeFirst();
      }
    }
  }
}
