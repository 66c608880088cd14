package io.fusebox.agent;

import io.fusebox.calls.CallServices.Step;
import org.jspecify.annotations.Nullable;

/** Runs steps of calls so that what they throw ends nothing but themselves. Stateless. */
final class Steps {

  /**
   * Of the steps, made beforehand: each call runs several, and in a fault nothing more may fail.
   */
  private static final String[] PLACES = new String[32];

  static {
    for (int event = 0; event < PLACES.length; event++) {
      PLACES[event] = "step " + event;
    }
  }

  private Steps() {}

  /** How a fault in that step is told. */
  static String place(int event) {
    return event >= 0 && event < PLACES.length ? PLACES[event] : "step";
  }

  /** Runs one; never throws. */
  static void run(
      Step step, int event, @Nullable Object argument, String where, FaultReport faults) {
    try {
      step.run(event, argument);
    } catch (Throwable e) {
      // The client's thread that came by goes on as if there were no agent; a worker serves others.
      faults.fault(where, e);
      failed(step, event, where, faults);
    }
  }

  private static void failed(Step step, int event, String where, FaultReport faults) {
    try {
      step.failed(event);
    } catch (Throwable e) {
      // There is nothing below this.
      faults.fault("after a fault: " + where, e);
    }
  }
}
