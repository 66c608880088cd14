package io.fusebox.policy.file;

import io.fusebox.policy.Key;
import io.fusebox.policy.Policy;
import io.fusebox.policy.Setting;
import java.util.List;

/** Keys that have a meaning for JDBC alone. Loaded only for a file that has one. Stateless. */
final class JdbcKeys {

  private static final Key[] ALL = {
    Key.MATCH_USER, Key.MATCH_APPLICATION, Key.CANCEL_GRACE, Key.LONG
  };

  private JdbcKeys() {}

  /** Says what a policy sets of them without effect. */
  static void warn(Draft draft, Policy policy, LoadResult result) {
    for (Key key : ALL) {
      Setting setting = draft.get(key);
      if (setting == null) {
        continue;
      }
      if (!policy.hasMatch(true)) {
        result.warning(setting.origin(), Complaints.jdbcOnly(setting, draft.name));
      } else if (!key.isOfMatch() && !policy.hasTimeout()) {
        result.warning(
            setting.origin(), Complaints.tunesNothing(setting, "timeouts, and none is set"));
      }
    }
  }

  /** Says which defaults no policy has a use for. */
  static void warnOfDefaults(Draft defaults, List<Policy> policies, LoadResult result) {
    boolean used = false;
    for (Policy policy : policies) {
      used |= policy.hasTimeout() && policy.hasMatch(true);
    }
    for (Key key : ALL) {
      Setting setting = defaults.get(key);
      if (setting != null && !used) {
        result.warning(
            setting.origin(),
            Complaints.tunesNothing(setting, "timeouts of JDBC calls, and none is set"));
      }
    }
  }
}
