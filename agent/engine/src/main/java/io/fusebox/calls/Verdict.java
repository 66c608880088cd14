package io.fusebox.calls;

import io.fusebox.engine.BreakerSettings;
import io.fusebox.engine.Outcome;
import org.jspecify.annotations.Nullable;

/** What an outcome says about the health of a host. */
enum Verdict {
  SUCCESS,
  FAILURE,
  /** Nothing: the permit goes back, nothing is counted. */
  NEUTRAL;

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int BAD_GATEWAY = 502;
  private static final int GATEWAY_TIMEOUT = 504;

  static Verdict of(
      Outcome outcome, int status, boolean hadItsTime, @Nullable BreakerSettings settings) {
    switch (outcome) {
      case ANSWERED:
        return ofStatus(status, settings);
      case TIMED_OUT:
      case NEVER_SENT:
        return hadItsTime ? FAILURE : NEUTRAL;
      case BROKEN:
      case HOPELESS:
        return FAILURE;
      case UNPROCESSED:
      case CLOSING:
      case ABANDONED:
        return NEUTRAL;
    }
    throw new AssertionError(outcome);
  }

  private static Verdict ofStatus(int status, @Nullable BreakerSettings settings) {
    if (status == TOO_MANY_REQUESTS) {
      return settings != null && settings.counts429() ? FAILURE : NEUTRAL;
    }
    return status >= BAD_GATEWAY && status <= GATEWAY_TIMEOUT ? FAILURE : SUCCESS;
  }
}
