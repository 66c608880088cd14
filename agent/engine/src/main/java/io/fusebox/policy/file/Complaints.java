package io.fusebox.policy.file;

import io.fusebox.policy.Key;
import io.fusebox.policy.Match;
import io.fusebox.policy.Policy;
import io.fusebox.policy.Quoted;
import io.fusebox.policy.Setting;
import java.util.Collection;
import java.util.List;

/**
 * Every problem in words: {@code KEY = VALUE (what is allowed)}. Loaded only where there is one.
 */
final class Complaints {

  private Complaints() {}

  private static String entry(Setting setting, String why) {
    String label =
        setting.origin().file() == null ? setting.origin().toString() : setting.fullKey();
    return Quoted.of(label) + " = " + Quoted.of(setting.value()) + " (" + why + ")";
  }

  static String unknownKey(String key, Collection<String> policies) {
    return "unknown key '" + Quoted.of(key) + "' (" + Suggestions.forKey(key, policies) + ")";
  }

  static String unknownProperty(String property, Collection<String> policies) {
    String key = property.substring(PolicyReader.PROPERTY.length());
    String hint = Suggestions.forKey(key, policies);
    return "-D" + Quoted.of(property) + ": unknown key (" + hint + ")";
  }

  static String unknownVariable(String variable, Collection<String> policies) {
    String hint = Suggestions.forVariable(variable, policies);
    return "environment " + Quoted.of(variable) + ": no key has this variable (" + hint + ")";
  }

  static String fileOnly(Setting setting) {
    return entry(setting, "expected in a file only");
  }

  static String sameVariable(Draft policy, Draft other) {
    return "policy '"
        + policy.name
        + "' has the environment variables of policy '"
        + other.name
        + "' ("
        + other.firstSeen
        + "), "
        + Overrides.variable(policy.scope)
        + "... (expected names that differ by more than case)";
  }

  static String duplicate(Setting setting, Setting first) {
    return entry(setting, "a duplicate: it is set in line " + first.origin().line() + " already");
  }

  static String comment(Setting setting) {
    return entry(setting, "comments stand on lines of their own: this one belongs to the value");
  }

  static String escape(String key) {
    return "'"
        + Quoted.of(key)
        + "': malformed \\u escape (expected \\u and four hexadecimal digits)";
  }

  static String value(Setting setting, Key key) {
    return entry(setting, ValueHints.of(key, setting.value()));
  }

  static String match(Setting setting, String why) {
    return entry(setting, why);
  }

  static String overlap(Setting setting, Match match, Match other) {
    Policy policy = other.policy();
    String whose = policy == null ? "" : " of policy '" + policy.name() + "'";
    return entry(
        setting,
        "'"
            + Quoted.of(match.text())
            + "' and '"
            + Quoted.of(other.text())
            + "'"
            + whose
            + ", "
            + other.origin()
            + ", can match one call with equal rank: expected one of them to be more specific");
  }

  static String noPolicyAtAll(Setting first) {
    return entry(first, "the file has no policy: its defaults reach no call");
  }

  static String oddMatch(Setting setting, String match, String why) {
    return entry(setting, match.equals(setting.value()) ? why : Quoted.of(match) + ": " + why);
  }

  static String noMatch(Draft draft, Collection<String> policies, boolean byOverride) {
    String hint = byOverride ? Suggestions.forPolicy(draft.name, policies) : "";
    return "policy '"
        + draft.name
        + "' has no match (expected "
        + draft.scope
        + "match"
        + hint
        + ")";
  }

  static String noPolicy(Setting setting, Collection<String> policies) {
    return entry(setting, "no such policy" + Suggestions.forPolicy(setting.value(), policies));
  }

  static String extendsCycle(Setting setting, List<String> chain) {
    StringBuilder names = new StringBuilder("a cycle: ");
    for (String name : chain) {
      names.append(name).append(" extends ");
    }
    return entry(setting, names.append(chain.get(0)).toString());
  }

  static String above(Setting setting, Setting total) {
    return entry(
        setting,
        "expected at most " + total.fullKey() + " = " + total.value() + ", " + total.origin());
  }

  static String below(Setting setting, Setting floor) {
    return entry(
        setting,
        "expected at least " + floor.fullKey() + " = " + floor.value() + ", " + floor.origin());
  }

  static String moved(Setting setting, String how, Setting to, String policy) {
    return entry(
        setting,
        how
            + " for policy '"
            + policy
            + "' to its "
            + to.key()
            + " = "
            + to.value()
            + ", "
            + to.origin());
  }

