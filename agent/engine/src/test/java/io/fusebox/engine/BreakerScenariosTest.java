package io.fusebox.engine;

import static io.fusebox.engine.Breakers.SECOND;
import static io.fusebox.engine.Breakers.consecutive;
import static io.fusebox.engine.Breakers.usual;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fusebox.engine.Breakers.Story;
import io.fusebox.engine.CircuitBreaker.State;
import io.fusebox.engine.CircuitBreaker.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Outages with known figures. */
class BreakerScenariosTest {

  /** What became of the calls of an outage, one a second. */
  private static final class Outage {
    final StringBuilder states = new StringBuilder();
    int reached;
    int failed;
    int avoided;

    Outage(Story story, int calls, int from, int to) {
      for (int tick = 0; tick < calls; tick++) {
        long permit = story.breaker.tryAcquire(story.now());
        if (permit == CircuitBreaker.REJECTED) {
          avoided++;
        } else if (from <= tick && tick <= to) {
          reached++;
          failed++;
          story.fails(permit);
        } else {
          reached++;
          story.succeeds(permit);
        }
        states.append(story.state() == State.CLOSED ? 'C' : 'O');
        story.seconds(1);
      }
    }

    @Override
    public String toString() {
      return states + " reached " + reached + " failed " + failed + " avoided " + avoided;
    }
  }

  private static Story threeInARow() {
    return new Story(consecutive(3).open(4 * SECOND, 4 * SECOND, false));
  }

  @Test
  void anOutageFromTheStartReachesTheProviderSixTimesOfTwelve() {
    assertEquals(
        "CCOOOOOOOOCC reached 6 failed 4 avoided 6",
        new Outage(threeInARow(), 12, 0, 6).toString());
  }

  @Test
  void anOutageOfNineCallsCostsFourTimeouts() {
    assertEquals(
        "CCCCCOOOOOOOOCCC reached 10 failed 4 avoided 6",
        new Outage(threeInARow(), 16, 3, 11).toString());
  }

  /** 500 calls a second; after a healthy window everything fails from 0 on. */
  @Test
  void aRateOpensAfterHalfAWindowAndKeepsFifteenThousandCallsAwayInThirtySeconds() {
    Story story = new Story(usual());
    Duration step = Duration.ofMillis(2);
    for (int i = 0; i < 5_000; i++) {
      story.succeed(1);
      story.pass(step);
    }
    List<String> told = new ArrayList<>();
    int waited = 0;
    int keptAway = 0;
    for (int i = 0; i <= 17_505; i++) {
      long permit = story.breaker.tryAcquire(story.now());
      if (permit == CircuitBreaker.REJECTED) {
        keptAway++;
      } else {
        waited++;
        Transition probe = CircuitBreaker.transitionOf(permit);
        Transition outcome = story.fails(permit);
        for (Transition transition : List.of(probe, outcome)) {
          if (transition != Transition.NONE) {
            told.add(transition + " at " + i * 2 + " ms, " + waited + " waited, " + keptAway);
          }
        }
      }
      story.pass(step);
    }
    // At 5 s the slot of the fifth healthy second leaves the window: 2,501 failed, 2,000 did not.
    assertEquals(
        List.of(
            "OPENED at 5000 ms, 2501 waited, 0",
            "HALF_OPENED at 35000 ms, 2502 waited, 14999",
            "REOPENED at 35004 ms, 2504 waited, 14999"),
        told);
  }
}
