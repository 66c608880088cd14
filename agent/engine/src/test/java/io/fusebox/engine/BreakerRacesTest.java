package io.fusebox.engine;

import static io.fusebox.engine.Breakers.SECOND;
import static io.fusebox.engine.Breakers.consecutive;
import static io.fusebox.engine.Breakers.due;
import static io.fusebox.engine.Breakers.usual;

import io.fusebox.engine.Breakers.Story;
import java.time.Duration;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What two threads can do to one breaker at once. */
@Timeout(60)
class BreakerRacesTest {

  /** Two parts, what each was told, and how to tell what they came to. */
  private static final class Told implements Races.Race {
    private final Supplier<Object> first;
    private final Supplier<Object> second;
    private final BinaryOperator<String> outcome;
    private String one = "";
    private String other = "";

    Told(Supplier<Object> first, Supplier<Object> second, BinaryOperator<String> outcome) {
      this.first = first;
      this.second = second;
      this.outcome = outcome;
    }

    @Override
    public void one() {
      one = first.get().toString();
    }

    @Override
    public void other() {
      other = second.get().toString();
    }

    @Override
    public String outcome() {
      return outcome.apply(one, other);
    }
  }

  private static void assertOutcomes(
      Set<String> allowed, Supplier<Story> stories, Function<Story, Told> parts) throws Exception {
    Races.assertOutcomes(allowed, () -> parts.apply(stories.get()));
  }

  /** Admitted or not, and whether that made it half-open. */
  private static String ask(Story story) {
    long permit = story.breaker.tryAcquire(story.now());
    return permit == CircuitBreaker.REJECTED
        ? "rejected"
        : "admitted " + CircuitBreaker.transitionOf(permit);
  }

  private static Object release(Story story, long permit) {
    story.breaker.release(permit);
    return "released";
  }

  private static Object configure(Story story, BreakerSettings settings) {
    story.breaker.configure(settings);
    return "configured";
  }

  private static String both(String one, String other) {
    return one + ", " + other;
  }

  private static Story oneProbe() {
    return due(consecutive(20).probes(1, SECOND));
  }

  @Test
  void ofTwoThatAskWhenOpenForIsOverOneIsTheProbe() throws Exception {
    assertOutcomes(
        Set.of("admitted HALF_OPENED, rejected", "rejected, admitted HALF_OPENED"),
        BreakerRacesTest::oneProbe,
        story -> new Told(() -> ask(story), () -> ask(story), BreakerRacesTest::both));
  }

  @Test
  void ofTwoFailuresThatFillTheRowOneOpensIt() throws Exception {
    assertOutcomes(
        Set.of("OPENED, NONE, 2 in a row", "NONE, OPENED, 2 in a row"),
        () -> new Story(consecutive(2)),
        story -> {
          long first = story.permit();
          long second = story.permit();
          return new Told(
              () -> story.fails(first),
              () -> story.fails(second),
              (one, other) -> {
                boolean both = story.breaker.describe(story.now()).contains("2 calls in a row");
                return both(one, other) + (both ? ", 2 in a row" : ", not both counted");
              });
        });
  }

  /** The eleventh failure of twenty calls, and the success that makes them twenty. */
  @Test
  void aSuccessAndAFailureThatFillTheNumberOpenItOnce() throws Exception {
    assertOutcomes(
        Set.of("OPENED, NONE", "NONE, OPENED"),
        () -> {
          Story story = new Story(usual());
          story.succeed(8);
          story.fail(10);
          return story;
        },
        story -> {
          long first = story.permit();
          long second = story.permit();
          return new Told(
              () -> story.succeeds(first), () -> story.fails(second), BreakerRacesTest::both);
        });
  }

  @Test
  void twoThatBeginASlotTogetherAreBothCounted() throws Exception {
    assertOutcomes(
        Set.of("closed, 1 of 3 calls failed in 10 s"),
        () -> {
          Story story = new Story(usual());
          story.succeed(1);
          story.seconds(3);
          return story;
        },
        story -> {
          long first = story.permit();
          long second = story.permit();
          return new Told(
              () -> story.succeeds(first),
              () -> story.fails(second),
              (one, other) -> story.breaker.describe(story.now()));
        });
  }

