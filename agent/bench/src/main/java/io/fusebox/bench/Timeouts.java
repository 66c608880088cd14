package io.fusebox.bench;

import io.fusebox.engine.DueTable;
import io.fusebox.engine.Timer;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Something that timeouts are armed with: ours, or a rival. One per forked JVM, so never virtual.
 */
public abstract class Timeouts implements AutoCloseable {

  /** Which of them. */
  public enum Kind {
    /** The agent's. */
    DUE_TABLE,
    /** A scheduled pool that forgets a task when it is cancelled. */
    STPE_REMOVE,
    /** A scheduled pool as it comes: a cancelled task stays in the queue until it is due. */
    STPE,
    /** No timer at all: what the benchmark itself costs, with the clock read and the entry made. */
    NOTHING;

    Timeouts open() {
      return switch (this) {
        case DUE_TABLE -> new Table();
        case STPE_REMOVE -> new Pool(true);
        case STPE -> new Pool(false);
        case NOTHING -> new Nothing();
      };
    }
  }

  /** Arms one; returns what disarms it. */
  abstract Object arm(long nanos);

  abstract void disarm(Object armed);

  @Override
  public abstract void close();

  private static final class Table extends Timeouts {
    private final Sweeper sweeper = new Sweeper();
    private final DueTable table = sweeper.table();

    @Override
    Object arm(long nanos) {
      Entry entry = new Entry(System.nanoTime() + nanos);
      table.arm(entry);
      return entry;
    }

    @Override
    void disarm(Object armed) {
      table.disarm((Timer.Entry) armed);
    }

    @Override
    public void close() {
      sweeper.close();
    }
  }

  private static final class Nothing extends Timeouts {
    @Override
    Object arm(long nanos) {
      return new Entry(System.nanoTime() + nanos);
    }

    @Override
    void disarm(Object armed) {
      ((Entry) armed).fired = true;
    }

    @Override
    public void close() {}
  }

  private static final class Entry extends Timer.Entry {
    private final long due;
    private volatile boolean fired;

    Entry(long due) {
      this.due = due;
    }

    @Override
    protected long dueTick() {
      return fired ? NEVER : due;
    }

    @Override
    protected void onDue(long now) {
      fired = true;
    }
  }

  private static final class Pool extends Timeouts {
    private final ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);

    Pool(boolean removes) {
      pool.setRemoveOnCancelPolicy(removes);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // it is what disarms
    Object arm(long nanos) {
      return pool.schedule(new Task(), nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    void disarm(Object armed) {
      ((Future<?>) armed).cancel(false);
    }

    @Override
    public void close() {
      pool.shutdownNow();
    }
  }

  private static final class Task implements Runnable {
    private volatile boolean fired;

    @Override
    public void run() {
      fired = true;
    }

    @Override
    public String toString() {
      return "fired: " + fired;
    }
  }
}
