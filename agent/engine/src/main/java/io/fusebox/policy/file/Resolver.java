package io.fusebox.policy.file;

import io.fusebox.policy.Key;
import io.fusebox.policy.Match;
import io.fusebox.policy.MatchParser;
import io.fusebox.policy.Mode;
import io.fusebox.policy.Origin;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import io.fusebox.policy.Setting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes policies of what was read: lets them inherit, checks each as a whole and all together. It
 * works on whatever is well-formed, so that errors of every kind are found in one go. One thread.
 */
final class Resolver {

  // Fixed at construction.
  private final LoadResult result;
  private final Draft defaults;
  private final Map<String, Draft> drafts;
  private final @Nullable Setting ceiling; // agent.mode
  private final boolean incomplete; // what is missing may stand in a file that could not be read
  private final @Nullable Setting[] weakest = new @Nullable Setting[Key.ALL.size()];
  // Filled while resolving.
  private final List<Policy> policies = new ArrayList<Policy>();
  private @Nullable Families families; // made where a file has such keys
  private boolean anyTimeout;
  private int defaultsLowered; // a bit for each key that was warned of

  Resolver(
      LoadResult result,
      Draft defaults,
      Map<String, Draft> drafts,
      @Nullable Setting ceiling,
      boolean incomplete) {
    this.result = result;
    this.defaults = defaults;
    this.drafts = drafts;
    this.ceiling = ceiling;
    this.incomplete = incomplete;
  }

  PolicySet resolve() {
    Mode mode = ceiling == null ? Mode.ENFORCE : Mode.of(ceiling.value());
    Mode agentMode = mode == null ? Mode.ENFORCE : mode;
    Map<String, Draft> byVariable = new HashMap<String, Draft>();
    for (Draft draft : drafts.values()) {
      // Of letters, digits and dashes, only case gets lost in a variable's name.
      Draft twin = byVariable.put(draft.name.toLowerCase(Locale.ROOT), draft);
      if (twin != null) {
        result.error(draft.firstSeen, Complaints.sameVariable(draft, twin));
      }
      inherit(draft);
      build(draft, agentMode);
    }
    Setting stream = defaults.get(Key.STREAM);
    if (stream != null && !anyTimeout) {
      result.warning(stream.origin(), Complaints.tunesNothing(stream, "timeouts, and none is set"));
    }
    if (families != null || tunesFamilies()) {
      families().warnOfDefaults();
    }
    if (setsJdbc(defaults) && !drafts.isEmpty()) {
      JdbcKeys.warnOfDefaults(defaults, policies, result);
    }
    if (drafts.isEmpty() && !incomplete) {
      warnOfNoPolicy();
    }
    List<Match[]> overlaps = new ArrayList<Match[]>(0);
    PolicySet set = PolicySet.of(agentMode, policies, overlaps);
    for (int i = 0; i < overlaps.size(); i++) {
      overlap(overlaps.get(i)[0], overlaps.get(i)[1]);
    }
    return set;
  }

  /** Defaults alone look like protection, and are none. */
  private void warnOfNoPolicy() {
    for (int i = 0; i < Key.ALL.size(); i++) {
      Setting setting = defaults.get(Key.ALL.get(i));
      if (setting != null && setting.origin().file() != null) {
        result.warning(setting.origin(), Complaints.noPolicyAtAll(setting));
        return;
      }
    }
  }

  private boolean tunesFamilies() {
    for (int i = 0; i < Key.ALL.size(); i++) {
      Setting setting = defaults.get(Key.ALL.get(i));
      if (setting != null && concerns(i, setting)) {
        return true;
      }
    }
    return defaults.headers() != null;
  }

  /** Whether a value is one of {@link Families}, and somebody set it. */
  private static boolean concerns(int index, Setting setting) {
    return (index > Key.STREAM.index() || index == Key.SCOPE.index())
        && setting.origin() != Origin.BUILT_IN;
  }

  private Families families() {
    if (families == null) {
      families = new Families(result, defaults);
    }
    return families;
  }

