package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BulkheadTest {

  @Test
  void theNextOneAfterTheLimitIsRefused() {
    Bulkhead bulkhead = taken(2, 2);
    assertFalse(bulkhead.tryAcquire());
    assertEquals(2, bulkhead.inFlight());
  }

  /** A body that is dropped unread, and nobody says so. */
  @Test
  @Timeout(30)
  void aPlaceLentForWhatIsCollectedIsFreeAgain() throws InterruptedException {
    Bulkhead bulkhead = taken(2, 2);
    List<Object> kept = List.of(new Object());
    bulkhead.lend(kept.get(0), () -> bulkhead.release());
    Bulkhead.Loan settled = bulkhead.lend(new Object(), () -> bulkhead.release());
    bulkhead.settled(settled);
    bulkhead.lend(new Object(), () -> bulkhead.release());
    while (!bulkhead.tryAcquire()) {
      System.gc();
      Thread.sleep(10);
    }
    // Once, and neither for what was settled nor for what is held.
    assertEquals(2, bulkhead.inFlight());
    System.gc();
    assertFalse(bulkhead.tryAcquire(), () -> "one that is used: " + kept);
  }

  @Test
  void aPlaceGivenBackIsFreeAgain() {
    Bulkhead bulkhead = taken(2, 2);
    assertTrue(bulkhead.release());
    assertTrue(bulkhead.tryAcquire());
    assertFalse(bulkhead.tryAcquire());
  }

  @Test
  void aReleaseTooManyIsRefusedAndAdmitsNobody() {
    Bulkhead bulkhead = taken(1, 1);
    assertTrue(bulkhead.release());
    assertFalse(bulkhead.release());
    assertEquals(0, bulkhead.inFlight());
    assertTrue(bulkhead.tryAcquire());
    assertFalse(bulkhead.tryAcquire());
  }

  @Test
  void aLimitLoweredBelowWhatIsInFlightAdmitsNobodyUntilEnoughHaveEnded() {
    Bulkhead bulkhead = taken(5, 5);
    bulkhead.configure(2);
    assertEquals(5, bulkhead.inFlight());
    for (int left = 4; left >= 2; left--) {
      bulkhead.release();
      assertFalse(bulkhead.tryAcquire(), left + " in flight");
    }
    bulkhead.release();
    assertTrue(bulkhead.tryAcquire());
    assertEquals(2, bulkhead.limit());
  }

  @Test
  void aRaisedLimitAdmitsAtOnce() {
    Bulkhead bulkhead = taken(1, 1);
    bulkhead.configure(2);
    assertTrue(bulkhead.tryAcquire());
    assertFalse(bulkhead.tryAcquire());
  }

  /** Acceptable: never more inside than places. Not acceptable: any more, or a place lost. */
  @Test
  @Timeout(20)
  void threadsNeverShareAPlaceAndLoseNone() throws InterruptedException {
    Bulkhead bulkhead = new Bulkhead(2);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger tooMany = new AtomicInteger();
    AtomicInteger entered = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 100_000; i++) {
                  if (bulkhead.tryAcquire()) {
                    if (inside.incrementAndGet() > 2) {
                      tooMany.incrementAndGet();
                    }
                    entered.incrementAndGet();
                    inside.decrementAndGet();
                    bulkhead.release();
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(0, tooMany.get(), "more inside than places");
    assertEquals(0, bulkhead.inFlight(), "places lost");
    assertTrue(entered.get() >= 100_000, "hardly anyone got in: " + entered.get());
  }

  private static Bulkhead taken(int limit, int places) {
    Bulkhead bulkhead = new Bulkhead(limit);
    for (int i = 0; i < places; i++) {
      assertTrue(bulkhead.tryAcquire());
    }
    return bulkhead;
  }
}
