package io.fusebox.engine;

import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
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
  private abstract static class OfTable implements Races.Race {
    final AtomicInteger wakes = new AtomicInteger();
    final DueTable table = new DueTable(0, wakes::incrementAndGet);
    final Once first = new Once(NOW);
    final Once second = new Once(NOW);
    long next;

    final void sweep() {
      next = table.sweep(() -> NOW);
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

  @Test
  void whatIsArmedDuringASweepFiresOnce() throws Exception {
    Races.assertOutcomes(
        Set.of("fired 1 and 1, left 0"),
        () -> {
          OfTable race =
              new OfTable() {
                @Override
                public void one() {
                  sweep();
                }

                @Override
                public void other() {
                  table.arm(second);
                }
              };
          race.table.arm(race.first);
          race.wakes.set(0);
          return race;
        });
  }

  @Test
  void whatIsDisarmedDuringASweepIsGoneAndFiredAtMostOnce() throws Exception {
    Races.assertOutcomes(
        Set.of("fired 0 and 1, left 0", "fired 1 and 1, left 0"),
        () -> {
          OfTable race =
              new OfTable() {
                @Override
                public void one() {
                  sweep();
                }

                @Override
                public void other() {
                  table.disarm(first);
                }
              };
          race.table.arm(race.first);
          race.table.arm(race.second);
          return race;
        });
  }

  @Test
  void whatBecomesDueDuringASweepFiresOnce() throws Exception {
    Races.assertOutcomes(
        Set.of("fired 1 and 1, left 0"),
        () -> {
          OfTable race =
              new OfTable() {
                @Override
                public void one() {
                  sweep();
                }

                @Override
                public void other() {
                  first.due = NOW;
                  table.hasten(first);
                }
              };
          race.first.due = FAR;
          race.table.arm(race.first);
          race.table.arm(race.second);
          race.wakes.set(0);
          return race;
        });
  }

  @Test
  void whatBecomesDueAndIsDisarmedAtOnceIsGone() throws Exception {
    Races.assertOutcomes(
        Set.of("fired 0 and 0, left 0"),
        () -> {
          OfTable race =
              new OfTable() {
                @Override
                public void one() {
                  table.disarm(first);
                }

                @Override
                public void other() {
                  first.due = NOW;
                  table.hasten(first);
                }
              };
          race.first.due = FAR;
          race.table.arm(race.first);
          return race;
        });
  }

  @Test
  void whatIsDisarmedTwiceAtOnceIsGoneAndTheOtherStays() throws Exception {
    Races.assertOutcomes(
        Set.of("fired 0 and 1, left 0"),
        () -> {
          OfTable race =
              new OfTable() {
                @Override
                public void one() {
                  table.disarm(first);
                }

                @Override
                public void other() {
                  table.disarm(first);
                }
              };
          race.table.arm(race.first);
          race.table.arm(race.second);
          race.wakes.set(1);
          return race;
        });
  }

  @Test
  void whatIsDisarmedWhileItIsArmedIsGone() throws Exception {
    Races.assertOutcomes(
        Set.of("fired 0 and 1, left 0"),
        () -> {
          OfTable race =
              new OfTable() {
                @Override
                public void one() {
                  table.arm(first);
                }

                @Override
                public void other() {
                  table.disarm(first);
                }
              };
          race.table.arm(race.second);
          return race;
        });
  }

  @Test
  void twoThatAreArmedAtOnceHaveAPlaceEach() throws Exception {
    Races.assertOutcomes(
        Set.of("fired 1 and 1, left 0"),
        () ->
            new OfTable() {
              @Override
              public void one() {
                table.arm(first);
              }

              @Override
              public void other() {
                table.arm(second);
              }
            });
  }

  /** A slot that is left and taken again at once: what was meant for the one is not the other's. */
  @Test
  void whoLeavesWhileAnotherTakesThePlaceLeavesItToIt() throws Exception {
    Races.assertOutcomes(
        Set.of("fired 0 and 1, left 0"),
        () -> {
          OfTable race =
              new OfTable() {
                @Override
                public void one() {
                  table.disarm(first);
                  table.arm(second);
                }

                @Override
                public void other() {
                  table.hasten(first);
                  table.disarm(first);
                }
              };
          race.first.due = FAR;
          race.table.arm(race.first);
          return race;
        });
  }
}
