package io.fusebox.engine;

/** Why a breaker opened, for its messages. Immutable. */
final class Evidence {

  /** Which rule it was. */
  enum Rule {
    ROW,
    RATE,
    SLOW,
    PROBES
  }

  // Fixed at construction.
  private final Rule rule;
  private final long bad;
  private final long of;
  private final long nanos;
  private final long slowNanos;

  private Evidence(Rule rule, long bad, long of, long nanos, long slowNanos) {
    this.rule = rule;
    this.bad = bad;
    this.of = of;
    this.nanos = nanos;
    this.slowNanos = slowNanos;
  }

  static Evidence row(long failed) {
    return new Evidence(Rule.ROW, failed, failed, 0, 0);
  }

  static Evidence rate(long failed, long calls, long windowNanos) {
    return new Evidence(Rule.RATE, failed, calls, windowNanos, 0);
  }

  static Evidence slow(long slow, long calls, long windowNanos, long slowNanos) {
    return new Evidence(Rule.SLOW, slow, calls, windowNanos, slowNanos);
  }

  static Evidence probes(long failed, long probes) {
    return new Evidence(Rule.PROBES, failed, probes, 0, 0);
  }

  @Override
  public String toString() {
    if (rule == Rule.ROW) {
      return bad == 1 ? "1 call failed" : bad + " calls in a row failed";
    }
    if (rule == Rule.PROBES) {
      return of == 1 ? "the probe failed" : bad + " of " + of + " probes failed";
    }
    String slow = rule == Rule.SLOW ? "took over " + Durations.rounded(slowNanos) : "failed";
    return bad + " of " + of + " calls " + slow + " in " + Durations.rounded(nanos);
  }
}