  /** Walks up to a policy that is done, then down again: a chain may be longer than the stack. */
  private void inherit(Draft draft) {
    List<Draft> chain = new ArrayList<Draft>(2);
    Draft up = draft;
    while (up != null && up.inherited == null) {
      if (up.visiting) {
        cycle(chain, up);
        break;
      }
      up.visiting = true;
      chain.add(up);
      up = parent(up);
    }
    for (int i = chain.size() - 1; i >= 0; i--) {
      Draft child = chain.get(i);
      inherit(child, parent(child));
    }
  }

  private @Nullable Draft parent(Draft draft) {
    Setting parent = draft.get(Key.EXTENDS);
    return parent == null ? null : drafts.get(parent.value());
  }

  private void inherit(Draft draft, @Nullable Draft parent) {
    @Nullable Setting[] above = parent == null ? null : parent.inherited;
    @Nullable Setting[] merged = new @Nullable Setting[Key.ALL.size()];
    for (int i = 0; i < merged.length; i++) {
      Key key = Key.ALL.get(i);
      Setting own = draft.get(key);
      boolean isOwn = key.isOfMatch() || key == Key.EXTENDS;
      Setting inherited = above == null || isOwn ? null : above[i];
      merged[i] = own == null ? inherited : own;
      Slot slot = own != null && key.isList() ? draft.slot(key) : null;
      if (slot != null) {
        merged[i] = Lists.over(inherited == null ? weakest(i) : inherited, slot, result);
      }
    }
    draft.inherited = merged;
    if (draft.headers() != null || (parent != null && parent.inheritedHeaders != null)) {
      draft.inheritedHeaders = Families.headers(draft, parent);
    }
  }

  /** What holds where no policy says anything. */
  private Setting weakest(int i) {
    Setting known = weakest[i];
    if (known == null) {
      Key key = Key.ALL.get(i);
      Setting set = defaults.get(key);
      Setting builtIn = new Setting(key, "", key.builtIn(), Origin.BUILT_IN);
      known = set == null ? builtIn : set;
      Slot slot = set != null && key.isList() ? defaults.slot(key) : null;
      if (slot != null) {
        known = Lists.over(builtIn, slot, result);
      }
      weakest[i] = known;
    }
    return known;
  }

  private void cycle(List<Draft> chain, Draft again) {
    List<String> names = new ArrayList<String>();
    for (int i = chain.indexOf(again); i < chain.size(); i++) {
      names.add(chain.get(i).name);
    }
    Setting last = chain.get(chain.size() - 1).get(Key.EXTENDS);
    if (last != null) {
      result.error(last.origin(), Complaints.extendsCycle(last, names));
    }
  }

  private void build(Draft draft, Mode agentMode) {
    Setting parent = draft.get(Key.EXTENDS);
    boolean unknown = parent != null && !drafts.containsKey(parent.value());
    if (parent != null && unknown && !incomplete && result.wantsError()) {
      result.wantedError(parent.origin(), Complaints.noPolicy(parent, drafts.keySet()));
    }
    Setting[] settings = settings(draft, agentMode);
    lower(draft, settings, Key.CONNECT);
    lower(draft, settings, Key.ATTEMPT);
    boolean more = concernsFamilies(draft, settings);
    if (more) {
      families().settle(draft, settings);
      settings = families().withHeaders(draft, settings);
    }
    List<Match> matches = matches(draft);
    if (matches == null) {
      return;
    }
    boolean ownRead = draft.inherited != null && draft.inherited[Key.READ.index()] != null;
    Policy policy = Policy.of(policies.size(), draft.name, settings, ownRead, matches);
    policies.add(policy);
    anyTimeout |= policy.hasTimeout();
    Setting stream = draft.get(Key.STREAM);
    if (stream != null && !policy.hasTimeout()) {
      result.warning(stream.origin(), Complaints.tunesNothing(stream, "timeouts, and none is set"));
    }
    if (more) {
      families().warn(draft, policy);
    }
    if (setsJdbc(draft)) {
      JdbcKeys.warn(draft, policy, result);
    }
  }

