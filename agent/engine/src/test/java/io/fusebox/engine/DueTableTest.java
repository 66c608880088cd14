package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DueTableTest {

  private final FakeTicker ticker = new FakeTicker();
  private final AtomicInteger wakes = new AtomicInteger();
  private final DueTable table = new DueTable(ticker.nanos(), wakes::incrementAndGet);

  @Test
  void firesWhatIsDueAndNothingBefore() {
    TestEntry entry = armed(100);
    ticker.advance(Duration.ofMillis(99));
    assertEquals(entry.due.get(), table.sweep(ticker));
    assertEquals(0, entry.fired.get());
    ticker.advance(Duration.ofMillis(1));
    assertEquals(DueTable.NOTHING, table.sweep(ticker));
    assertEquals(1, entry.fired.get());
    assertEquals(0, table.size());
  }

  @Test
  void forgetsWhatIsDisarmed() {
    TestEntry entry = armed(100);
    table.disarm(entry);
    table.disarm(entry);
    assertEquals(0, table.size());
    ticker.advance(Duration.ofSeconds(1));
    table.sweep(ticker);
    assertEquals(0, entry.fired.get());
  }

  @Test
  void wakesTheSweeperOnlyForWhatIsEarlierThanItExpects() {
    armed(100);
    table.sweep(ticker);
    wakes.set(0);
    armed(200);
    assertEquals(0, wakes.get());
    armed(50);
    assertEquals(1, wakes.get());
  }

  @Test
  void whatHasNoDueTimeYetKeepsItsPlace() {
    TestEntry entry = new TestEntry(Timer.Entry.NEVER);
    table.arm(entry);
    assertEquals(DueTable.NOTHING, table.sweep(ticker));
    wakes.set(0);
    entry.due.set(ticker.nanos() + millis(10));
    table.hasten(entry);
    assertEquals(1, wakes.get());
    ticker.advance(Duration.ofMillis(10));
    table.sweep(ticker);
    assertEquals(1, entry.fired.get());
  }

  @Test
  void whatBecomesDueLaterIsLookedAtAgainThen() {
    TestEntry entry = armed(10);
    entry.moveBy(millis(40));
    ticker.advance(Duration.ofMillis(20));
    entry.live = true;
    assertEquals(entry.due.get(), table.sweep(ticker));
    assertEquals(0, entry.fired.get());
    ticker.advance(Duration.ofMillis(30));
    table.sweep(ticker);
    assertEquals(1, entry.fired.get());
  }

  @Test
  void disarmedBeforeItIsArmedItNeverFires() {
    TestEntry entry = new TestEntry(ticker.nanos() + millis(10));
    table.disarm(entry);
    table.arm(entry);
    ticker.advance(Duration.ofMillis(20));
    table.sweep(ticker);
    assertEquals(0, entry.fired.get());
    assertEquals(0, table.size());
  }

  @Test
  void growsAndFindsAllOfThem() {
    List<TestEntry> entries = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      entries.add(armed(1 + i % 50));
    }
    assertEquals(20_000, table.size());
    ticker.advance(Duration.ofMillis(50));
    table.sweep(ticker);
    assertEquals(0, table.size());
    for (TestEntry entry : entries) {
      assertEquals(1, entry.fired.get());
    }
  }

  @Test
  void anEntryThatFailsIsEndedAndTheOthersStillFire() {
    TestEntry bad = armed(10);
    bad.failing = true;
    TestEntry good = armed(20);
    ticker.advance(Duration.ofMillis(20));
    assertThrows(IllegalStateException.class, () -> sweepTwice());
    table.sweep(ticker);
    assertEquals(1, good.fired.get());
    assertEquals(0, table.size());
  }

  /**
   * Threads come and go as fast as they can while another sweeps: nothing is lost or fires twice.
   */
  @Test
  void nothingIsLostAmongThreads() throws InterruptedException {
    DueTable shared = new DueTable(System.nanoTime(), () -> {});
    List<Thread> threads = new ArrayList<>();
    List<TestEntry> kept = new ArrayList<>();
    AtomicInteger wrong = new AtomicInteger();
    for (int t = 0; t < 3; t++) {
      SplittableRandom random = new SplittableRandom(t);
      Thread thread = new Thread(() -> comeAndGo(shared, random, kept, wrong));
      threads.add(thread);
      thread.start();
    }
    while (threads.stream().anyMatch(Thread::isAlive)) {
      shared.sweep(Ticker.SYSTEM);
    }
    long end = System.nanoTime() + millis(40);
    while (System.nanoTime() - end < 0) {
      shared.sweep(Ticker.SYSTEM);
    }
    assertEquals(0, wrong.get());
    assertFalse(kept.isEmpty());
    for (TestEntry entry : kept) {
      assertEquals(1, entry.fired.get());
    }
    assertEquals(0, shared.size());
  }

  private static void comeAndGo(
      DueTable shared, SplittableRandom random, List<TestEntry> kept, AtomicInteger wrong) {
    for (int i = 0; i < 200_000; i++) {
      TestEntry entry = new TestEntry(System.nanoTime() + random.nextLong(millis(20)));
      entry.live = true;
      shared.arm(entry);
      if (i % 100 == 0) {
        synchronized (kept) {
          kept.add(entry);
        }
        continue;
      }
      if (i % 7 == 0) {
        entry.moveBy(-millis(1));
        shared.hasten(entry);
      }
      shared.disarm(entry);
      if (entry.fired.get() > 1) {
        wrong.incrementAndGet();
      }
    }
  }

  private void sweepTwice() {
    table.sweep(ticker);
    table.sweep(ticker);
  }

  private TestEntry armed(long millis) {
    TestEntry entry = new TestEntry(ticker.nanos() + millis(millis));
    table.arm(entry);
    return entry;
  }

  private static long millis(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }

  /** Fires once, and is due no more after that. */
  private static final class TestEntry extends Timer.Entry {
    final AtomicInteger fired = new AtomicInteger();
    final AtomicLong due;
    volatile boolean live;
    volatile boolean failing;

    TestEntry(long due) {
      this.due = new AtomicLong(due);
    }

    void moveBy(long nanos) {
      due.addAndGet(nanos);
    }

    @Override
    protected long dueTick() {
      return due.get();
    }

    @Override
    protected void onDue(long now) {
      if (failing) {
        throw new IllegalStateException("on purpose");
      }
      if (live && now - due.get() < 0) {
        return;
      }
      assertTrue(now - due.get() >= 0, "never early");
      fired.incrementAndGet();
      ended = true;
    }
  }
}
