package io.fusebox.policy.file;

import io.fusebox.policy.Key;
import io.fusebox.policy.Origin;
import io.fusebox.policy.Setting;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a policy file with all that it includes, and the overrides. It never throws: whatever is
 * wrong is a {@link Problem} of the result, and all of them are found in one go. Every call is a
 * reading of its own; thread-safe.
 *
 * <p>Layers, weakest first, key by key: built-in, {@code default.}, the included files in order,
 * the file itself, the policy that is extended, the policy, {@code FUSEBOX_...} of the environment,
 * {@code -Dfusebox....}. An override belongs to the scope that it names: one of {@code default.} is
 * as weak as {@code default.} is, and one of a policy flows to those that extend it.
 *
 * <p>A file that is included twice counts at its last place. So the files are read strongest first
 * - the file, its last include with what that includes, the one before - each of them once, and a
 * value that is there already stays.
 *
 * <p>Only plain classes of {@code java.io} and {@code java.util} are used, for this runs before the
 * application's main method.
 */
public final class PolicyReader {

  /** Largest file, in bytes. */
  public static final int MAX_BYTES = 8 << 20;

  /** Deepest nesting of includes. */
  static final int MAX_DEPTH = 64;

  /** Most files of one reading. */
  static final int MAX_FILES = 1_000;

  /** What the names of overriding environment variables begin with. */
  static final String VARIABLE = "FUSEBOX_";

  /** What the names of overriding system properties begin with. */
  static final String PROPERTY = "fusebox.";

  // Fixed at construction.
  private final String version;
  private final LoadResult result = new LoadResult();
  private final Map<String, Draft> policies = new LinkedHashMap<String, Draft>();
  private final Draft defaults = new Draft("", "default.", Origin.BUILT_IN);
  private final Draft top = new Draft("", "", Origin.BUILT_IN);
  // Filled while reading. By canonical path: whether the file is being read or has been.
  private final Map<String, Boolean> reading = new HashMap<String, Boolean>();
  private final List<String> chain = new ArrayList<String>(4); // from the file to the one read
  private @Nullable Problem tooNew;
  private boolean incomplete; // a file could not be read

  private PolicyReader(String version) {
    this.version = version;
  }

  /**
   * Reads the file with the overrides of this process; where a security manager hides them,
   * without.
   *
   * @param version the agent's version, such as 1.2.0; with anything that is no version {@code
   *     requires} is always met
   */
  public static LoadResult load(File file, String version) {
    Map<String, String> environment = new HashMap<String, String>(0);
    Properties properties = new Properties();
    try {
      environment = System.getenv();
      properties = System.getProperties();
    } catch (SecurityException e) {
      // Hidden from us: as if there were none.
      properties = new Properties();
    }
    return load(file, version, environment, properties);
  }

  /** Reads the file with the given overrides; both maps may hold anything else besides. */
  public static LoadResult load(
      File file, String version, Map<String, String> environment, Properties properties) {
    PolicyReader reader = new PolicyReader(version);
    String name = shown(file);
    reader.result.file(file, name);
    reader.read(file, name, null);
    if (reader.tooNew != null) {
      return reader.result.onlyError(reader.tooNew);
    }
    if (hasName(environment.keySet(), VARIABLE)
        || hasName(properties.stringPropertyNames(), PROPERTY)) {
      new Overrides(reader.result, reader.top, reader.defaults, reader.policies)
          .apply(environment, properties);
    }
    return reader.resolve();
  }