  static String movesBuiltIn(Setting setting, Setting moved, boolean raised) {
    String how = raised ? "raised" : "lowered";
    return entry(setting, moved.key() + ", built-in " + moved.value() + ", is " + how + " to it");
  }

  static String tunesNothing(Setting setting, String what) {
    return entry(setting, "it tunes " + what);
  }

  static String takesNothing(Setting setting, String item, Setting list) {
    return entry(
        setting, Quoted.of(item) + " is not in " + Quoted.of(list.value()) + ", " + list.origin());
  }

  static String methodCase(Setting setting, String method) {
    return entry(setting, "methods are case-sensitive; did you mean " + method + "?");
  }

  static String oneMethod(Setting setting, String method) {
    return entry(
        setting,
        "'" + Quoted.of(method) + "' is one method; expected commas or spaces between several");
  }

  static String noDeadlines(Setting reasons) {
    return entry(reasons, "no call has a deadline in this version: it will never be the reason");
  }

  static String noBody(Setting status, String policy) {
    return entry(
        status,
        "such an answer has no body, and the fallback.body of policy '" + policy + "' is not sent");
  }

  static String neverOpens(Setting rate, String policy) {
    return entry(
        rate,
        "nothing could open the breaker of policy '"
            + policy
            + "': expected a rate, or breaker.consecutive or breaker.slow-call besides");
  }

  static String ofConnection(Setting setting, boolean framing) {
    String why = framing ? "the agent sets it" : "it belongs to the connection";
    return entry(setting, why + ": expected another header");
  }

  static String sameHeader(Setting key, Setting attempt) {
    return entry(
        key, "expected another header than " + attempt.fullKey() + ", " + attempt.origin());
  }

  static String unbounded(Setting attempts, String policy) {
    return entry(
        attempts,
        "no timeout but connect is set for policy '" + policy + "': nothing bounds an attempt");
  }

  static String notYetForJdbc(Setting setting, String policy) {
    return entry(
        setting,
        "not done for JDBC by this version, and policy '" + policy + "' matches JDBC only");
  }

  static String httpOnly(Setting setting, String policy) {
    return entry(setting, "it is for HTTP only, and policy '" + policy + "' matches JDBC only");
  }

  static String jdbcOnly(Setting setting, String policy) {
    return entry(setting, "it is for JDBC only, and policy '" + policy + "' matches no JDBC");
  }

  static String tooNew(Setting setting, String version) {
    return entry(setting, "the file is too new for this agent, version " + Quoted.of(version));
  }

  static String cycle(Setting include, List<String> chain, String name) {
    StringBuilder names = new StringBuilder("a cycle: ");
    for (String file : chain) {
      names.append(file).append(" includes ");
    }
    return entry(include, names.append(name).toString());
  }

  /** The text with spaces in place of control characters. */
  static String onOneLine(String text) {
    StringBuilder line = new StringBuilder(text);
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) < ' ' || line.charAt(i) == 0x7f) {
        line.setCharAt(i, ' ');
      }
    }
    return line.toString();
  }

  static String include(Setting include, String name, String why) {
    return entry(include, Quoted.withoutSecrets(name) + ": " + why);
  }

  static String depth(Setting include) {
    return entry(include, "expected at most " + PolicyReader.MAX_DEPTH + " levels of includes");
  }

  static String includeList(Setting include, boolean empty) {
    return entry(
        include,
        empty
            ? "an empty name: is there a comma too many?"
            : "expected at most " + PolicyReader.MAX_FILES + " files");
  }

  /** A URL is not even tried as a file name: a message would then show what it holds. */
  static String includeUrl(Setting include) {
    return entry(include, "expected the name of a file, not a URL");
  }

  /** Whether the version is older than the required one; never where it is no version. */
  static boolean isOlder(String version, String required) {
    int dash = version.indexOf('-');
    String numbers = dash < 0 ? version : version.substring(0, dash);
    if (!Key.isVersion(numbers)) {
      return false;
    }
    int[] ours = numbers(numbers);
    int[] theirs = numbers(required);
    for (int i = 0; i < 4; i++) {
      if (ours[i] != theirs[i]) {
        return ours[i] < theirs[i];
      }
    }
    return false;
  }

  private static int[] numbers(String version) {
    int[] numbers = new int[4];
    int place = 0;
    for (int i = 0; i < version.length(); i++) {
      char c = version.charAt(i);
      if (c == '.') {
        place++;
      } else {
        numbers[place] = numbers[place] * 10 + (c - '0');
      }
    }
    return numbers;
  }
}
