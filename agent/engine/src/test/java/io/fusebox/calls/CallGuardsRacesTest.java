package io.fusebox.calls;

import io.fusebox.engine.Outcome;
import io.fusebox.engine.Races;
import io.fusebox.policy.Policy;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two threads that end one operation: a cut and the client, a cancel and the end of a body. */
@Timeout(60)
class CallGuardsRacesTest {

  private static final Policy ALL =
      Guarded.rowPolicy(
          100,
          "bulkhead = 2",
          "retry.attempts = 2",
          "retry.budget.ratio = 100%",
          "retry.budget.floor = 0");
  private static final Policy ONE_FAILURE = Guarded.rowPolicy(1);

  /** Not acceptable: none, for then the neighbour's place was given back as well; or two. */
  @Test
  void placeIsGivenBackOnce() throws Exception {
    Races.assertOutcomes(Set.of("1 in flight"), Leaving::new);
  }

  private static final class Leaving implements Races.Race {
    private final Guarded guarded = new Guarded(ALL);
    private final CallGuards call = guarded.admitted();

    Leaving() {
      guarded.admitted();
    }

    @Override
    public void one() {
      call.leave();
    }

    @Override
    public void other() {
      call.leave();
    }

    @Override
    public String outcome() {
      return guarded.inFlight() + " in flight";
    }
  }

  /** Not acceptable: both or neither; a success that earned a retry and was counted a failure. */
  @Test
  void attemptCountsOnceForBreakerAndBudget() throws Exception {
    Races.assertOutcomes(
        Set.of(
            "closed, 0 of 1 calls failed in 10 s, earned 1",
            "closed, 1 of 1 calls failed in 10 s, earned 0"),
        Settling::new);
  }

  private static final class Settling implements Races.Race {
    private final Guarded guarded = new Guarded(ALL);
    private final CallGuards call = guarded.admitted();

    @Override
    public void one() {
      guarded.settle(call, Outcome.ANSWERED, 200);
    }

    @Override
    public void other() {
      guarded.settle(call, Outcome.TIMED_OUT, 0);
    }

    @Override
    public String outcome() {
      return guarded.seen() + ", earned " + guarded.balance();
    }
  }

  /**
   * Acceptable: the probe succeeded and closed the breaker, or was given back first and another may
   * go. Not acceptable: a breaker that is half-open and lets nobody through.
   */
  @Test
  void probeThatIsSettledWhileItLeavesDecidesOrIsFree() throws Exception {
    Races.assertOutcomes(Set.of("CLOSED, admits", "HALF_OPEN, admits"), Probing::new);
  }

  private static final class Probing implements Races.Race {
    private final Guarded guarded = new Guarded(ONE_FAILURE);
    private final CallGuards probe;

    Probing() {
      guarded.answered(503);
      guarded.seconds(30);
      probe = guarded.admitted();
    }

    @Override
    public void one() {
      guarded.settle(probe, Outcome.ANSWERED, 200);
    }

    @Override
    public void other() {
      probe.leave();
    }

    @Override
    public String outcome() {
      boolean admits = guarded.call().admits(guarded.now());
      return guarded.state() + (admits ? ", admits" : ", keeps away");
    }
  }

  /** Two calls at once for one probe's place. Not acceptable: both, or neither. */
  @Test
  void placeOfTheProbeGoesToOneCall() throws Exception {
    Races.assertOutcomes(Set.of("one refused"), Asking::new);
  }

  private static final class Asking implements Races.Race {
    private final Guarded guarded = new Guarded(ONE_FAILURE);
    private final CallGuards call;
    private final CallGuards rival;
    private boolean refused;
    private boolean rivalRefused;

    Asking() {
      guarded.answered(503);
      guarded.seconds(30);
      call = guarded.call();
      rival = guarded.call();
    }

    @Override
    public void one() {
      refused = call.admit(guarded.now()) != null;
    }

    @Override
    public void other() {
      rivalRefused = rival.admit(guarded.now()) != null;
    }

    @Override
    public String outcome() {
      return refused == rivalRefused ? (refused ? "both refused" : "none refused") : "one refused";
    }
  }
}