  private static boolean hasName(Set<String> names, String prefix) {
    for (String name : names) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private LoadResult resolve() {
    Setting ceiling = top.get(Key.AGENT_MODE);
    return result.done(new Resolver(result, defaults, policies, ceiling, incomplete).resolve());
  }

  /** Reads one file, then what it includes, the last one first. */
  private void read(File file, String name, @Nullable Setting include) {
    String identity = identity(file);
    Boolean isOpen = reading.get(identity);
    if (isOpen != null) {
      if (isOpen && include != null) {
        result.error(include.origin(), Complaints.cycle(include, chain, name));
      }
      return;
    }
    reading.put(identity, true);
    chain.add(name);
    Content content = Content.of(file);
    if (content.problem == null) {
      includes(file, entries(name, content));
    } else {
      incomplete = true;
      refuse(name, include, content.line, content.problem);
    }
    chain.remove(chain.size() - 1);
    reading.put(identity, false);
  }

  private void refuse(String name, @Nullable Setting include, int line, String problem) {
    if (include == null || line > 0) {
      result.error(name, line, problem);
    } else {
      result.error(include.origin(), Complaints.include(include, name, problem));
    }
  }

  /** The file's name on one line. */
  private static String shown(File file) {
    String path = file.getPath();
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) < ' ' || path.charAt(i) == 0x7f) {
        return Complaints.onOneLine(path);
      }
    }
    return path;
  }

  private static String identity(File file) {
    try {
      return file.getCanonicalPath();
    } catch (IOException | SecurityException e) {
      return file.getPath();
    }
  }

  /** Takes all entries of a file; returns its {@code include}. */
  private @Nullable Setting entries(String name, Content content) {
    PropertiesLexer lexer = new PropertiesLexer(content.text, content.length);
    Setting include = null;
    while (lexer.next()) {
      Origin origin = Origin.file(name, lexer.line());
      if (lexer.isMalformed()) {
        result.error(origin, Complaints.escape(lexer.key()));
        continue;
      }
      Setting setting = entry(lexer.key(), lexer.value().trim(), origin);
      include = setting != null && setting.key().equals("include") ? setting : include;
    }
    return include;
  }

  private @Nullable Setting entry(String fullKey, String value, Origin origin) {
    Key key = key(fullKey);
    Draft draft = key == null ? null : draft(fullKey, key, origin);
    if (key == null || draft == null) {
      if (result.wantsError()) {
        result.wantedError(origin, Complaints.unknownKey(fullKey, policies.keySet()));
      }
      return null;
    }
    Setting setting = setting(key, draft, fullKey.substring(draft.scope.length()), value, origin);
    Setting first = draft.offer(setting);
    if (first != null) {
      result.error(origin, Complaints.duplicate(setting, first));
    } else if (value.contains(" #") || value.contains("\t#") || value.startsWith("#")) {
      draft.reject(setting);
      result.error(origin, Complaints.comment(setting));
    } else if (!key.accepts(value)) {
      draft.reject(setting);
      result.error(origin, Complaints.value(setting, key));
    } else if (key == Key.REQUIRES) {
      require(setting);
    } else if (key == Key.RETRY_METHODS) {
      Lists.warnOfMethods(setting, result);
    }
    return setting;
  }

  /** A setting of that name, which counts only where the key stands for many. */
  static Setting setting(Key key, Draft draft, String name, String value, Origin origin) {
    return key.isFamily()
        ? Setting.named(key, draft.scope, name, value, origin)
        : new Setting(key, draft.scope, value, origin);
  }

  private void require(Setting setting) {
    if (tooNew == null && Complaints.isOlder(version, setting.value())) {
      tooNew =
          new Problem(
              setting.origin().file(),
              setting.origin().line(),
              0,
              Complaints.tooNew(setting, version));
    }
  }

  /** The key of that whole name, or null. */
  static @Nullable Key key(String fullKey) {
    if (fullKey.startsWith("policy.")) {
      int dot = fullKey.indexOf('.', 7);
      return dot < 0 ? null : Key.find(fullKey.substring(dot + 1), Key.POLICY);
    }
    if (fullKey.startsWith("default.")) {
      return Key.find(fullKey.substring(8), Key.DEFAULT);
    }
    return Key.find(fullKey, Key.FILE);
  }

  private @Nullable Draft draft(String fullKey, Key key, Origin origin) {
    if (key.isIn(Key.FILE)) {
      return top;
    }
    if (fullKey.startsWith("default.")) {
      return defaults;
    }
    return policy(fullKey.substring(7, fullKey.indexOf('.', 7)), policies, origin);
  }

  /** The policy of that name, made where there is none yet; null where that is no name. */
  static @Nullable Draft policy(String name, Map<String, Draft> policies, Origin origin) {
    Draft draft = policies.get(name);
    if (draft == null && Key.isPolicyName(name)) {
      draft = new Draft(name, "policy." + name + ".", origin);
      policies.put(name, draft);
    }
    return draft;
  }

  private void includes(File file, @Nullable Setting include) {
    if (include == null || include.value().isEmpty()) {
      return;
    }
    if (chain.size() > MAX_DEPTH) {
      result.error(include.origin(), Complaints.depth(include));
      return;
    }
    List<File> files = new ArrayList<File>(2);
    int from = 0;
    String list = include.value();
    while (from <= list.length()) {
      int comma = list.indexOf(',', from);
      String name = list.substring(from, comma < 0 ? list.length() : comma).trim();
      from = comma < 0 ? list.length() + 1 : comma + 1;
      if (name.isEmpty() || result.files().size() >= MAX_FILES) {
        result.error(include.origin(), Complaints.includeList(include, name.isEmpty()));
        return;
      }
      if (name.indexOf("://") >= 0) {
        result.error(include.origin(), Complaints.includeUrl(include));
        return;
      }
      File named = new File(name);
      File included = named.isAbsolute() ? named : new File(file.getParentFile(), name);
      result.file(included, shown(included));
      files.add(included);
    }
    for (int i = files.size() - 1; i >= 0; i--) {
      read(files.get(i), shown(files.get(i)), include);
    }
  }
}
