package io.fusebox.policy.file;

import io.fusebox.policy.FallbackSettings;
import io.fusebox.policy.Key;
import io.fusebox.policy.Origin;
import io.fusebox.policy.Policy;
import io.fusebox.policy.Setting;
import io.fusebox.policy.Values;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What retries, breaker, bulkhead and fallback ask of a policy as a whole: values that depend on
 * each other, and tuning that tunes nothing. Loaded only for a file that has such keys. One thread.
 */
final class Families {

  private static final int OWN = 3;
  private static final int EXTENDED = 2;
  private static final int BY_DEFAULT = 1;

  // Fixed at construction.
  private final LoadResult result;
  private final Draft defaults;
  // What was said of defaults is said once, whatever policies they reach.
  private final Set<Setting> told = new HashSet<Setting>();
  private boolean anyAttempts;
  private boolean anyBreaker;
  private boolean anyFallback;
  private boolean anyOnStatus;
  private boolean anyState;

  Families(LoadResult result, Draft defaults) {
    this.result = result;
    this.defaults = defaults;
    pair(defaults, Key.RETRY_BASE, Key.RETRY_CAP);
    pair(defaults, Key.BREAKER_OPEN_FOR, Key.BREAKER_MAX_OPEN);
    framing(defaults);
  }

  /** Headers that the policy sets itself, over those that it extends; null where there are none. */
  static @Nullable Map<String, Setting> headers(Draft draft, @Nullable Draft parent) {
    Map<String, Setting> own = draft.headers();
    Map<String, Setting> above = parent == null ? null : parent.inheritedHeaders;
    if (own == null || above == null) {
      return own == null ? above : own;
    }
    return over(above, own);
  }

  private static Map<String, Setting> over(
      Map<String, Setting> weaker, Map<String, Setting> stronger) {
    Map<String, Setting> headers = new LinkedHashMap<String, Setting>(weaker);
    headers.putAll(stronger);
    return headers;
  }

  /** The settings with those of all headers behind them; an empty one ends what it inherits. */
  Setting[] withHeaders(Draft draft, Setting[] settings) {
    Map<String, Setting> weaker = defaults.headers();
    Map<String, Setting> stronger = draft.inheritedHeaders;
    Map<String, Setting> headers = weaker == null ? stronger : weaker;
    if (headers == null) {
      return settings;
    }
    if (weaker != null && stronger != null) {
      headers = over(weaker, stronger);
    }
    List<Setting> all = new ArrayList<Setting>();
    for (Setting header : headers.values()) {
      if (!header.value().isEmpty()) {
        all.add(header);
      }
    }
    Setting[] more = new Setting[settings.length + all.size()];
    System.arraycopy(settings, 0, more, 0, settings.length);
    for (int i = 0; i < all.size(); i++) {
      more[settings.length + i] = all.get(i);
    }
    return more;
  }

  /** Checks values that depend on each other, and fills in those that follow from others. */
  void settle(Draft draft, Setting[] settings) {
    pair(draft, Key.RETRY_BASE, Key.RETRY_CAP);
    pair(draft, Key.BREAKER_OPEN_FOR, Key.BREAKER_MAX_OPEN);
    framing(draft);
    boolean retries = isOn(settings, Key.RETRY_ATTEMPTS, true);
    boolean breaks = isOn(settings, Key.BREAKER, false);
    fit(draft, settings, Key.RETRY_BASE, Key.RETRY_CAP, retries);
    fit(draft, settings, Key.BREAKER_OPEN_FOR, Key.BREAKER_MAX_OPEN, breaks);
    Setting maxOpen = of(settings, Key.BREAKER_MAX_OPEN);
    Setting openFor = of(settings, Key.BREAKER_OPEN_FOR);
    if (maxOpen.nanos() < 0) {
      put(settings, maxOpen.made(openFor.value(), "as breaker.open-for"));
    }
    boolean rated = isOn(settings, Key.BREAKER_RATE, false);
    boolean slow = of(settings, Key.BREAKER_SLOW_CALL).nanos() != Policy.NONE;
    boolean counted = isOn(settings, Key.BREAKER_CONSECUTIVE, false);
    Setting probes = of(settings, Key.BREAKER_PROBES);
    if (counted && !rated && !slow && probes.origin() == Origin.BUILT_IN) {
      put(settings, probes.made("1", "only breaker.consecutive decides"));
    }
    if (!counted && !rated && !slow && of(settings, Key.BREAKER).value().equals("on")) {
      Setting rate = of(settings, Key.BREAKER_RATE);
      result.error(rate.origin(), Complaints.neverOpens(rate, draft.name));
    }
    distinct(settings);
  }

