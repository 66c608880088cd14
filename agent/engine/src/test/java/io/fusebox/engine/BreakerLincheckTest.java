package io.fusebox.engine;

import static io.fusebox.engine.Breakers.LOWEST;
import static io.fusebox.engine.Breakers.SECOND;
import static io.fusebox.engine.Breakers.consecutive;

import java.util.Arrays;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Param;
import org.jetbrains.kotlinx.lincheck.paramgen.ThreadIdGen;
import org.jetbrains.kotlinx.lincheck.strategy.stress.StressOptions;
import org.jetbrains.kotlinx.lincheck.verifier.VerifierState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever threads do to a breaker at one moment, it is as if they had done it one after the other.
 * It begins open, its time just over, with three probes; each thread has the last permit it got,
 * and gives it back as often as it likes.
 */
public class BreakerLincheckTest extends VerifierState {

  private static final long NOW = 30 * SECOND;

  private final CircuitBreaker breaker =
      new CircuitBreaker(consecutive(2).probes(3, SECOND).build(), LOWEST);
  private final long[] permits = new long[4];

  /** Open since 0. */
  public BreakerLincheckTest() {
    Arrays.fill(permits, CircuitBreaker.REJECTED);
    breaker.failure(breaker.tryAcquire(0), 0, 0);
    breaker.failure(breaker.tryAcquire(0), 0, 0);
  }

  /** Asks for a permit. */
  @Operation
  public String ask(@Param(gen = ThreadIdGen.class) int thread) {
    long permit = breaker.tryAcquire(NOW);
    permits[thread] = permit;
    return permit == CircuitBreaker.REJECTED
        ? "rejected"
        : "admitted " + CircuitBreaker.transitionOf(permit);
  }

  /** Says that the call failed. */
  @Operation
  public String fail(@Param(gen = ThreadIdGen.class) int thread) {
    return breaker.failure(permits[thread], NOW, 0).name();
  }

  /** Says that it succeeded. */
  @Operation
  public String succeed(@Param(gen = ThreadIdGen.class) int thread) {
    return breaker.success(permits[thread], NOW, 0).name();
  }

  /** Says nothing. */
  @Operation
  public void release(@Param(gen = ThreadIdGen.class) int thread) {
    breaker.release(permits[thread]);
  }

  /** Looks. */
  @Operation
  public boolean admits() {
    return breaker.admits(NOW);
  }

  @Override
  protected Object extractState() {
    // Before the first that asks all are alike; after that only what is the same is equal, for what
    // a breaker says about itself does not tell which place is whose.
    String text = breaker.describe(NOW);
    return text.startsWith("half-open, the next call is a probe") ? text : new Object();
  }

  @Test
  @Timeout(120)
  void itIsAsIfOneDidItAfterTheOther() {
    LinChecker.check(
        BreakerLincheckTest.class,
        new StressOptions()
            .iterations(20)
            .invocationsPerIteration(500)
            .threads(2)
            .actorsPerThread(3)
            .actorsBefore(1)
            .actorsAfter(2));
  }
}
