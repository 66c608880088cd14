package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads that share one budget.
 *
 * <p>Acceptable: exactly as many grants as the rule allows. Not acceptable: one more (two threads
 * took the same retry), one less (a retry or success was lost), at rest or while time moves on.
 */
@Timeout(30)
class RetryBudgetRaceTest {

  private static final int THREADS = 4;

  @Test
  void theLastRetryIsGrantedToOneThreadOnly() throws Exception {
    AtomicInteger granted = new AtomicInteger();
    for (int round = 0; round < 3000; round++) {
      RetryBudget budget = Retries.budget(0, 0.1, round);
      long now = round;
      granted.set(0);
      race(
          thread -> {
            if (budget.tryWithdraw(now)) {
              granted.incrementAndGet();
            }
          });
      assertEquals(1, granted.get(), "grants in round " + round);
    }
  }

  /** Each thread reads a clock that another has moved on meanwhile, as real threads do. */
  @Test
  void noRetryIsGrantedTwiceWhileTimeMovesOn() throws Exception {
    RetryBudget budget = new RetryBudget(Retries.budgetSettings(0, 100, 60), 0);
    AtomicLong clock = new AtomicLong();
    AtomicInteger granted = new AtomicInteger();
    // 6,000 retries may be granted within 60 s; time moves on by 59 s, through fifteen steps.
    long step = 59 * Retries.SECOND / 100_000 / THREADS;
    race(
        thread -> {
          for (int i = 0; i < 100_000; i++) {
            if (budget.tryWithdraw(clock.addAndGet(step))) {
              granted.incrementAndGet();
            }
          }
        });
    assertEquals(6000, granted.get());
    assertEquals(0, budget.balance(clock.get()));
  }

  @Test
  void noSuccessIsLost() throws Exception {
    RetryBudget budget = new RetryBudget(Retries.budgetSettings(100, 0, 60), 0);
    AtomicLong clock = new AtomicLong();
    long step = 59 * Retries.SECOND / 100_000 / THREADS;
    race(
        thread -> {
          for (int i = 0; i < 100_000; i++) {
            budget.deposit(clock.addAndGet(step));
          }
        });
    assertEquals(100_000L * THREADS, budget.balance(clock.get()));
  }

  /** Every thread deposits before it withdraws, so all are granted and nothing is left. */
  @Test
  void grantsNeverExceedDeposits() throws Exception {
    RetryBudget budget = new RetryBudget(Retries.budgetSettings(100, 0, 60), 0);
    AtomicInteger deposits = new AtomicInteger();
    AtomicInteger granted = new AtomicInteger();
    AtomicInteger tooMany = new AtomicInteger();
    race(
        thread -> {
          for (int i = 0; i < 50_000; i++) {
            if (i % 2 == thread % 2) {
              deposits.incrementAndGet();
              budget.deposit(i);
            }
            if (budget.tryWithdraw(i) && granted.incrementAndGet() > deposits.get()) {
              tooMany.incrementAndGet();
            }
          }
        });
    assertEquals(0, tooMany.get(), "grants without a deposit");
    assertEquals(deposits.get() - granted.get(), budget.balance(50_000));
    assertTrue(granted.get() > 1000, "only " + granted.get() + " grants");
  }

  /** What one thread does. */
  private interface Racer {
    void run(int thread);
  }

  private static void race(Racer racer) throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<Thread> threads = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int number = t;
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                  racer.run(number);
                } catch (Throwable e) {
                  synchronized (failures) {
                    failures.add(e);
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(List.of(), failures);
  }
}
