package io.fusebox.agent;

import io.fusebox.policy.PolicySet;

/** The policies as they are now. Swapped whole; a call keeps the one it began with. Thread-safe. */
final class LivePolicies {

  private volatile PolicySet current = PolicySet.EMPTY;

  PolicySet get() {
    return current;
  }

  void set(PolicySet policies) {
    current = policies;
  }
}
