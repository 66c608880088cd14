package io.fusebox.agent;

import io.fusebox.engine.DueTable;
import io.fusebox.engine.Ticker;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that watches due times. Started by the first call that arms something, asleep
 * while nothing is armed. It only decides and hands over.
 */
final class TimerThread implements Runnable, DueTable.Waker {

  /** A sweep may take at most this part of the time: what is due meanwhile is at most this late. */
  private static final long REST_FACTOR = 4;

  private static final long LONGEST_REST = 2_000_000;
  private static final long AFTER_FAULT = 100_000_000;

  private final Ticker ticker;
  private final ThreadFactory threads;
  private final FaultReport faults;
  private final ExitSummary exit;
  private final DueTable table;
  private final AtomicBoolean started = new AtomicBoolean();
  private volatile @Nullable Thread thread;

  TimerThread(Ticker ticker, ThreadFactory threads, FaultReport faults, ExitSummary exit) {
    this.exit = exit;
    this.ticker = ticker;
    this.threads = threads;
    this.faults = faults;
    this.table = new DueTable(ticker.nanos(), this);
  }

  /** What it watches. */
  DueTable table() {
    return table;
  }

  @Override
  public void wake() {
    Thread running = thread;
    if (running != null) {
      LockSupport.unpark(running);
    } else if (started.compareAndSet(false, true)) {
      begin();
    }
  }

  private void begin() {
    boolean running = false;
    try {
      Thread fresh = threads.newThread(this);
      fresh.start();
      thread = fresh;
      running = true;
    } finally {
      // No thread to be had now: the next call tries again.
      started.set(running);
    }
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    while (true) {
      // Ours lie in the application's thread group, which may be interrupted as a whole: no reason
      // to end, and with the flag set no park would park.
      boolean unused = Thread.interrupted();
      try {
        // Within, for what fails here must not end the timer.
        exit.register();
        sleepUntil(sweep());
      } catch (Throwable e) {
        // An entry that failed has been ended by the table; the others still need their timer. The
        // pause is for a fault that would come again at once, and for ever.
        faults.fault("timer", e);
        LockSupport.parkNanos(this, AFTER_FAULT);
      }
    }
  }

  /** Sweeps, rests in proportion to what that took, and returns the next due tick. */
  private long sweep() {
    long before = ticker.nanos();
    long next = table.sweep(ticker);
    long rest = Math.min(LONGEST_REST, (ticker.nanos() - before) * REST_FACTOR);
    if (next != DueTable.NOTHING && next - ticker.nanos() < rest) {
      LockSupport.parkNanos(this, rest);
      return ticker.nanos();
    }
    return next;
  }

  private void sleepUntil(long next) {
    if (next == DueTable.NOTHING) {
      LockSupport.park(this);
      return;
    }
    long left = next - ticker.nanos();
    if (left > 0) {
      LockSupport.parkNanos(this, left);
    }
  }
}
