package io.fusebox.engine;

import static io.fusebox.engine.Breakers.LOWEST;
import static io.fusebox.engine.Breakers.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.engine.CircuitBreaker.State;
import io.fusebox.engine.CircuitBreaker.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Whatever is done to it in whatever order. */
class BreakerPropertyTest {

  /** The breaker, its model, and what both gave out, given back or not. */
  private static final class Life {
    final SplittableRandom random;
    final FakeTicker ticker = new FakeTicker();
    final long windowMillis;
    final CircuitBreaker breaker;
    final BreakerModel model;
    final List<Long> permits = new ArrayList<>();
    final List<BreakerModel.Permit> modelPermits = new ArrayList<>();
    final int badPercent;
    long millis;

    Life(long seed) {
      random = new SplittableRandom(seed);
      windowMillis = 1_000L * random.nextInt(1, 20);
      badPercent = random.nextInt(10, 95);
      BreakerSettings settings = settings();
      breaker = new CircuitBreaker(settings, LOWEST);
      model = new BreakerModel(settings);
    }

    BreakerSettings settings() {
      long open = SECOND * random.nextInt(1, 20);
      return new BreakerSettings.Builder()
          .rate(
              windowMillis * 1_000_000,
              random.nextInt(1, 15),
              random.nextInt(4) == 0 ? BreakerSettings.OFF : random.nextInt(1, 100))
          .consecutive(random.nextBoolean() ? BreakerSettings.OFF : random.nextInt(1, 8))
          .slow(random.nextBoolean() ? Long.MAX_VALUE : SECOND, random.nextInt(1, 101))
          .open(open, open * random.nextInt(1, 5), false)
          .probes(random.nextInt(1, 9), SECOND * random.nextInt(1, 10))
          .forcedOpen(random.nextInt(8) == 0)
          .build();
    }

    void step() {
      int what = random.nextInt(100);
      if (what < 20) {
        pass(random.nextInt(20) == 0 ? random.nextInt(30_000) : random.nextInt(1, 900));
      } else if (what < 60) {
        ask();
      } else if (what < 99) {
        giveBack();
      } else {
        BreakerSettings settings = settings();
        breaker.configure(settings);
        model.configure(settings);
      }
      assertEquals(model.stateAt(millis), breaker.state(ticker.nanos()));
      assertEquals(model.admits(millis), breaker.admits(ticker.nanos()));
      assertCountsMakeSense();
    }

    void pass(long time) {
      millis += time;
      ticker.advance(Duration.ofMillis(time));
    }

    void ask() {
      BreakerModel.@Nullable Permit expected = model.tryAcquire(millis);
      long permit = breaker.tryAcquire(ticker.nanos());
      assertEquals(expected != null, permit != CircuitBreaker.REJECTED);
      if (expected != null) {
        assertEquals(expected.probe, CircuitBreaker.isProbe(permit));
        permits.add(permit);
        modelPermits.add(expected);
      }
    }

    /** Any of the last ones, or one of long ago, whether or not it was given back before. */
    void giveBack() {
      if (permits.isEmpty()) {
        return;
      }
      int last = permits.size() - 1;
      int which = last - random.nextInt(random.nextInt(10) == 0 ? last + 1 : Math.min(last + 1, 6));
      long permit = permits.get(which);
      BreakerModel.Permit expected = modelPermits.get(which);
      int how = random.nextInt(8);
      if (how == 0) {
        breaker.release(permit);
        model.release(expected);
        return;
      }
      boolean failed = random.nextInt(100) < badPercent;
      long nanos = how < 3 ? 2 * SECOND : 0;
      Transition transition =
          failed
              ? breaker.failure(permit, ticker.nanos(), nanos)
              : breaker.success(permit, ticker.nanos(), nanos);
      assertEquals(model.settle(expected, millis, failed, nanos), transition);
    }

    /** After a while, as long as somebody is let through, all is well. */
    void recover() {
      pass(200_000);
      for (int i = 0; i < 9 && breaker.state(ticker.nanos()) == State.HALF_OPEN; i++) {
        long permit = breaker.tryAcquire(ticker.nanos());
        assertTrue(permit >= 0, () -> breaker.describe(ticker.nanos()));
        breaker.success(permit, ticker.nanos(), 0);
      }
    }

    private void assertCountsMakeSense() {
      String text = breaker.describe(ticker.nanos());
      if (text.startsWith("closed, ")) {
        String[] words = text.split(" ", -1);
        long failed = Long.parseLong(words[1]);
        assertTrue(failed >= 0 && failed <= Long.parseLong(words[3]), text);
      }
    }
  }

  @Property(tries = 400)
  void itBehavesAsItsModel(@ForAll long seed) {
    Life life = new Life(seed);
    for (int i = 0; i < 1_000; i++) {
      life.step();
    }
  }

  @Property(tries = 300)
  void neverMoreProbesAreOutThanThereArePlaces(@ForAll long seed) {
    Life life = new Life(seed);
    for (int i = 0; i < 1_000; i++) {
      life.step();
      // A probe's places are counted by asking until nobody is admitted any more.
      if (i % 50 == 0 && life.breaker.state(life.ticker.nanos()) == State.HALF_OPEN) {
        while (life.breaker.admits(life.ticker.nanos())) {
          life.ask();
        }
        assertTrue(life.model.out(life.millis) <= 8);
      }
    }
  }

  /** Wherever it has got to, and with every permit lost: it closes again when the host is well. */
  @Property(tries = 300)
  void itAlwaysFindsItsWayBack(@ForAll long seed) {
    Life life = new Life(seed);
    for (int i = 0; i < 500; i++) {
      life.step();
    }
    if (life.breaker.state(life.ticker.nanos()) == State.FORCED_OPEN) {
      return;
    }
    // The second time, because so many probes may have failed by then that it has to reopen.
    life.recover();
    life.recover();
    assertEquals(State.CLOSED, life.breaker.state(life.ticker.nanos()));
  }
}
