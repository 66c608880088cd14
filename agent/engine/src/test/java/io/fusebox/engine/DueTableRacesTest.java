package io.fusebox.engine;

import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What two threads can do to one table at once, one of them mostly the one that sweeps. */
@Timeout(60)
class DueTableRacesTest {

  private static final long NOW = 1_000;
  private static final long FAR = 1_000_000;

  /** Fires once. */
  private static final class Once extends Timer.Entry {
    volatile long due;
    final AtomicInteger fired = new AtomicInteger();

    Once(long due) {
      this.due = due;
    }

    @Override
    protected long dueTick() {
      return due;
    }

    @Override
    protected void onDue(long now) {
      if (now - due >= 0) {
        fired.incrementAndGet();
        ended = true;
      }
    }
  }

  /** A table and two entries; after the race one more sweep, if anybody was woken or expects it. */
  private static final class OfTable implements Races.Race {
    final AtomicInteger wakes = new AtomicInteger();
    final DueTable table = new DueTable(0, wakes::incrementAndGet);
    final Once first = new Once(NOW);
    final Once second = new Once(NOW);
    private final Consumer<OfTable> one;
    private final Consumer<OfTable> other;
    private long next;

    OfTable(Consumer<OfTable> one, Consumer<OfTable> other) {
      this.one = one;
      this.other = other;
    }

    void sweep() {
      next = table.sweep(() -> NOW);
    }

    void armFirst() {
      table.arm(first);
    }

    void armSecond() {
      table.arm(second);
    }

    void disarmFirst() {
      table.disarm(first);
    }

    void hastenFirst() {
      first.due = NOW;
      table.hasten(first);
    }

    @Override
    public void one() {
      one.accept(this);
    }

    @Override
    public void other() {
      other.accept(this);
    }

    @Override
    public String outcome() {
      // The sweeping thread looks again only when it was told to: by a waker or by its own sweep.
      if (wakes.get() > 0 || next - NOW <= 0) {
        table.sweep(() -> NOW);
      }
      return "fired " + first.fired + " and " + second.fired + ", left " + table.size();
    }
  }

  private static void assertOutcomes(
      Set<String> allowed, Consumer<OfTable> before, Consumer<OfTable> one, Consumer<OfTable> other)
      throws Exception {
    Races.assertOutcomes(
        allowed,
        () -> {
          OfTable race = new OfTable(one, other);
          before.accept(race);
          return race;
        });
  }

  @Test
  void whatIsArmedDuringASweepFiresOnce() throws Exception {
    assertOutcomes(
        Set.of("fired 1 and 1, left 0"),
        race -> {
          race.armFirst();
          race.wakes.set(0);
        },
        OfTable::sweep,
        OfTable::armSecond);
  }

  @Test
  void whatIsDisarmedDuringASweepIsGoneAndFiredAtMostOnce() throws Exception {
    assertOutcomes(
        Set.of("fired 0 and 1, left 0", "fired 1 and 1, left 0"),
        race -> {
          race.armFirst();
          race.armSecond();
        },
        OfTable::sweep,
        OfTable::disarmFirst);
  }

  @Test
  void whatBecomesDueDuringASweepFiresOnce() throws Exception {
    assertOutcomes(
        Set.of("fired 1 and 1, left 0"),
        race -> {
          race.first.due = FAR;
          race.armFirst();
          race.armSecond();
          race.wakes.set(0);
        },
        OfTable::sweep,
        OfTable::hastenFirst);
  }

  @Test
  void whatBecomesDueAndIsDisarmedAtOnceIsGone() throws Exception {
    assertOutcomes(
        Set.of("fired 0 and 0, left 0"),
        race -> {
          race.first.due = FAR;
          race.armFirst();
        },
        OfTable::disarmFirst,
        OfTable::hastenFirst);
  }

  @Test
  void whatIsDisarmedTwiceAtOnceIsGoneAndTheOtherStays() throws Exception {
    assertOutcomes(
        Set.of("fired 0 and 1, left 0"),
        race -> {
          race.armFirst();
          race.armSecond();
          race.wakes.set(1);
        },
        OfTable::disarmFirst,
        OfTable::disarmFirst);
  }

  @Test
  void whatIsDisarmedWhileItIsArmedIsGone() throws Exception {
    assertOutcomes(
        Set.of("fired 0 and 1, left 0"),
        OfTable::armSecond,
        OfTable::armFirst,
        OfTable::disarmFirst);
  }

  @Test
  void twoThatAreArmedAtOnceHaveAPlaceEach() throws Exception {
    assertOutcomes(
        Set.of("fired 1 and 1, left 0"), race -> {}, OfTable::armFirst, OfTable::armSecond);
  }

  /** A slot that is left and taken again at once: what was meant for the one is not the other's. */
  @Test
  void whoLeavesWhileAnotherTakesThePlaceLeavesItToIt() throws Exception {
    assertOutcomes(
        Set.of("fired 0 and 1, left 0"),
        race -> {
          race.first.due = FAR;
          race.armFirst();
        },
        race -> {
          race.disarmFirst();
          race.armSecond();
        },
        race -> {
          race.table.hasten(race.first);
          race.disarmFirst();
        });
  }
}
