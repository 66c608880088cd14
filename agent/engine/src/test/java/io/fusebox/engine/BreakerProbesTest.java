package io.fusebox.engine;

import static io.fusebox.engine.Breakers.SECOND;
import static io.fusebox.engine.Breakers.due;
import static io.fusebox.engine.Breakers.usual;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.engine.Breakers.Story;
import io.fusebox.engine.CircuitBreaker.State;
import io.fusebox.engine.CircuitBreaker.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How it finds its way back. */
class BreakerProbesTest {

  @Test
  void soManyProbesAreLetThroughAndEveryoneElseIsRejected() {
    Story story = due(usual());
    assertEquals(5, story.admitted());
  }

  @Test
  void askingWhetherItAdmitsTakesAndChangesNothing() {
    Story story = due(usual());
    for (int i = 0; i < 20; i++) {
      assertTrue(story.breaker.admits(story.now()));
    }
    assertEquals(5, story.admitted());
    assertFalse(story.breaker.admits(story.now()));
  }

  @Test
  void exactlyTheCallThatMakesItHalfOpenIsTold() {
    Story story = due(usual());
    List<Transition> told = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      long permit = story.permit();
      assertTrue(CircuitBreaker.isProbe(permit));
      told.add(CircuitBreaker.transitionOf(permit));
    }
    assertEquals(
        List.of(
            Transition.HALF_OPENED,
            Transition.NONE,
            Transition.NONE,
            Transition.NONE,
            Transition.NONE),
        told);
  }

  @Test
  void itClosesAtTheThirdSuccessOfFive() {
    Story story = due(usual());
    assertEquals(Transition.NONE, story.fail(2));
    assertEquals(Transition.NONE, story.succeed(2));
    assertEquals(Transition.CLOSED, story.succeed(1));
  }

  @Test
  void itReopensAtTheThirdFailureOfFive() {
    Story story = due(usual());
    assertEquals(Transition.NONE, story.succeed(2));
    assertEquals(Transition.NONE, story.fail(2));
    assertEquals(Transition.REOPENED, story.fail(1));
    assertEquals(State.OPEN, story.state());
  }

  @Test
  void asManySuccessesAsFailuresAreNoRecovery() {
    Story story = due(usual().probes(4, SECOND));
    story.succeed(2);
    assertEquals(Transition.NONE, story.fail(1));
    assertEquals(Transition.REOPENED, story.fail(1));
  }

  @Test
  void theOnlyProbeDecides() {
    Story good = due(usual().probes(1, SECOND));
    assertEquals(Transition.CLOSED, good.succeed(1));
    Story bad = due(usual().probes(1, SECOND));
    assertEquals(Transition.REOPENED, bad.fail(1));
  }

  @Test
  void aHundredProbesAreDecidedByTheFiftyFirst() {
    Story story = due(usual().probes(100, SECOND));
    story.fail(49);
    story.succeed(50);
    assertEquals(Transition.CLOSED, story.succeed(1));
  }

  @Test
  void whatIsDoneGivesItsPlaceToNobody() {
    Story story = due(usual());
    story.fail(2);
    story.succeed(2);
    assertEquals(1, story.admitted());
  }

  @Test
  void closingEmptiesTheWindow() {
    Story story = due(usual().rate(60 * SECOND, 20, 50));
    story.succeed(3);
    assertEquals(Transition.NONE, story.fail(19));
  }

  @Test
  void aSlowProbeHasFailed() {
    Story story = due(usual().slow(2 * SECOND, 80).probes(1, 31 * SECOND));
    assertEquals(Transition.REOPENED, story.take(1, Duration.ofSeconds(3)));
  }

  @Test
  void lateOutcomesOfTheClosedStateDoNotDecide() {
    Story story = new Story(usual());
    List<Long> slow = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      slow.add(story.permit());
    }
    story.fail(20);
    story.seconds(30);
    story.permit();
    for (long permit : slow) {
      assertEquals(Transition.NONE, story.fails(permit));
    }
    assertEquals(State.HALF_OPEN, story.state());
    assertEquals(4, story.admitted());
  }

  @Test
  void lateOutcomesOfAnEarlierHalfOpenStateDoNotDecide() {
    Story story = due(usual());
    long late = story.permit();
    long later = story.permit();
    story.fail(3);
    story.seconds(30);
    story.succeed(2);
    assertEquals(Transition.NONE, story.succeeds(late));
    story.breaker.release(later);
    assertEquals(State.HALF_OPEN, story.state());
    assertEquals(3, story.admitted());
  }

  @Test
  void lateSuccessesDoNotCloseWhatIsOpen() {
    Story story = new Story(usual());
    long late = story.permit();
    story.fail(20);
    assertEquals(Transition.NONE, story.succeeds(late));
    assertEquals(State.OPEN, story.state());
  }

  @Test
  void aLostProbeGivesItsPlaceBackAfterItsLease() {
    Story story = due(usual().probes(1, SECOND / 2));
    story.permit();
    story.pass(Duration.ofMillis(499));
    story.assertRejected();
    story.pass(Duration.ofMillis(1));
    assertEquals(Transition.CLOSED, story.succeed(1));
  }

  @Test
  void itIsNeverHalfOpenForEver() {
    Story story = due(usual().probes(5, SECOND / 2));
    for (int i = 0; i < 100; i++) {
      assertEquals(5, story.admitted());
      story.pass(Duration.ofMillis(500));
    }
    assertEquals(Transition.REOPENED, story.fail(3));
  }

  @Test
  void aProbeThatReturnsAfterItsLeaseCountsNothing() {
    Story story = due(usual().probes(1, SECOND));
    long lost = story.permit();
    story.seconds(1);
    assertEquals(Transition.NONE, story.fails(lost));
    assertEquals(State.HALF_OPEN, story.state());
    assertEquals(1, story.admitted());
  }

  @Test
  void aProbeThatReturnsAfterItsLeaseDoesNotTakeThePlaceOfAnother() {
    Story story = due(usual().probes(1, SECOND));
    long lost = story.permit();
    story.seconds(1);
    long other = story.permit();
    assertEquals(Transition.NONE, story.fails(lost));
    story.breaker.release(lost);
    story.assertRejected();
    assertEquals(Transition.CLOSED, story.succeeds(other));
  }

  @Test
  void cancelledProbesGiveTheirPlacesBack() {
    Story story = due(usual());
    List<Long> cancelled = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      cancelled.add(story.permit());
    }
    for (long permit : cancelled) {
      story.breaker.release(permit);
    }
    assertEquals(5, story.admitted());
  }

  @Test
  void aPlaceIsGivenBackOnceHoweverOftenItIsSaid() {
    Story story = due(usual());
    long permit = story.permit();
    for (int i = 0; i < 20; i++) {
      story.breaker.release(permit);
    }
    assertEquals(5, story.admitted());
    story.breaker.release(permit);
    story.assertRejected();
  }

  @Test
  void aProbeFailsOnceHoweverOftenItIsSaid() {
    Story story = due(usual());
    long permit = story.permit();
    for (int i = 0; i < 20; i++) {
      assertEquals(Transition.NONE, story.fails(permit));
    }
    story.breaker.release(permit);
    assertEquals(4, story.admitted());
  }

  @Test
  void aProbeThatSaysNothingLeavesItHalfOpen() {
    Story story = due(usual().probes(1, SECOND));
    story.breaker.release(story.permit());
    assertEquals(State.HALF_OPEN, story.state());
    assertEquals(1, story.admitted());
  }

  @Test
  void otherSettingsKeepProbesUnderWay() {
    Story story = due(usual());
    long permit = story.permit();
    story.succeed(1);
    story.breaker.configure(usual().probes(1, SECOND).build());
    assertEquals(Transition.NONE, story.succeeds(permit));
    assertEquals(Transition.CLOSED, story.succeed(1));
  }

  @Test
  void itSaysWhatItsProbesDo() {
    Story story = due(usual().probes(3, 31 * SECOND));
    story.fail(1);
    story.permit();
    story.seconds(1);
    assertEquals(
        "half-open for 1 s, 1 of 3 probes under way, 0 succeeded, 1 failed, next now, not closed"
            + " for 31 s",
        story.breaker.describe(story.now()));
    story.permit();
    assertEquals(
        "half-open for 1 s, 2 of 3 probes under way, 0 succeeded, 1 failed, next in 30 s at the"
            + " latest, not closed for 31 s",
        story.breaker.describe(story.now()));
  }

  /** 200 threads at the moment at which open-for is over. */
  @Test
  @Timeout(60)
  void ofAStampedeExactlyTheProbesAreAdmitted() throws Exception {
    Story story = due(usual());
    AtomicInteger admitted = new AtomicInteger();
    AtomicInteger told = new AtomicInteger();
    CountDownLatch ready = new CountDownLatch(200);
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Thread thread =
          new Thread(
              () -> {
                ready.countDown();
                try {
                  go.await();
                } catch (InterruptedException e) {
                  return;
                }
                long permit = story.breaker.tryAcquire(story.now());
                if (permit != CircuitBreaker.REJECTED) {
                  admitted.incrementAndGet();
                }
                if (CircuitBreaker.transitionOf(permit) == Transition.HALF_OPENED) {
                  told.incrementAndGet();
                }
              });
      thread.start();
      threads.add(thread);
    }
    ready.await();
    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals("5 admitted, 1 told", admitted + " admitted, " + told + " told");
  }

  /** The same race many times over, between two threads that meet at a barrier. */
  @Test
  @Timeout(60)
  void twoThreadsAtTheMomentOfExpiryShareTheProbes() throws Exception {
    int rounds = 20_000;
    Story[] stories = new Story[rounds];
    for (int i = 0; i < rounds; i++) {
      stories[i] = due(usual());
    }
    int[][] admitted = new int[2][rounds];
    CyclicBarrier barrier = new CyclicBarrier(2);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 2; t++) {
      int[] mine = admitted[t];
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < rounds; i++) {
                  if (i % 100 == 0) {
                    meet(barrier);
                  }
                  for (int call = 0; call < 4; call++) {
                    long permit = stories[i].breaker.tryAcquire(stories[i].now());
                    mine[i] += permit == CircuitBreaker.REJECTED ? 0 : 1;
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (int i = 0; i < rounds; i++) {
      assertEquals(5, admitted[0][i] + admitted[1][i]);
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
