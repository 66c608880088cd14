package io.fusebox.jdbc;

import io.fusebox.policy.Policy;

/** A call that sets auto-commit: what it sets is known once it has returned. */
final class AutoCommit extends Execution {

  private final boolean on;

  AutoCommit(
      JdbcAdapter adapter, Link link, Policy policy, Object self, int point, boolean on, long now) {
    super(adapter, link, policy, null, self, point, now);
    this.on = on;
  }

  @Override
  void succeeded() {
    link.autoCommit(on);
  }
}
