package io.fusebox.testapp.legacy;

import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Rush hour: twice a second somebody pays and somebody else looks at the catalogue. Four workers
 * serve both; there is no queue, so whoever comes while all four are busy is refused.
 */
final class Rush {

  private static final int WORKERS = 4;
  private static final int TICKS = 8;
  private static final long TICK_MILLIS = 500;

  // Fixed at construction.
  private final LegacyService service;
  private final ThreadPoolExecutor workers =
      new ThreadPoolExecutor(
          WORKERS, WORKERS, 1, TimeUnit.MINUTES, new SynchronousQueue<>(), Rush::daemon);

  // Shared by the workers.
  private final AtomicInteger paying = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();

  // Only the thread that runs the rush.
  private int refused;
  private int mostPaying;

  Rush(LegacyService service) {
    this.service = service;
  }

  void run() {
    long start = System.nanoTime();
    try {
      for (int tick = 0; tick < TICKS; tick++) {
        waitUntil(start + TimeUnit.MILLISECONDS.toNanos(tick * TICK_MILLIS));
        tick(tick + 1);
      }
      waitUntil(start + TimeUnit.MILLISECONDS.toNanos(TICKS * TICK_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    LegacyService.say("rush", "over", text(refused), text(answered.get()), text(mostPaying));
  }

  private void tick(int number) {
    boolean pays = accepted(paying, service::charge);
    int payments = paying.get();
    mostPaying = Math.max(mostPaying, payments);
    boolean browses = accepted(new AtomicInteger(), this::browse);
    refused += browses ? 0 : 1;
    LegacyService.say(
        "tick",
        text(number),
        pays ? "in" : "REFUSED",
        browses ? "in" : "REFUSED",
        picture(payments, browses));
  }

  private String browse() throws IOException, InterruptedException {
    String items = service.readCatalogue();
    answered.incrementAndGet();
    return items;
  }

  /** Gives work to a worker, counted in {@code active} while it lasts. */
  private boolean accepted(AtomicInteger active, Work work) {
    active.incrementAndGet();
    try {
      workers.execute(
          () -> {
            try {
              work.run();
            } catch (IOException | InterruptedException e) {
              // Its user has been told; the worker is free again.
            } finally {
              active.decrementAndGet();
            }
          });
      return true;
    } catch (RejectedExecutionException e) {
      active.decrementAndGet();
      return false;
    }
  }

  /** A letter for each worker: P pays, C reads the catalogue, a point is free. */
  private static String picture(int payments, boolean browses) {
    return ("P".repeat(payments) + (browses ? "C" : "") + "....").substring(0, WORKERS);
  }

  private static void waitUntil(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.max(0, nanos - System.nanoTime()));
  }

  private static String text(int number) {
    return String.valueOf(number);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }

  /** What a worker does for a user. */
  @FunctionalInterface
  private interface Work {

    String run() throws IOException, InterruptedException;
  }
}
