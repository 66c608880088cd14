package io.fusebox.engine;

import static io.fusebox.engine.Breakers.SECOND;
import static io.fusebox.engine.Breakers.consecutive;
import static io.fusebox.engine.Breakers.due;
import static io.fusebox.engine.Breakers.usual;

import io.fusebox.engine.Breakers.Story;
import io.fusebox.engine.CircuitBreaker.Transition;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What two threads can do to one breaker at once. */
@Timeout(60)
class BreakerRacesTest {

  /** One breaker, and what each of the two was told. */
  private abstract static class OfBreaker implements Races.Race {
    final Story story;
    Object one = "";
    Object other = "";

    OfBreaker(Story story) {
      this.story = story;
    }

    /** Admitted or not, and whether that made it half-open. */
    final String ask() {
      long permit = story.breaker.tryAcquire(story.now());
      return permit == CircuitBreaker.REJECTED
          ? "rejected"
          : "admitted " + CircuitBreaker.transitionOf(permit);
    }
  }

  /** Two parts and how to tell what they came to. */
  private static Supplier<Races.Race> race(Supplier<Story> stories, Prepared prepared) {
    return () -> prepared.with(stories.get());
  }

  private interface Prepared {
    Races.Race with(Story story);
  }

  private static Story oneProbe() {
    return due(consecutive(20).probes(1, SECOND));
  }

  @Test
  void ofTwoThatAskWhenOpenForIsOverOneIsTheProbe() throws Exception {
    Races.assertOutcomes(
        Set.of("admitted HALF_OPENED, rejected", "rejected, admitted HALF_OPENED"),
        race(
            BreakerRacesTest::oneProbe,
            story ->
                new OfBreaker(story) {
                  @Override
                  public void one() {
                    one = ask();
                  }

                  @Override
                  public void other() {
                    other = ask();
                  }

                  @Override
                  public String outcome() {
                    return one + ", " + other;
                  }
                }));
  }

  @Test
  void ofTwoFailuresThatFillTheRowOneOpensIt() throws Exception {
    Races.assertOutcomes(
        Set.of("OPENED, NONE, 2 in a row", "NONE, OPENED, 2 in a row"),
        race(
            () -> new Story(consecutive(2)),
            story ->
                new OfBreaker(story) {
                  final long first = story.permit();
                  final long second = story.permit();

                  @Override
                  public void one() {
                    one = story.fails(first);
                  }

                  @Override
                  public void other() {
                    other = story.fails(second);
                  }

                  @Override
                  public String outcome() {
                    boolean both = story.breaker.describe(story.now()).contains("2 calls in a row");
                    return one + ", " + other + (both ? ", 2 in a row" : ", not both counted");
                  }
                }));
  }

  /** The eleventh failure of twenty calls, and the success that makes them twenty. */
  @Test
  void aSuccessAndAFailureThatFillTheNumberOpenItOnce() throws Exception {
    Races.assertOutcomes(
        Set.of("OPENED, NONE", "NONE, OPENED"),
        race(
            () -> {
              Story story = new Story(usual());
              story.succeed(8);
              story.fail(10);
              return story;
            },
            story ->
                new OfBreaker(story) {
                  final long first = story.permit();
                  final long second = story.permit();

                  @Override
                  public void one() {
                    one = story.succeeds(first);
                  }

                  @Override
                  public void other() {
                    other = story.fails(second);
                  }

                  @Override
                  public String outcome() {
                    return one + ", " + other;
                  }
                }));
  }

  @Test
  void twoThatBeginASlotTogetherAreBothCounted() throws Exception {
    Races.assertOutcomes(
        Set.of("closed, 1 of 3 calls failed in 10 s"),
        race(
            () -> {
              Story story = new Story(usual());
              story.succeed(1);
              story.seconds(3);
              return story;
            },
            story ->
                new OfBreaker(story) {
                  final long first = story.permit();
                  final long second = story.permit();

                  @Override
                  public void one() {
                    one = story.succeeds(first);
                  }

                  @Override
                  public void other() {
                    other = story.fails(second);
                  }

                  @Override
                  public String outcome() {
                    return story.breaker.describe(story.now());
                  }
                }));
  }

  @Test
  void aProbeThatSucceedsAndFailsDidOneOfTheTwo() throws Exception {
    Races.assertOutcomes(
        Set.of("CLOSED, NONE, CLOSED", "NONE, REOPENED, OPEN"),
        race(
            BreakerRacesTest::oneProbe,
            story ->
                new OfBreaker(story) {
                  final long permit = story.permit();

                  @Override
                  public void one() {
                    one = story.succeeds(permit);
                  }

                  @Override
                  public void other() {
                    other = story.fails(permit);
                  }

                  @Override
                  public String outcome() {
                    return one + ", " + other + ", " + story.state();
                  }
                }));
  }