  private static void put(Setting[] settings, Setting setting) {
    settings[setting.tableKey().index()] = setting;
  }

  private static Setting of(Setting[] settings, Key key) {
    return settings[key.index()];
  }

  private static boolean isOn(Setting[] settings, Key key, boolean onlyIfSet) {
    Setting setting = of(settings, key);
    return !setting.value().equals("off") && !(onlyIfSet && setting.origin() == Origin.BUILT_IN);
  }

  /** Two that one scope sets in one layer and that do not fit: a slip, whatever is armed. */
  private void pair(Draft draft, Key lower, Key upper) {
    Setting low = draft.get(lower);
    Setting high = draft.get(upper);
    if (low != null && high != null && isSlip(low, high)) {
      result.error(high.origin(), Complaints.below(high, low));
    }
  }

  private static boolean isSlip(Setting low, Setting high) {
    return low.nanos() > high.nanos() && low.origin().sameLayer(high.origin());
  }

  /** Two that were not written for each other: what the weaker layer says gives way. */
  private void fit(Draft draft, Setting[] settings, Key lower, Key upper, boolean armed) {
    Setting low = of(settings, lower);
    Setting high = of(settings, upper);
    if (high.nanos() < 0 || low.nanos() <= high.nanos()) {
      return;
    }
    int lowRank = rank(draft, low);
    int highRank = rank(draft, high);
    boolean lowStays =
        lowRank != highRank ? lowRank > highRank : low.origin().isAbove(high.origin());
    put(settings, lowStays ? high.raisedTo(low) : low.loweredTo(high));
    boolean own = lowRank == OWN || highRank == OWN;
    boolean slip = lowRank == highRank && isSlip(low, high);
    boolean first = lowRank <= BY_DEFAULT && highRank <= BY_DEFAULT && told.add(low);
    if (armed && !slip && (own || first)) {
      warnMoved(draft, lowStays ? high : low, lowStays ? low : high, lowStays);
    }
  }

  private void warnMoved(Draft draft, Setting moved, Setting to, boolean raised) {
    if (moved.origin() == Origin.BUILT_IN) {
      result.warning(to.origin(), Complaints.movesBuiltIn(to, moved, raised));
    } else {
      String how = raised ? "raised" : "lowered";
      result.warning(moved.origin(), Complaints.moved(moved, how, to, draft.name));
    }
  }

  /** How near to the policy a value was set: by itself, one that it extends, default, built-in. */
  private int rank(Draft draft, Setting setting) {
    if (setting.origin() == Origin.BUILT_IN) {
      return 0;
    }
    if (setting.fullKey().startsWith(draft.scope)) {
      return OWN;
    }
    return setting.fullKey().startsWith(defaults.scope) ? BY_DEFAULT : EXTENDED;
  }

  private void framing(Draft draft) {
    Map<String, Setting> headers = draft.headers();
    if (headers == null) {
      return;
    }
    for (Map.Entry<String, Setting> header : headers.entrySet()) {
      String key = header.getKey();
      String name = key.substring(key.indexOf(Key.HEADER_PREFIX) + Key.HEADER_PREFIX.length());
      if (Values.isOfConnection(name)) {
        boolean framing = name.equals("content-length") || name.equals("transfer-encoding");
        result.error(
            header.getValue().origin(), Complaints.ofConnection(header.getValue(), framing));
      }
    }
  }

  private void distinct(Setting[] settings) {
    Setting key = of(settings, Key.RETRY_KEY);
    Setting attempt = of(settings, Key.RETRY_HEADER);
    if (key.value().equalsIgnoreCase(attempt.value()) && told.add(key)) {
      result.error(key.origin(), Complaints.sameHeader(key, attempt));
    }
  }

