package io.fusebox.engine;

import org.jspecify.annotations.Nullable;

/**
 * What all calls of one policy to one host share: its breaker, its retry budget, its bulkhead. Over
 * all clients and class loaders; keeps its state when the policy's settings change. Thread-safe.
 */
public final class HostState {

  // Fixed at construction.
  private final String label;
  private final RandomSource random;

  // Replaced when settings change; whoever began with an old one ends with it.
  private volatile @Nullable CircuitBreaker breaker;
  private volatile @Nullable RetryBudget budget;
  private volatile @Nullable Bulkhead bulkhead;
  private volatile @Nullable Object configuredBy;

  // Guarded by this. Also while the policy has none: who is inside stays inside.
  private @Nullable Bulkhead places;

  // Stamped by every call.
  volatile long usedAtNanos;

  HostState(String label, RandomSource random) {
    this.label = label;
    this.random = random;
  }

  /** The host and port, or the policy where its hosts share one state. */
  public String label() {
    return label;
  }

  /** A canonical host and its port, as they are told. */
  public static String label(String host, int port) {
    return (host.indexOf(':') >= 0 ? '[' + host + ']' : host) + ':' + port;
  }

  /** The breaker, or null where the policy has none. */
  public @Nullable CircuitBreaker breaker() {
    return breaker;
  }

  /** The budget, or null where the policy retries nothing. */
  public @Nullable RetryBudget budget() {
    return budget;
  }

  /** The bulkhead, or null where the policy has none. */
  public @Nullable Bulkhead bulkhead() {
    return bulkhead;
  }

  /** Whether it would be a pity to forget it: somebody is kept away from a host that failed. */
  boolean isOpen(long now) {
    CircuitBreaker present = breaker;
    return present != null && !present.admits(now);
  }

  /**
   * Takes settings over, once for each version of a policy.
   *
   * @param version what the settings belong to; the same again changes nothing
   */
  public void configure(
      Object version,
      @Nullable BreakerSettings breakers,
      @Nullable BudgetSettings budgets,
      int bulkheadLimit,
      long now) {
    if (configuredBy == version) {
      return;
    }
    synchronized (this) {
      if (configuredBy != version) {
        breaker = breakerOf(breaker, breakers, random);
        budget = budgetOf(budget, budgets, now);
        places = bulkheadOf(places, bulkheadLimit);
        bulkhead = bulkheadLimit == 0 ? null : places;
        configuredBy = version;
      }
    }
  }

  private static @Nullable CircuitBreaker breakerOf(
      @Nullable CircuitBreaker present, @Nullable BreakerSettings settings, RandomSource random) {
    if (present == null || settings == null) {
      return settings == null ? null : new CircuitBreaker(settings, random);
    }
    present.configure(settings);
    return present;
  }

  private static @Nullable RetryBudget budgetOf(
      @Nullable RetryBudget present, @Nullable BudgetSettings settings, long now) {
    if (present == null || settings == null) {
      return settings == null ? null : new RetryBudget(settings, now);
    }
    present.configure(settings);
    return present;
  }

  private static @Nullable Bulkhead bulkheadOf(@Nullable Bulkhead present, int limit) {
    if (limit == 0) {
      return present;
    }
    if (present == null) {
      return new Bulkhead(limit);
    }
    present.configure(limit);
    return present;
  }

  @Override
  public String toString() {
    return label;
  }
}
