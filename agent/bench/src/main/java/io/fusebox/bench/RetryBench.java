package io.fusebox.bench;

import dev.failsafe.Execution;
import dev.failsafe.RetryPolicy;
import io.fusebox.engine.BudgetSettings;
import io.fusebox.engine.Jitter;
import io.fusebox.engine.Outcome;
import io.fusebox.engine.RandomSource;
import io.fusebox.engine.RetryAfter;
import io.fusebox.engine.RetryBudget;
import io.fusebox.engine.RetrySettings;
import io.fusebox.engine.RetryState;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a decision about a retry costs: an operation whose first attempt was answered by 503, up to
 * three attempts, a random wait of about 100 ms at first. Nobody waits. Each makes what it keeps
 * for one operation, is told the result and says how long to wait. Ours also looks at a budget,
 * which the other two do not have, so it is there without one too.
 *
 * <p>{@code deposit} and {@code depositAndWithdraw} are the budget alone; run them on one thread
 * and on two, which then share it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Benchmark)
public class RetryBench {

  private static final int UNAVAILABLE = 503;
  private static final long BASE = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long CAP = TimeUnit.SECONDS.toNanos(2);
  private static final long LEFT = TimeUnit.SECONDS.toNanos(5);

  private final RetrySettings settings =
      new RetrySettings.Builder()
          .attempts(3)
          .statuses(Collections.singleton(UNAVAILABLE))
          .backoff(BASE, CAP, Jitter.FULL)
          .build();

  // One success is one retry, so that no withdrawal is refused for long.
  private final RetryBudget budget =
      new RetryBudget(new BudgetSettings(100, 1000, 10_000_000_000L), System.nanoTime());

  private final Retry resilience4j =
      Retry.of(
          "bench",
          RetryConfig.<Integer>custom()
              .maxAttempts(3)
              .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(100, 2.0, 0.5, 2000))
              .retryOnResult(status -> status == UNAVAILABLE)
              .build());

  private final RetryPolicy<Integer> failsafe =
      RetryPolicy.<Integer>builder()
          .withMaxAttempts(3)
          .withBackoff(100, 2000, ChronoUnit.MILLIS, 2.0)
          .withJitter(0.5)
          .handleResult(UNAVAILABLE)
          .build();

  /** Ours, with a budget that is filled as fast as it is used. */
  @Benchmark
  public long fusebox() {
    long now = System.nanoTime();
    budget.deposit(now);
    return decide(new RetryState(settings, budget, RandomSource.SYSTEM, true), now);
  }

  /** Ours, without a budget. */
  @Benchmark
  public long fuseboxWithoutBudget() {
    return decide(new RetryState(settings, null, RandomSource.SYSTEM, true), 0);
  }

  /** Resilience4j's asynchronous form, the one that says how long to wait and does not sleep. */
  @Benchmark
  public long resilience4j() {
    Retry.AsyncContext<Integer> context = resilience4j.asyncContext();
    return context.onResult(UNAVAILABLE);
  }

  /** Failsafe's execution that is driven from outside. */
  @Benchmark
  public Duration failsafe() {
    Execution<Integer> execution = Execution.of(failsafe);
    execution.recordResult(UNAVAILABLE);
    return execution.getDelay();
  }

  /** What every successful call pays. */
  @Benchmark
  public void deposit() {
    budget.deposit(System.nanoTime());
  }

  /** The same and a retry. */
  @Benchmark
  public boolean depositAndWithdraw() {
    long now = System.nanoTime();
    budget.deposit(now);
    return budget.tryWithdraw(now);
  }

  /** The clock alone: it is part of the three above it that have a budget. */
  @Benchmark
  public long clock() {
    return System.nanoTime();
  }

  private static long decide(RetryState state, long now) {
    return state.next(Outcome.ANSWERED, UNAVAILABLE, true, false, RetryAfter.NONE, LEFT, now);
  }
}
