package io.fusebox.bench;

import io.fusebox.engine.CallClocks;
import io.fusebox.engine.Clock;
import io.fusebox.engine.Counters;
import io.fusebox.engine.Deadline;
import io.fusebox.engine.Timer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the engine does in the life of one matched call that ends in time, in the order in which the
 * adapter for java.net.http asks for it, without the client: counted, clocks started, armed,
 * connected, sent, waiting, head, four pieces of body, disarmed.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // by JMH
public class CallBench {

  /** Which of the clocks the policy bounds. */
  @Param({"TOTAL", "ALL"})
  Bounded clocks;

  private final Counters counters = new Counters();
  private Sweeper sweeper;
  private CallClocks.Bounds bounds;

  /** Starts the sweeping thread, with one entry that keeps it from being woken by each call. */
  @Setup
  public void open() {
    sweeper = new Sweeper();
    bounds = clocks;
    sweeper.table().arm(new Tick());
  }

  /** Ends it. */
  @TearDown
  public void close() {
    sweeper.close();
  }

  /** A call. */
  @Benchmark
  public Object call() {
    Timer timer = sweeper.table();
    counters.count("payments", Counters.Event.CALLS);
    Call call = new Call(bounds);
    CallClocks state = call.clocks;
    timer.arm(call);
    if (state.watchesConnect()) {
      state.connecting(System.nanoTime());
      timer.hasten(call);
    }
    state.sending();
    waiting(call, timer);
    state.headArrived(false);
    for (int piece = 0; piece < 4; piece++) {
      state.notAsking();
      waiting(call, timer);
    }
    timer.disarm(call);
    return call;
  }

  private static void waiting(Call call, Timer timer) {
    if (call.clocks.watchesSilence()) {
      call.clocks.waiting(System.nanoTime());
      timer.hasten(call);
    }
  }

  /** Bounds: the whole operation, or all that can be bounded. */
  public enum Bounded implements CallClocks.Bounds {
    /** The whole operation only. */
    TOTAL,
    /** Each of the four. */
    ALL;

    private long unlessTotal(long millis) {
      return this == TOTAL ? CallClocks.NEVER : TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Override
    public long connectNanos() {
      return unlessTotal(300);
    }

    @Override
    public long totalNanos() {
      return TimeUnit.SECONDS.toNanos(2);
    }

    @Override
    public long attemptNanos() {
      return unlessTotal(1_500);
    }

    @Override
    public long readNanos() {
      return unlessTotal(800);
    }

    @Override
    public boolean readBoundsStreams() {
      return false;
    }
  }

  private static final class Call extends Timer.Entry {
    private final CallClocks clocks;

    Call(CallClocks.Bounds bounds) {
      clocks = new CallClocks(System.nanoTime(), bounds, CallClocks.NEVER, Deadline.NONE);
    }

    @Override
    protected long dueTick() {
      long due = clocks.nextDue();
      return due == CallClocks.NEVER ? NEVER : clocks.tickAt(due);
    }

    @Override
    protected void onDue(long now) {
      Clock expired = clocks.expired(now);
      if (expired != null) {
        throw new IllegalStateException("a call of some nanoseconds ran into " + expired);
      }
    }
  }

  /** Due all ten milliseconds, as something is in a busy service. */
  private static final class Tick extends Timer.Entry {
    private volatile long due = System.nanoTime() + 10_000_000;

    @Override
    protected long dueTick() {
      return due;
    }

    @Override
    protected void onDue(long now) {
      due = now + 10_000_000;
    }
  }
}
