package io.fusebox.cli;

import io.fusebox.engine.RetrySettings;
import io.fusebox.policy.FallbackSettings;
import io.fusebox.policy.Key;
import io.fusebox.policy.Origin;
import io.fusebox.policy.Policy;
import io.fusebox.policy.Quoted;
import io.fusebox.policy.Setting;
import java.util.ArrayList;
import java.util.List;

/** The settings of a policy that have a meaning: those of a family that is not armed have none. */
final class Armed {

  private static final String[] FAMILIES = {
    "timeout", "retry", "breaker", "bulkhead", "fallback", "jdbc"
  };

  private Armed() {}

  /**
   * What is armed, family by family, each in the order of the key table; the general ones first.
   */
  static List<List<Setting>> families(Policy policy) {
    List<List<Setting>> families = new ArrayList<>();
    families.add(of(policy, ""));
    for (String family : FAMILIES) {
      List<Setting> settings = of(policy, family);
      if (!settings.isEmpty()) {
        families.add(settings);
      }
    }
    return families;
  }

  /** The value as it may be shown: text on one line, and not endless. */
  static String value(Setting setting) {
    return setting.tableKey().isText() ? Quoted.of(setting.value()) : setting.value();
  }

  private static List<Setting> of(Policy policy, String family) {
    List<Setting> settings = new ArrayList<>();
    for (Setting setting : policy.settings()) {
      Key key = setting.tableKey();
      if (family(key).equals(family) && means(policy, key, family)) {
        settings.add(setting);
      }
    }
    return settings;
  }

  private static String family(Key key) {
    if (key == Key.STREAM) {
      return "timeout";
    }
    for (String family : FAMILIES) {
      if (family.equals(key.family())) {
        return family;
      }
    }
    return "";
  }

  private static boolean means(Policy policy, Key key, String family) {
    switch (family) {
      case "timeout":
        return policy.hasTimeout();
      case "retry":
        return retries(policy)
            || (policy.retry() != null && key.isSwitch())
            || (key == Key.RETRY_STATUSES && onStatus(policy));
      case "breaker":
        return policy.breaker() != null;
      case "bulkhead":
        return policy.bulkhead() > 0;
      case "fallback":
        return policy.fallback() != null;
      case "jdbc":
        return policy.hasTimeout() && policy.hasMatch(true);
      default:
        return isSet(policy, key) && (key != Key.SCOPE || keepsState(policy));
    }
  }

  /** What narrows a match has no meaning where nobody sets it. */
  private static boolean isSet(Policy policy, Key key) {
    boolean narrows = key == Key.MATCH_USER || key == Key.MATCH_APPLICATION;
    return !narrows || policy.setting(key.name()).origin() != Origin.BUILT_IN;
  }

  /** Whether sends are counted: a key alone does not do that. */
  static boolean retries(Policy policy) {
    RetrySettings retry = policy.retry();
    Setting attempts = policy.setting(Key.RETRY_ATTEMPTS.name());
    boolean set = attempts.origin() != Origin.BUILT_IN && !attempts.value().equals("off");
    return retry != null && set;
  }

  private static boolean onStatus(Policy policy) {
    FallbackSettings fallback = policy.fallback();
    return fallback != null && fallback.onStatus();
  }

  private static boolean keepsState(Policy policy) {
    return retries(policy) || policy.breaker() != null || policy.bulkhead() > 0;
  }
}
