package io.fusebox.bench;

import dev.failsafe.CircuitBreakerBuilder;
import io.fusebox.engine.BreakerSettings;
import io.fusebox.engine.CircuitBreaker;
import io.fusebox.engine.RandomSource;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
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
 * What a closed breaker costs one call that ends well: a permit, and its outcome.
 *
 * <p>All have a window of 10 s, at least 20 calls, 50 %. Each reads the clock as often as it has to
 * per call: ours is given the time, so it is read here, before and after the call, which is also
 * where the call's duration comes from; Resilience4j and Failsafe are told the duration or do not
 * ask, and read clocks of their own. {@code clock} is what two readings cost by themselves. No
 * logging: what Spring Boot brings for other benchmarks would log each of Resilience4j's events.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 2, jvmArgsAppend = "-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider")
public class BreakerBench {

  private static final long WINDOW = TimeUnit.SECONDS.toNanos(10);

  private final CircuitBreaker ours = newOurs(BreakerSettings.OFF);
  private final CircuitBreaker oursWithRow = newOurs(5);
  private final CircuitBreaker oursWithFailures = newOurs(BreakerSettings.OFF);
  private final io.github.resilience4j.circuitbreaker.CircuitBreaker resilience4j =
      newResilience4j(SlidingWindowSynchronizationStrategy.SYNCHRONIZED);
  private final io.github.resilience4j.circuitbreaker.CircuitBreaker resilience4jLockFree =
      newResilience4j(SlidingWindowSynchronizationStrategy.LOCK_FREE);
  private final dev.failsafe.CircuitBreaker<Object> failsafe = newFailsafe();

  /** One thread's count, to fail one call in a hundred. */
  @State(Scope.Thread)
  public static class Calls {
    private int count;

    private boolean nextFails() {
      count = count + 1 < 100 ? count + 1 : 0;
      return count == 0;
    }
  }

  /** Two readings of the clock. */
  @Benchmark
  public long clock() {
    long start = System.nanoTime();
    return System.nanoTime() - start;
  }

  /** Ours, by the rate of failures. */
  @Benchmark
  public Object fusebox() {
    return call(ours);
  }

  /** Ours, with failures in a row too. */
  @Benchmark
  public Object fuseboxConsecutive() {
    return call(oursWithRow);
  }

  /** Ours, where one call of a hundred fails, so that each outcome has to look at the window. */
  @Benchmark
  public Object fuseboxOnePercentFails(Calls calls) {
    long start = System.nanoTime();
    long permit = oursWithFailures.tryAcquire(start);
    long end = System.nanoTime();
    return calls.nextFails()
        ? oursWithFailures.failure(permit, end, end - start)
        : oursWithFailures.success(permit, end, end - start);
  }

  /** Resilience4j with its default, a window behind a lock. */
  @Benchmark
  public boolean resilience4j() {
    return call(resilience4j);
  }

  /** Resilience4j with its other window. */
  @Benchmark
  public boolean resilience4jLockFree() {
    return call(resilience4jLockFree);
  }

  /** Failsafe. */
  @Benchmark
  public boolean failsafe() {
    boolean admitted = failsafe.tryAcquirePermit();
    failsafe.recordSuccess();
    return admitted;
  }

  private static Object call(CircuitBreaker breaker) {
    long start = System.nanoTime();
    long permit = breaker.tryAcquire(start);
    long end = System.nanoTime();
    return breaker.success(permit, end, end - start);
  }

  private static boolean call(io.github.resilience4j.circuitbreaker.CircuitBreaker breaker) {
    boolean admitted = breaker.tryAcquirePermission();
    long start = breaker.getCurrentTimestamp();
    breaker.onSuccess(breaker.getCurrentTimestamp() - start, breaker.getTimestampUnit());
    return admitted;
  }

  private static CircuitBreaker newOurs(int consecutive) {
    BreakerSettings settings =
        new BreakerSettings.Builder().rate(WINDOW, 20, 50).consecutive(consecutive).build();
    return new CircuitBreaker(settings, RandomSource.SYSTEM);
  }

  private static io.github.resilience4j.circuitbreaker.CircuitBreaker newResilience4j(
      SlidingWindowSynchronizationStrategy strategy) {
    CircuitBreakerConfig config =
        CircuitBreakerConfig.custom()
            .slidingWindow(10, 20, SlidingWindowType.TIME_BASED, strategy)
            .failureRateThreshold(50)
            .build();
    return io.github.resilience4j.circuitbreaker.CircuitBreaker.of("bench", config);
  }

  private static dev.failsafe.CircuitBreaker<Object> newFailsafe() {
    CircuitBreakerBuilder<Object> builder = dev.failsafe.CircuitBreaker.builder();
    return builder.withFailureRateThreshold(50, 20, Duration.ofSeconds(10)).build();
  }
}
