package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryBudgetTest {

  private final FakeTicker ticker = new FakeTicker();

  @Test
  void aThousandSuccessesAtTenPercentAreAHundredRetries() {
    RetryBudget budget = budgetOf(10, 0);
    deposit(budget, 1000);
    assertEquals(100, withdrawAll(budget));
    assertFalse(budget.tryWithdraw(ticker.nanos()));
  }

  @Test
  void withoutARatioThereIsTheFloor() {
    RetryBudget budget = budgetOf(0, 1);
    deposit(budget, 100_000);
    assertEquals(10, withdrawAll(budget));
  }

  @Test
  void withoutRatioAndFloorThereIsNothing() {
    RetryBudget budget = budgetOf(0, 0);
    deposit(budget, 1000);
    assertFalse(budget.tryWithdraw(ticker.nanos()));
  }

  @Test
  void aFloorMayBeLessThanOneASecond() {
    assertEquals(2, withdrawAll(budgetOf(0, 0.2)));
  }

  @Test
  void aFractionThatIsLeftIsOneMoreRetry() {
    RetryBudget budget = budgetOf(10, 0);
    assertFalse(budget.tryWithdraw(ticker.nanos()), "0 < 0");
    deposit(budget, 11);
    assertEquals(2, withdrawAll(budget), "1 < 1.1, but not 2 < 1.1");
  }

  @Test
  void ratioAndFloorAdd() {
    RetryBudget budget = budgetOf(10, 1);
    deposit(budget, 1000);
    assertEquals(110, budget.balance(ticker.nanos()));
  }

  @Test
  void aHundredPercentIsOneRetryForEachSuccess() {
    RetryBudget budget = budgetOf(100, 0);
    deposit(budget, 7);
    assertEquals(7, withdrawAll(budget));
  }

  @Test
  void theBalanceIsWhatWouldBeGranted() {
    RetryBudget budget = budgetOf(10, 0.3);
    deposit(budget, 26);
    long balance = budget.balance(ticker.nanos());
    assertEquals(balance, withdrawAll(budget));
    assertEquals(0, budget.balance(ticker.nanos()));
  }

  @Test
  void nothingIsForgottenBeforeTheWindowHasPassed() {
    RetryBudget budget = budgetOf(0, 1);
    assertEquals(10, withdrawAll(budget));
    ticker.advance(Duration.ofSeconds(10).minusNanos(1));
    assertFalse(budget.tryWithdraw(ticker.nanos()));
  }

  @Test
  void everythingIsForgottenOneStepAfterTheWindow() {
    RetryBudget budget = budgetOf(10, 1);
    deposit(budget, 1000);
    assertEquals(110, withdrawAll(budget));
    ticker.advance(Duration.ofMillis(10_667));
    assertEquals(10, budget.balance(ticker.nanos()));
  }

  @Test
  void aLongSilenceIsNoDifferentFromAShortOne() {
    RetryBudget budget = budgetOf(10, 1);
    deposit(budget, 1000);
    withdrawAll(budget);
    ticker.advance(Duration.ofDays(20_000));
    assertEquals(10, budget.balance(ticker.nanos()));
    deposit(budget, 100);
    assertEquals(20, withdrawAll(budget));
  }

  @Test
  void successesThatGoLeaveNoDebt() {
    RetryBudget budget = budgetOf(10, 0);
    deposit(budget, 1000);
    ticker.advance(Duration.ofSeconds(9));
    withdrawAll(budget);
    ticker.advance(Duration.ofSeconds(2));
    assertEquals(0, budget.balance(ticker.nanos()), "100 retries against no success");
    assertFalse(budget.tryWithdraw(ticker.nanos()));
  }

  @Test
  void readingsFromBeforeTheBudgetCountAsItsBeginning() {
    RetryBudget budget = budgetOf(10, 0);
    long early = ticker.nanos() - Retries.SECOND;
    for (int i = 0; i < 10; i++) {
      budget.deposit(early);
    }
    assertTrue(budget.tryWithdraw(early));
    assertFalse(budget.tryWithdraw(ticker.nanos()));
  }

  @Test
  void aReadingFromBeforeTheNewestGrantSeesThatGrant() {
    RetryBudget budget = budgetOf(0, 0.1);
    long held = ticker.nanos();
    ticker.advance(Duration.ofSeconds(5));
    assertTrue(budget.tryWithdraw(ticker.nanos()));
    assertFalse(budget.tryWithdraw(held));
  }

  @Test
  void aDepositThatIsOlderThanTheWindowIsNotCounted() {
    RetryBudget budget = budgetOf(100, 0);
    long held = ticker.nanos();
    for (int second = 0; second < 40; second++) {
      ticker.advance(Duration.ofMillis(700));
      budget.deposit(ticker.nanos());
    }
    long before = budget.balance(ticker.nanos());
    budget.deposit(held);
    assertEquals(before, budget.balance(ticker.nanos()));
  }

  // Reload.

  @Test
  void otherNumbersApplyAtOnceToWhatHasBeenCounted() {
    RetryBudget budget = budgetOf(10, 0);
    deposit(budget, 1000);
    assertTrue(budget.tryWithdraw(ticker.nanos()));
    budget.configure(Retries.budgetSettings(20, 1, 10));
    assertEquals(209, budget.balance(ticker.nanos()));
    budget.configure(Retries.budgetSettings(0, 0, 10));
    assertEquals(0, budget.balance(ticker.nanos()));
  }

  @Test
  void anotherWindowKeepsWhatHasBeenCounted() {
    RetryBudget budget = budgetOf(10, 0);
    deposit(budget, 1000);
    ticker.advance(Duration.ofSeconds(3));
    deposit(budget, 1000);
    assertTrue(budget.tryWithdraw(ticker.nanos()));
    for (int window : new int[] {60, 10, 4, 60}) {
      budget.configure(Retries.budgetSettings(10, 0, window));
      assertEquals(199, budget.balance(ticker.nanos()), "over " + window + " s");
    }
  }

  @Test
  void aShorterWindowForgetsWhatIsOlder() {
    RetryBudget budget = budgetOf(10, 0);
    deposit(budget, 1000);
    ticker.advance(Duration.ofSeconds(8));
    deposit(budget, 500);
    budget.configure(Retries.budgetSettings(10, 0, 2));
    assertEquals(50, budget.balance(ticker.nanos()));
  }

  @Test
  void anEmptyBudgetTakesAnotherWindow() {
    RetryBudget budget = budgetOf(10, 1);
    budget.configure(Retries.budgetSettings(10, 1, 60));
    assertEquals(60, budget.balance(ticker.nanos()));
  }

  private RetryBudget budgetOf(int percent, double floor) {
    return Retries.budget(percent, floor, ticker.nanos());
  }

  private void deposit(RetryBudget budget, int successes) {
    for (int i = 0; i < successes; i++) {
      budget.deposit(ticker.nanos());
    }
  }

  private int withdrawAll(RetryBudget budget) {
    int granted = 0;
    while (budget.tryWithdraw(ticker.nanos())) {
      granted++;
    }
    return granted;
  }
}
