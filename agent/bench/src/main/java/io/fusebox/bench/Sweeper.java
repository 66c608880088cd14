package io.fusebox.bench;

import io.fusebox.engine.DueTable;
import io.fusebox.engine.Ticker;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that sweeps a table, as io.fusebox.agent.TimerThread does it: change both together, or
 * what is measured here is not what runs there.
 */
final class Sweeper implements Runnable, DueTable.Waker, AutoCloseable {

  private static final long REST_FACTOR = 4;
  private static final long LONGEST_REST = 2_000_000;

  private final DueTable table = new DueTable(System.nanoTime(), this);
  private final Thread thread = new Thread(this, "sweeper");
  private volatile boolean open = true;

  Sweeper() {
    thread.setDaemon(true);
    thread.start();
  }

  DueTable table() {
    return table;
  }

  @Override
  public void wake() {
    LockSupport.unpark(thread);
  }

  @Override
  public void close() {
    open = false;
    wake();
  }

  @Override
  public void run() {
    while (open) {
      sleepUntil(sweep());
    }
  }

  private long sweep() {
    long before = System.nanoTime();
    long next = table.sweep(Ticker.SYSTEM);
    long rest = Math.min(LONGEST_REST, (System.nanoTime() - before) * REST_FACTOR);
    if (next != DueTable.NOTHING && next - System.nanoTime() < rest) {
      LockSupport.parkNanos(this, rest);
      return System.nanoTime();
    }
    return next;
  }

  private void sleepUntil(long next) {
    if (next == DueTable.NOTHING) {
      LockSupport.park(this);
      return;
    }
    long left = next - System.nanoTime();
    if (left > 0) {
      LockSupport.parkNanos(this, left);
    }
  }
}