  private static boolean setsJdbc(Draft draft) {
    return draft.sets(Key.MATCH_USER)
        || draft.sets(Key.MATCH_APPLICATION)
        || draft.sets(Key.CANCEL_GRACE)
        || draft.sets(Key.LONG);
  }

  private boolean concernsFamilies(Draft draft, Setting[] settings) {
    for (int i = 0; i < settings.length; i++) {
      if (concerns(i, settings[i])) {
        return true;
      }
    }
    return draft.inheritedHeaders != null || defaults.headers() != null;
  }

  private Setting[] settings(Draft draft, Mode agentMode) {
    Setting[] settings = new Setting[Key.ALL.size()];
    for (int i = 0; i < settings.length; i++) {
      Setting own = draft.inherited == null ? null : draft.inherited[i];
      settings[i] = own == null ? weakest(i) : own;
    }
    int at = Key.MODE.index();
    Mode mode = Mode.of(settings[at].value());
    if (ceiling != null && mode != null && agentMode.compareTo(mode) < 0) {
      settings[at] = settings[at].loweredTo(ceiling);
    }
    return settings;
  }

  /**
   * A connect or attempt above total: an error where the policy itself sets both in one layer, for
   * that is a slip; else the two were not written for each other, and the smaller one is meant.
   */
  private void lower(Draft draft, Setting[] settings, Key key) {
    Setting setting = settings[key.index()];
    Setting total = settings[Key.TOTAL.index()];
    if (total.nanos() == Policy.NONE
        || setting.nanos() == Policy.NONE
        || setting.nanos() <= total.nanos()) {
      return;
    }
    boolean sets = draft.get(key) != null;
    boolean setsTotal = draft.get(Key.TOTAL) != null;
    if (sets && setsTotal && setting.origin().sameLayer(total.origin())) {
      result.error(setting.origin(), Complaints.above(setting, total));
      return;
    }
    settings[key.index()] = setting.loweredTo(total);
    boolean fromDefaults = !sets && !setsTotal && parent(draft) == null;
    boolean first = (defaultsLowered & 1 << key.index()) == 0;
    // What was said of the defaults, or of the policy that is extended, is not said again.
    if (sets || setsTotal || (fromDefaults && first)) {
      defaultsLowered |= fromDefaults ? 1 << key.index() : 0;
      result.warning(setting.origin(), Complaints.moved(setting, "lowered", total, draft.name));
    }
  }

  private @Nullable List<Match> matches(Draft draft) {
    Setting setting = draft.get(Key.MATCH);
    if (setting == null) {
      if (!draft.sets(Key.MATCH) && !incomplete && result.wantsError()) {
        boolean byOverride = draft.firstSeen.file() == null;
        result.wantedError(draft.firstSeen, Complaints.noMatch(draft, drafts.keySet(), byOverride));
      }
      return null;
    }
    List<String> problems = new ArrayList<String>(0);
    List<Match> matches = MatchParser.parse(setting.value(), setting.origin(), problems);
    for (int i = 0; i < problems.size(); i++) {
      if (result.wantsError()) {
        result.wantedError(setting.origin(), Complaints.match(setting, problems.get(i)));
      }
    }
    for (int i = 0; i < matches.size(); i++) {
      warnOfOdd(setting, matches.get(i).text());
    }
    // What is left of a list with errors is looked at all the same, for errors of other kinds.
    return matches.isEmpty() ? null : matches;
  }

  private void warnOfOdd(Setting setting, String match) {
    char last = match.charAt(match.length() - 1);
    boolean odd = (last >= 'A' && last <= 'Z') || (last >= '0' && last <= '9') || last == ',';
    odd |= match.indexOf('{') >= 0;
    String hint = odd ? MatchHints.of(match) : null;
    if (hint != null && result.wantsWarning()) {
      result.wantedWarning(setting.origin(), Complaints.oddMatch(setting, match, hint));
    }
  }

  private void overlap(Match match, Match other) {
    Policy policy = match.policy();
    if (policy != null && result.wantsError()) {
      result.wantedError(match.origin(), Complaints.overlap(policy.setting("match"), match, other));
    }
  }
}
