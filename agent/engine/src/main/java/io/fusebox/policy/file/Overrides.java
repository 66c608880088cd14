package io.fusebox.policy.file;

import io.fusebox.policy.Key;
import io.fusebox.policy.Origin;
import io.fusebox.policy.Setting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Environment variables and system properties over what the files set. A system property names its
 * key exactly, so it may bring a policy of its own; a variable has lost case and dashes, so it can
 * only mean what is there. An unknown variable is a warning, since Kubernetes makes some of its
 * own; an unknown property is an error. One thread; loaded only where there are any.
 */
final class Overrides {

  private static final String HEADER = "FALLBACK_HEADER_";

  // Fixed at construction.
  private final LoadResult result;
  private final Draft top;
  private final Draft defaults;
  private final Map<String, Draft> policies;

  Overrides(LoadResult result, Draft top, Draft defaults, Map<String, Draft> policies) {
    this.result = result;
    this.top = top;
    this.defaults = defaults;
    this.policies = policies;
  }

  void apply(Map<String, String> environment, Properties properties) {
    for (String name : sorted(properties.stringPropertyNames(), PolicyReader.PROPERTY)) {
      String value = properties.getProperty(name);
      // Another thread may have removed it since.
      if (value != null) {
        property(name, value.trim());
      }
    }
    Map<String, Draft> byVariable = byVariable();
    for (String name : sorted(environment.keySet(), PolicyReader.VARIABLE)) {
      String value = environment.get(name);
      if (value != null) {
        variable(name, value.trim(), byVariable);
      }
    }
  }

  /** The variable of a key or of a scope: upper case, with _ for points and dashes. */
  static String variable(String key) {
    return PolicyReader.VARIABLE + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  private void property(String name, String value) {
    Origin origin = Origin.property(name);
    String fullKey = name.substring(PolicyReader.PROPERTY.length());
    Key key = PolicyReader.key(fullKey);
    Draft draft = key == null ? null : draft(fullKey, key, origin);
    if (key == null || draft == null) {
      result.error(origin, Complaints.unknownProperty(name, policies.keySet()));
    } else {
      set(draft, key, fullKey.substring(draft.scope.length()), value, origin);
    }
  }

  private @Nullable Draft draft(String fullKey, Key key, Origin origin) {
    if (key.isIn(Key.FILE)) {
      return top;
    }
    return fullKey.startsWith(defaults.scope)
        ? defaults
        : PolicyReader.policy(fullKey.substring(7, fullKey.indexOf('.', 7)), policies, origin);
  }

  private void variable(String name, String value, Map<String, Draft> byVariable) {
    for (Key key : Key.ALL) {
      String end = variable(key.name()).substring(PolicyReader.VARIABLE.length());
      Draft draft =
          name.endsWith(end)
              ? byVariable.get(name.substring(0, name.length() - end.length()))
              : null;
      if (draft != null && !key.isFamily() && key.isIn(scope(draft))) {
        set(draft, key, key.name(), value, Origin.environment(name));
        return;
      }
    }
    if (!header(name, value, byVariable)) {
      result.warning(Origin.environment(name), Complaints.unknownVariable(name, policies.keySet()));
    }
  }

  private int scope(Draft draft) {
    return draft == top ? Key.FILE : draft == defaults ? Key.DEFAULT : Key.POLICY;
  }

  /**
   * A header's name has lost more in a variable than its case: {@code _} stands for the marks of a
   * header that the scope sets already, else for {@code -}, which nearly all of them have.
   */
  private boolean header(String name, String value, Map<String, Draft> byVariable) {
    for (int at = name.indexOf(HEADER); at >= 0; at = name.indexOf(HEADER, at + 1)) {
      Draft draft = byVariable.get(name.substring(0, at));
      String end = name.substring(at + HEADER.length());
      if (draft != null && draft != top && !end.isEmpty()) {
        String header = Key.HEADER_PREFIX + end.toLowerCase(Locale.ROOT).replace('_', '-');
        set(draft, Key.FALLBACK_HEADER, known(draft, header), value, Origin.environment(name));
        return true;
      }
    }
    return false;
  }

  private static String known(Draft draft, String header) {
    Map<String, Setting> headers = draft.headers();
    if (headers != null) {
      for (Setting setting : headers.values()) {
        if (variable(setting.key()).equals(variable(header))) {
          return setting.key();
        }
      }
    }
    return header;
  }

  private void set(Draft draft, Key key, String name, String value, Origin origin) {
    Setting setting = PolicyReader.setting(key, draft, name, value, origin);
    if (key == Key.INCLUDE || key == Key.REQUIRES) {
      result.error(origin, Complaints.fileOnly(setting));
    } else if (!key.accepts(value)) {
      result.error(origin, Complaints.value(setting, key));
    } else {
      draft.override(setting);
      if (key == Key.RETRY_METHODS) {
        Lists.warnOfMethods(setting, result);
      }
    }
  }

  private Map<String, Draft> byVariable() {
    Map<String, Draft> scopes = new HashMap<String, Draft>();
    scopes.put(PolicyReader.VARIABLE, top);
    scopes.put(variable(defaults.scope), defaults);
    for (Draft policy : policies.values()) {
      scopes.put(variable(policy.scope), policy);
    }
    return scopes;
  }

  private static List<String> sorted(Iterable<String> names, String prefix) {
    List<String> sorted = new ArrayList<String>();
    for (String name : names) {
      if (name.startsWith(prefix)) {
        sorted.add(name);
      }
    }
    Collections.sort(sorted);
    return sorted;
  }
}
