package io.fusebox.bench.app;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Bytes allocated so far, by one thread and by all that live. */
final class Allocation {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final long own;
  private final long all;

  private Allocation(long own, long all) {
    this.own = own;
    this.all = all;
  }

  static Allocation now() {
    long all = 0;
    for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
      all += Math.max(0, bytes);
    }
    return new Allocation(THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()), all);
  }

  void addSince(Allocation before, int calls, Result result) {
    result.add("callerBytes", (own - before.own) / (double) calls);
    result.add("allBytes", (all - before.all) / (double) calls);
  }
}
