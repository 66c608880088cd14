package io.fusebox.policy.file;

import io.fusebox.policy.Key;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nearest valid key, variable or policy. Loaded only where something is unknown. */
final class Suggestions {

  /** Longer text is no typing error, and the distance costs length times length. */
  private static final int MAX_LENGTH = 100;

  /** Each has some forty keys, and up to a hundred wrong ones are told. */
  private static final int MAX_POLICIES = 100;

  private Suggestions() {}

  static String forKey(String key, Collection<String> policies) {
    if (key.startsWith("policy.")) {
      int dot = key.indexOf('.', 7);
      if (!Key.isPolicyName(key.substring(7, dot < 0 ? key.length() : dot))) {
        return "expected policy.NAME.KEY, the name of letters, digits and '-'";
      }
    }
    String nearest = nearest(key, keys(key, policies));
    return nearest != null ? "did you mean '" + nearest + "'?" : "expected " + allowed(key);
  }

  static String forVariable(String variable, Collection<String> policies) {
    List<String> variables = new ArrayList<String>();
    for (String key : keys("", policies)) {
      Key known = PolicyReader.key(key);
      if (known != null && known != Key.INCLUDE && known != Key.REQUIRES) {
        variables.add(Overrides.variable(key));
      }
    }
    String nearest = nearest(variable, variables);
    return nearest == null ? "ignored" : "did you mean " + nearest + "? ignored";
  }

  /** A question to be put behind an error about a policy's name, or nothing. */
  static String forPolicy(String name, Collection<String> policies) {
    List<String> others = new ArrayList<String>();
    for (String policy : policies) {
      if (others.size() < MAX_POLICIES && !policy.equals(name)) {
        others.add(policy);
      }
    }
    String nearest = nearest(name, others);
    return nearest == null ? "" : ": did you mean '" + nearest + "'?";
  }

  private static String allowed(String key) {
    if (key.startsWith("policy.")) {
      int dot = key.indexOf('.', 7);
      String name = dot < 0 ? key.substring(7) : key.substring(7, dot);
      return "policy."
          + (name.length() > 40 ? "NAME" : name)
          + ". and one of: "
          + names(Key.POLICY, dot < 0 ? "" : key.substring(dot + 1));
    }
    if (key.startsWith("default.")) {
      return "default. and one of: " + names(Key.DEFAULT, key.substring(8));
    }
    return names(Key.FILE, key) + ", default.KEY or policy.NAME.KEY";
  }

  /** The keys of the family that the wrong key names; without one, families in short. */
  private static String names(int scope, String key) {
    int dot = key.indexOf('.');
    String family = dot < 0 ? key : key.substring(0, dot);
    StringBuilder names = new StringBuilder();
    for (Key each : Key.ALL) {
      if (each.isIn(scope) && each.family().equals(family)) {
        append(names, each.name());
      }
    }
    return names.length() > 0 ? names.toString() : inShort(scope);
  }

  private static String inShort(int scope) {
    StringBuilder names = new StringBuilder();
    String before = "";
    for (Key key : Key.ALL) {
      if (!key.isIn(scope)) {
        continue;
      }
      String family = key.family();
      boolean single = key.name().equals(family) || scope == Key.FILE;
      if (single || !family.equals(before)) {
        append(names, single ? key.name() : family + ".*");
      }
      // A family that is a key itself, as breaker is, still has its others.
      before = single ? "" : family;
    }
    return names.toString();
  }

  private static void append(StringBuilder names, String name) {
    names.append(names.length() == 0 ? "" : ", ").append(name);
  }

  /** Valid keys: those of all policies known, and those of the policy that the wrong key names. */
  private static List<String> keys(String key, Collection<String> policies) {
    List<String> keys = new ArrayList<String>();
    add(keys, "", Key.FILE);
    add(keys, "default.", Key.DEFAULT);
    int first = key.indexOf('.');
    int second = key.indexOf('.', first + 1);
    String named = first >= 0 && second > 0 ? key.substring(first + 1, second) : "";
    if (Key.isPolicyName(named)) {
      add(keys, "policy." + named + ".", Key.POLICY);
      return keys;
    }
    int count = 0;
    for (String policy : policies) {
      if (count++ < MAX_POLICIES) {
        add(keys, "policy." + policy + ".", Key.POLICY);
      }
    }
    return keys;
  }

  private static void add(List<String> keys, String scope, int scopes) {
    for (Key key : Key.ALL) {
      // No header's name is known, and none is near to another's.
      if (key.isIn(scopes) && !key.isFamily()) {
        keys.add(scope + key.name());
      }
    }
  }

  private static @Nullable String nearest(String text, List<String> candidates) {
    String nearest = null;
    int least = Math.min(Math.max(2, text.length() / 5), text.length() / 2) + 1;
    for (int i = 0; i < candidates.size() && text.length() <= MAX_LENGTH; i++) {
      String candidate = candidates.get(i);
      if (Math.abs(candidate.length() - text.length()) < least) {
        int distance = distance(text, candidate);
        if (distance < least) {
          nearest = candidate;
          least = distance;
        }
      }
    }
    return nearest;
  }

  /** The edits that lead from one to the other, two neighbours swapped counted as one. */
  private static int distance(String a, String b) {
    int[] before = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(last[j], row[j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
      int[] free = before;
      before = last;
      last = row;
      row = free;
    }
    return last[b.length()];
  }
}
