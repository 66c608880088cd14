package io.fusebox.engine;

/**
 * What cut a call, and after how long: the evidence that an exception's message carries. Immutable.
 */
public final class Cut {

  private final String policy;
  private final Clock clock;
  private final String limit;
  private final String target;
  private final int attempt;
  private final long waitedNanos;

  /**
   * Collects the evidence.
   *
   * @param policy the policy's name
   * @param clock what ran out
   * @param limitNanos the bound that ran out, in nanoseconds
   * @param target method, host and port; must hold no user-info, query or path
   * @param attempt which try it was, from 1
   * @param waitedNanos since the call began
   */
  public Cut(
      String policy, Clock clock, long limitNanos, String target, int attempt, long waitedNanos) {
    this.policy = policy;
    this.clock = clock;
    this.limit = Durations.text(limitNanos);
    this.target = target;
    this.attempt = attempt;
    this.waitedNanos = waitedNanos;
  }

  /** The name of the policy that the call ran under. */
  public String policy() {
    return policy;
  }

  /** What ran out. */
  public Clock clock() {
    return clock;
  }

  /** Method, host and port of the call. */
  public String target() {
    return target;
  }

  /** One line: target, time waited, policy, key, value, attempt. */
  public String message() {
    return target
        + " cut after "
        + Durations.waited(waitedNanos)
        + ": policy "
        + policy
        + ", "
        + clock.key()
        + " = "
        + limit
        + ", attempt "
        + attempt;
  }

  @Override
  public String toString() {
    return message();
  }
}
