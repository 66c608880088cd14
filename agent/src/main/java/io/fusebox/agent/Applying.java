package io.fusebox.agent;

import io.fusebox.engine.HostState;
import io.fusebox.engine.HostStates;
import io.fusebox.engine.RetrySettings;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import java.util.HashMap;
import java.util.Map;

/**
 * Has the states of hosts take over what new policies say; those of policies that are gone,
 * nothing.
 */
final class Applying implements HostStates.Visitor {

  private final Map<String, Policy> byName = new HashMap<>();
  private final PolicySet policies;
  private final long now;

  Applying(PolicySet policies, long now) {
    this.policies = policies;
    this.now = now;
    for (Policy policy : policies.policies()) {
      byName.put(policy.name(), policy);
    }
  }

  @Override
  public void visit(String name, HostState state) {
    Policy policy = byName.get(name);
    if (policy == null) {
      state.configure(policies, null, null, 0, now);
      return;
    }
    RetrySettings retry = policy.retry();
    state.configure(
        policy, policy.breaker(), retry == null ? null : retry.budget(), policy.bulkhead(), now);
  }
}