  /** Says what a policy sets without effect. */
  void warn(Draft draft, Policy policy) {
    Setting attempts = policy.setting(Key.RETRY_ATTEMPTS.name());
    boolean retries = attempts.origin() != Origin.BUILT_IN && !attempts.value().equals("off");
    boolean onStatus = policy.fallback() != null && policy.fallback().onStatus();
    boolean keepsState = retries || policy.breaker() != null || policy.bulkhead() > 0;
    anyAttempts |= retries;
    anyBreaker |= policy.breaker() != null;
    anyFallback |= policy.fallback() != null;
    anyOnStatus |= onStatus;
    anyState |= keepsState;
    warn(
        draft,
        retries || draft.get(Key.RETRY_ATTEMPTS) != null,
        onStatus,
        policy.breaker() != null || draft.get(Key.BREAKER) != null,
        policy.fallback() != null || draft.get(Key.FALLBACK_ON) != null,
        keepsState);
    boolean several = retries && !attempts.value().equals("1");
    if (!policy.hasMatch(false)) {
      warnOfHttp(draft);
      return;
    }
    warnOfAnswer(policy);
    if (several && !policy.boundsAttempts() && told.add(attempts)) {
      result.warning(attempts.origin(), Complaints.unbounded(attempts, draft.name));
    }
  }

  /** Says which defaults no policy has a use for. */
  void warnOfDefaults() {
    warn(defaults, anyAttempts, anyOnStatus, anyBreaker, anyFallback, anyState);
  }

  private void warn(
      Draft draft,
      boolean retries,
      boolean onStatus,
      boolean breaks,
      boolean fallsBack,
      boolean keepsState) {
    for (int i = 0; i < Key.ALL.size(); i++) {
      Key key = Key.ALL.get(i);
      Setting setting = draft.get(key);
      if (setting == null || key.isSwitch()) {
        continue;
      }
      String family = key.family();
      if (family.equals("retry") && !retries && !(key == Key.RETRY_STATUSES && onStatus)) {
        tunes(setting, "retries, and retry.attempts is not set");
      } else if (family.equals("breaker") && !breaks) {
        tunes(setting, "the breaker, and breaker is not on");
      } else if (family.equals("fallback") && !fallsBack) {
        tunes(setting, "the fallback, and fallback.on is not set");
      } else if (key == Key.SCOPE && !keepsState) {
        tunes(setting, "retries, breaker and bulkhead, and none is set");
      }
    }
    Map<String, Setting> headers = fallsBack ? null : draft.headers();
    if (headers != null) {
      for (Setting setting : headers.values()) {
        tunes(setting, "the fallback, and fallback.on is not set");
      }
    }
  }

  private void tunes(Setting setting, String what) {
    result.warning(setting.origin(), Complaints.tunesNothing(setting, what));
  }

  private void warnOfAnswer(Policy policy) {
    FallbackSettings fallback = policy.fallback();
    if (fallback == null) {
      return;
    }
    Setting reasons = policy.setting(Key.FALLBACK_ON.name());
    if (fallback.onDeadline() && told.add(reasons)) {
      result.warning(reasons.origin(), Complaints.noDeadlines(reasons));
    }
    boolean hasBody = !policy.setting(Key.FALLBACK_BODY.name()).value().isEmpty();
    Setting status = policy.setting(Key.FALLBACK_STATUS.name());
    if (fallback.isBodiless() && hasBody && told.add(status)) {
      result.warning(status.origin(), Complaints.noBody(status, policy.name()));
    }
  }

  private void warnOfHttp(Draft draft) {
    for (Key key : Key.ALL) {
      Setting setting = draft.get(key);
      if (setting == null || setting.value().equals("off")) {
        continue;
      }
      if (key == Key.RETRY_KEY || key.family().equals("fallback")) {
        result.warning(setting.origin(), Complaints.httpOnly(setting, draft.name));
      } else if (key == Key.READ || key == Key.RETRY_ATTEMPTS) {
        result.warning(setting.origin(), Complaints.notYetForJdbc(setting, draft.name));
      }
    }
  }
}