  @Test
  void aProbeThatFailsAndIsReleasedDidOneOfTheTwo() throws Exception {
    Races.assertOutcomes(
        Set.of("REOPENED, OPEN, 0 places", "NONE, HALF_OPEN, 1 places"),
        race(
            BreakerRacesTest::oneProbe,
            story ->
                new OfBreaker(story) {
                  final long permit = story.permit();

                  @Override
                  public void one() {
                    one = story.fails(permit);
                  }

                  @Override
                  public void other() {
                    story.breaker.release(permit);
                  }

                  @Override
                  public String outcome() {
                    return one + ", " + story.state() + ", " + story.admitted() + " places";
                  }
                }));
  }

  @Test
  void aPlaceThatIsReleasedTwiceAtOnceIsOnePlace() throws Exception {
    Races.assertOutcomes(
        Set.of("5 places"),
        race(
            () -> due(usual()),
            story ->
                new OfBreaker(story) {
                  final long permit = story.permit();

                  @Override
                  public void one() {
                    story.breaker.release(permit);
                  }

                  @Override
                  public void other() {
                    story.breaker.release(permit);
                  }

                  @Override
                  public String outcome() {
                    return story.admitted() + " places";
                  }
                }));
  }

  @Test
  void whoAsksWhileTheOnlyPlaceIsReleasedGetsItOrLeavesItFree() throws Exception {
    Races.assertOutcomes(
        Set.of("admitted NONE, 0 left", "rejected, 1 left"),
        race(
            BreakerRacesTest::oneProbe,
            story ->
                new OfBreaker(story) {
                  final long permit = story.permit();

                  @Override
                  public void one() {
                    one = ask();
                  }

                  @Override
                  public void other() {
                    story.breaker.release(permit);
                  }

                  @Override
                  public String outcome() {
                    return one + ", " + story.admitted() + " left";
                  }
                }));
  }

  /** With a place free at all times, whichever it is, nobody is rejected. */
  @Test
  void whoAsksWhileOnePlaceIsTakenAndAnotherIsReleasedIsAdmitted() throws Exception {
    Races.assertOutcomes(
        Set.of("admitted NONE"),
        race(
            () -> due(usual().probes(3, SECOND)),
            story ->
                new OfBreaker(story) {
                  final long first = story.permit();
                  final long second = story.permit();

                  @Override
                  public void one() {
                    one = ask();
                  }

                  @Override
                  public void other() {
                    // Two are free for a moment, then one again.
                    story.breaker.release(first);
                    story.permit();
                    other = second;
                  }

                  @Override
                  public String outcome() {
                    return one.toString();
                  }
                }));
  }

  @Test
  void aLostProbeThatReturnsWhileItsPlaceIsTakenAgainCountsNothing() throws Exception {
    Races.assertOutcomes(
        Set.of("NONE, admitted NONE, HALF_OPEN, 0 left"),
        race(
            () -> due(usual().probes(1, SECOND)),
            story ->
                new OfBreaker(story) {
                  final long lost = lose();

                  private long lose() {
                    long permit = story.permit();
                    story.pass(Duration.ofSeconds(1));
                    return permit;
                  }

                  @Override
                  public void one() {
                    one = story.fails(lost);
                  }

                  @Override
                  public void other() {
                    other = ask();
                  }

                  @Override
                  public String outcome() {
                    return one
                        + ", "
                        + other
                        + ", "
                        + story.state()
                        + ", "
                        + story.admitted()
                        + " left";
                  }
                }));
  }

  @Test
  void theFailureThatOpensIsNotLostToOtherSettings() throws Exception {
    Races.assertOutcomes(
        Set.of("OPENED, OPEN"),
        race(
            () -> new Story(consecutive(1)),
            story ->
                new OfBreaker(story) {
                  final long permit = story.permit();
                  final BreakerSettings same = consecutive(1).build();

                  @Override
                  public void one() {
                    one = story.fails(permit);
                  }

                  @Override
                  public void other() {
                    story.breaker.configure(same);
                  }

                  @Override
                  public String outcome() {
                    return one + ", " + story.state();
                  }
                }));
  }

  @Test
  void forcingItOpenWinsOverAProbeThatClosesIt() throws Exception {
    Races.assertOutcomes(
        Set.of(Transition.CLOSED + ", FORCED_OPEN", Transition.NONE + ", FORCED_OPEN"),
        race(
            BreakerRacesTest::oneProbe,
            story ->
                new OfBreaker(story) {
                  final long permit = story.permit();
                  final BreakerSettings forced = usual().forcedOpen(true).build();

                  @Override
                  public void one() {
                    one = story.succeeds(permit);
                  }

                  @Override
                  public void other() {
                    story.breaker.configure(forced);
                  }

                  @Override
                  public String outcome() {
                    return one + ", " + story.state();
                  }
                }));
  }
}
