package io.fusebox.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * What it costs to arm one timeout and to disarm one, while so many are in flight.
 *
 * <p>{@code replace} is the life of a busy service: one call ends in time and another begins, so
 * the number in flight stays. Which one ends matters to a heap: the oldest is its root and the
 * dearest to remove, a random one is mostly near a leaf and cheap. {@code alone} is our worst case:
 * a call whose timeout is earlier than all that are in flight begins and ends at once, so each
 * arming finds the sweeping thread asleep for longer and has to wake it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms3g", "-Xmx3g"})
public class ArmDisarmBench {

  private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(2);
  private static final long FAR = TimeUnit.HOURS.toNanos(1);

  /** The timer, shared by the threads. */
  @State(Scope.Benchmark)
  @SuppressWarnings("NullAway.Init") // by JMH
  public static class Shared {
    @Param Timeouts.Kind timer;

    @Param({"100", "100000"})
    int inFlight;

    Timeouts timeouts;

    /** Opens it. */
    @Setup
    public void open() {
      timeouts = timer.open();
    }

    /** Closes it. */
    @TearDown
    public void close() {
      timeouts.close();
    }

    Object[] fill(int threads, long nanos) {
      Object[] armed = new Object[inFlight / threads];
      for (int i = 0; i < armed.length; i++) {
        armed[i] = timeouts.arm(nanos);
      }
      return armed;
    }
  }

  /** One thread's part of what is in flight. */
  @State(Scope.Thread)
  @SuppressWarnings("NullAway.Init") // by JMH
  public static class Flight {

    /** Which one ends. */
    public enum Leaver {
      /** The one that began first. */
      OLDEST,
      /** Any of them. */
      RANDOM
    }

    @Param Leaver leaves;
    private Object[] armed;
    private int next;

    /** Fills it; anew for each iteration, for they would be due in the pauses between. */
    @Setup(Level.Iteration)
    public void fill(Shared shared, ThreadParams threads) {
      if (armed != null) {
        for (Object one : armed) {
          shared.timeouts.disarm(one);
        }
      }
      armed = shared.fill(threads.getThreadCount(), TIMEOUT);
      next = 1;
    }

    private int slot() {
      if (leaves == Leaver.RANDOM) {
        next = next * 1664525 + 1013904223;
        return (int) (((next & 0xFFFFFFFFL) * armed.length) >>> 32);
      }
      next = next + 1 < armed.length ? next + 1 : 0;
      return next;
    }
  }

  /** What is in flight for long. */
  @State(Scope.Thread)
  public static class Background {

    /** Fills it. */
    @Setup
    public void fill(Shared shared, ThreadParams threads) {
      shared.fill(threads.getThreadCount(), FAR);
    }
  }

  /** One ends in time, another begins. */
  @Benchmark
  public Object replace(Shared shared, Flight flight) {
    int slot = flight.slot();
    shared.timeouts.disarm(flight.armed[slot]);
    Object armed = shared.timeouts.arm(TIMEOUT);
    flight.armed[slot] = armed;
    return armed;
  }

  /** One begins and ends at once, due earlier than all the others. */
  @Benchmark
  public Object alone(Shared shared, Background background) {
    Object armed = shared.timeouts.arm(TIMEOUT);
    shared.timeouts.disarm(armed);
    return armed;
  }
}
