package io.fusebox.calls;

import io.fusebox.engine.Counters;
import io.fusebox.engine.Cut;
import io.fusebox.engine.Deadline;
import io.fusebox.engine.HostStates;
import io.fusebox.engine.RandomSource;
import io.fusebox.engine.Ticker;
import io.fusebox.engine.Timer;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What the agent gives its client adapters. Thread-safe; nothing here blocks. */
public interface CallServices {

  /** The policies as they are now. A call asks once and keeps what it got until it ends. */
  PolicySet policies();

  /** The deadline of the request that the present thread is working for. */
  Deadline deadline();

  /** The clock of all that is timed. */
  Ticker ticker();

  /** Where calls in flight wait for their due time. */
  Timer timer();

  /** The one registry of counts. */
  Counters counters();

  /** What calls of one policy to one host share. */
  HostStates hosts();

  /** Where jitter comes from. */
  RandomSource random();

  /**
   * A refusal as applications see it, whatever the client: of a type that every class loader knows.
   */
  IOException rejected(String message);

  /** Counts an event of a policy, and says it, unless the same was said a moment ago. */
  void happened(Counters.Event event, Policy policy, String line);

  /** Counts an event that changes what is to come, and says it each time. */
  void changed(Counters.Event event, Policy policy, String line);

  /** Runs a step on a worker, soon. For work of ours that may take a while, such as cancelling. */
  void handOver(Step step, int event);

  /**
   * Runs a step that may come to the application's code, on a thread that waits for no other. Where
   * no such thread is to be had, on this one before it returns, for nothing else would ever run it.
   * Never throws.
   *
   * @param loader the context class loader that the step shall find
   */
  void callBack(Step step, int event, @Nullable ClassLoader loader);

  /** A call was cut. */
  void cut(Cut cut);

  /** A call would have been cut, had its policy been enforced. */
  void wouldHaveCut(Cut cut);

  /**
   * Runs a step of ours that a client's thread has come by, and keeps what it throws from the
   * client: a fault is counted and logged, and the call goes on.
   */
  void safely(Step step, int event, @Nullable Object argument);

  /** Steps of one call, numbered by the call itself. */
  interface Step {
    /**
     * Does the step.
     *
     * @throws Throwable whatever went wrong here; never reaches the application
     */
    void run(int event, @Nullable Object argument) throws Throwable;

    /**
     * The step has thrown, which was counted and logged; somebody may still wait for what it would
     * have done.
     */
    default void failed(int event) {}
  }
}
