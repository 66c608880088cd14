package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;

/**
 * Two threads that do one thing each to one object, many times over, and what came of it in words.
 *
 * <p>Beside Lincheck, where a race has to be set up just so (a lease that is over, other settings),
 * or where what is tested is not meant to look like one step, as a sweep. Jcstress would be the
 * tool, but starts many JVMs of its own, and a part of it is not to be had from Maven Central. So:
 * a batch of objects is made beforehand, and the threads run through it side by side. Before each
 * object a thread waits for the other to reach it, but not for long: on a busy machine it may not
 * be running at all.
 */
public final class Races {

  private static final int BATCHES = 5;
  private static final int BATCH = 1_000;
  private static final int SPINS = 300;

  // The two positions are in cache lines of their own.
  private static final int ONE = 16;
  private static final int OTHER = 48;

  /** What two threads do to an object of theirs, and what became of it. */
  public interface Race {
    /** The first thread's part. */
    void one();

    /** The second thread's part. */
    void other();

    /** In words, after both. */
    String outcome();
  }

  private Races() {}

  /** Every outcome is one of these. */
  public static void assertOutcomes(Set<String> allowed, Supplier<Race> races) throws Exception {
    Map<String, Integer> seen = run(races);
    Map<String, Integer> wrong = new TreeMap<>(seen);
    wrong.keySet().removeAll(allowed);
    assertEquals(Map.of(), wrong, () -> "of " + seen);
  }

  private static Map<String, Integer> run(Supplier<Race> races) throws Exception {
    Race[] batch = new Race[BATCH];
    AtomicIntegerArray positions = new AtomicIntegerArray(64);
    CyclicBarrier barrier = new CyclicBarrier(2);
    Callable<Boolean> others =
        () -> {
          for (int i = 0; i < BATCHES; i++) {
            barrier.await(30, TimeUnit.SECONDS);
            for (int n = 0; n < BATCH; n++) {
              keepStep(positions, OTHER, ONE, n);
              batch[n].other();
            }
            barrier.await(30, TimeUnit.SECONDS);
          }
          return true;
        };
    FutureTask<Boolean> second = new FutureTask<>(others);
    new Thread(second).start();
    Map<String, Integer> seen = new TreeMap<>();
    for (int i = 0; i < BATCHES; i++) {
      for (int n = 0; n < BATCH; n++) {
        batch[n] = races.get();
      }
      positions.set(ONE, -1);
      positions.set(OTHER, -1);
      barrier.await(30, TimeUnit.SECONDS);
      for (int n = 0; n < BATCH; n++) {
        keepStep(positions, ONE, OTHER, n);
        batch[n].one();
      }
      barrier.await(30, TimeUnit.SECONDS);
      for (Race race : batch) {
        seen.merge(race.outcome(), 1, Integer::sum);
      }
    }
    second.get(30, TimeUnit.SECONDS);
    return seen;
  }

  private static void keepStep(AtomicIntegerArray positions, int mine, int theirs, int n) {
    positions.set(mine, n);
    for (int spins = 0; spins < SPINS && positions.get(theirs) < n; spins++) {
      Thread.onSpinWait();
    }
  }
}
