package io.fusebox.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class LookUpCostTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void aLookUpAllocatesNothing() {
    PolicySet set =
        Policies.of("*.b.internal/v1/**", "GET https://a.b.internal/v1/*/x", "c:8443", "*");
    String[] hosts = {"A.B.internal", "z.b.internal.", "c", "nowhere.example", ""};
    long allocated = Long.MAX_VALUE;
    int found = 0;
    for (int round = 0; round < 5; round++) {
      long before = allocatedBytes();
      for (int i = 0; i < 10_000; i++) {
        found += set.matchHttp("GET", "HTTPS", hosts[i % 5], -1, "/v1/y/x") == null ? 0 : 1;
        found += set.matchHttp("PUT", "wss", hosts[i % 5], 8443, null) == null ? 0 : 1;
        found += set.knowsHost(hosts[i % 5]) ? 1 : 0;
      }
      // The first rounds pay for compiling and for measuring itself.
      allocated = Math.min(allocated, allocatedBytes() - before);
    }
    assertEquals(0, allocated);
    assertEquals(150_000, found);
  }

  /** The shape, not the speed: a hundred times as many paths on one host cost about the same. */
  @Test
  void manyPoliciesCostWhatFewDo() {
    long few = nanosAmong(100);
    long many = nanosAmong(10_000);
    assertTrue(many < few * 20 + 2_000, many + " ns among 10,000, " + few + " ns among 100");
  }

  private static long nanosAmong(int count) {
    String[] matches = new String[count];
    for (int i = 0; i < count; i++) {
      matches[i] = "h.internal/v1/x" + i + "/**";
    }
    PolicySet set = Policies.of(matches);
    long best = Long.MAX_VALUE;
    for (int round = 0; round < 10; round++) {
      long start = System.nanoTime();
      for (int i = 0; i < 10_000; i++) {
        set.matchHttp("GET", "https", "h.internal", -1, "/v1/x7/charges");
      }
      best = Math.min(best, (System.nanoTime() - start) / 10_000);
    }
    return best;
  }

  private static long allocatedBytes() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