  @Test
  void aProbeThatSucceedsAndFailsDidOneOfTheTwo() throws Exception {
    assertOutcomes(
        Set.of("CLOSED, NONE, CLOSED", "NONE, REOPENED, OPEN"),
        BreakerRacesTest::oneProbe,
        story -> {
          long permit = story.permit();
          return new Told(
              () -> story.succeeds(permit),
              () -> story.fails(permit),
              (one, other) -> both(one, other) + ", " + story.state());
        });
  }

  @Test
  void aProbeThatFailsAndIsReleasedDidOneOfTheTwo() throws Exception {
    assertOutcomes(
        Set.of("REOPENED, OPEN, 0 places", "NONE, HALF_OPEN, 1 places"),
        BreakerRacesTest::oneProbe,
        story -> {
          long permit = story.permit();
          return new Told(
              () -> story.fails(permit),
              () -> release(story, permit),
              (one, other) -> one + ", " + story.state() + ", " + story.admitted() + " places");
        });
  }

  @Test
  void aPlaceThatIsReleasedTwiceAtOnceIsOnePlace() throws Exception {
    assertOutcomes(
        Set.of("5 places"),
        () -> due(usual()),
        story -> {
          long permit = story.permit();
          return new Told(
              () -> release(story, permit),
              () -> release(story, permit),
              (one, other) -> story.admitted() + " places");
        });
  }

  @Test
  void whoAsksWhileTheOnlyPlaceIsReleasedGetsItOrLeavesItFree() throws Exception {
    assertOutcomes(
        Set.of("admitted NONE, 0 left", "rejected, 1 left"),
        BreakerRacesTest::oneProbe,
        story -> {
          long permit = story.permit();
          return new Told(
              () -> ask(story),
              () -> release(story, permit),
              (one, other) -> one + ", " + story.admitted() + " left");
        });
  }

  /** With a place free at all times, whichever it is, nobody is rejected. */
  @Test
  void whoAsksWhileOnePlaceIsTakenAndAnotherIsReleasedIsAdmitted() throws Exception {
    assertOutcomes(
        Set.of("admitted NONE"),
        () -> due(usual().probes(3, SECOND)),
        story -> {
          long first = story.permit();
          story.permit();
          return new Told(
              () -> ask(story),
              () -> {
                // Two are free for a moment, then one again.
                story.breaker.release(first);
                return story.permit();
              },
              (one, other) -> one);
        });
  }

  @Test
  void aLostProbeThatReturnsWhileItsPlaceIsTakenAgainCountsNothing() throws Exception {
    assertOutcomes(
        Set.of("NONE, admitted NONE, HALF_OPEN, 0 left"),
        () -> due(usual().probes(1, SECOND)),
        story -> {
          long lost = story.permit();
          story.pass(Duration.ofSeconds(1));
          return new Told(
              () -> story.fails(lost),
              () -> ask(story),
              (one, other) ->
                  both(one, other) + ", " + story.state() + ", " + story.admitted() + " left");
        });
  }

  @Test
  void theFailureThatOpensIsNotLostToOtherSettings() throws Exception {
    assertOutcomes(
        Set.of("OPENED, OPEN"),
        () -> new Story(consecutive(1)),
        story -> {
          long permit = story.permit();
          BreakerSettings same = consecutive(1).build();
          return new Told(
              () -> story.fails(permit),
              () -> configure(story, same),
              (one, other) -> one + ", " + story.state());
        });
  }

  @Test
  void forcingItOpenWinsOverAProbeThatClosesIt() throws Exception {
    assertOutcomes(
        Set.of("CLOSED, FORCED_OPEN", "NONE, FORCED_OPEN"),
        BreakerRacesTest::oneProbe,
        story -> {
          long permit = story.permit();
          BreakerSettings forced = usual().forcedOpen(true).build();
          return new Told(
              () -> story.succeeds(permit),
              () -> configure(story, forced),
              (one, other) -> one + ", " + story.state());
        });
  }
}
