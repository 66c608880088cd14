package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/**
 * The properties of a URL: {@code NAME=VALUE} with separators between them, names in any case, the
 * last one of a name counts. A value in braces may hold separators, where the dialect has that.
 * Immutable.
 */
final class JdbcProperties {

  // Fixed at construction.
  private final String text;
  private final int from;
  private final String separators;
  private final boolean encoded; // with percent signs
  private final boolean braces;

  private JdbcProperties(
      String text, int from, String separators, boolean encoded, boolean braces) {
    this.text = text;
    this.from = from;
    this.separators = separators;
    this.encoded = encoded;
    this.braces = braces;
  }

  /** As in {@code ?a=b&c=d}, percent-encoded. */
  static JdbcProperties ofQuery(String text, int from) {
    return new JdbcProperties(text, from, "&", true, false);
  }

  /** With any of these separators, as they stand. */
  static JdbcProperties of(String text, int from, String separators) {
    return new JdbcProperties(text, from, separators, false, false);
  }

  /** As SQL Server's driver has it: {@code ;a=b;c={d;e}}. */
  static JdbcProperties withBraces(String text, int from) {
    return new JdbcProperties(text, from, ";", false, true);
  }

  /** The value of the first of the names that has one, or null. */
  @Nullable String get(String... names) {
    for (int i = 0; i < names.length; i++) {
      String value = value(names[i]);
      if (value != null && !value.isEmpty()) {
        return value;
      }
    }
    return null;
  }

  boolean is(String name, String value) {
    return value.equalsIgnoreCase(get(name));
  }

  /** Whether a value cannot be decoded. */
  boolean isMalformed() {
    int at = text.indexOf('%', from);
    while (at >= 0) {
      if (at + 2 >= text.length() || !isHex(text.charAt(at + 1)) || !isHex(text.charAt(at + 2))) {
        return true;
      }
      at = text.indexOf('%', at + 3);
    }
    return false;
  }

  private static boolean isHex(char c) {
    return c < 0x80 && Character.digit(c, 16) >= 0;
  }

  private @Nullable String value(String name) {
    String found = null;
    int at = from;
    while (at < text.length()) {
      int equals = JdbcText.firstOf(text, separators + "=", at);
      boolean hasValue = equals < text.length() && text.charAt(equals) == '=';
      int end = hasValue ? end(equals + 1) : equals;
      if (hasValue && isName(name, at, equals)) {
        found = text.substring(equals + 1, end);
      }
      at = end + 1;
    }
    return found == null ? null : plain(found);
  }

  private boolean isName(String name, int start, int end) {
    int first = start;
    int last = end;
    while (first < last && text.charAt(first) == ' ') {
      first++;
    }
    while (last > first && text.charAt(last - 1) == ' ') {
      last--;
    }
    return last - first == name.length() && JdbcText.startsWith(text, name, first);
  }

  private int end(int start) {
    int at = start;
    if (braces && at < text.length() && text.charAt(at) == '{') {
      at = closing(at + 1);
    }
    return JdbcText.firstOf(text, separators, at);
  }

  /** Where the brace is closed; a doubled one is a brace of the value. */
  private int closing(int start) {
    int at = text.indexOf('}', start);
    while (at >= 0 && at + 1 < text.length() && text.charAt(at + 1) == '}') {
      at = text.indexOf('}', at + 2);
    }
    return at < 0 ? text.length() : at;
  }

  private String plain(String value) {
    if (encoded) {
      return JdbcText.decodedOrSame(value);
    }
    String trimmed = value.trim();
    boolean enclosed = braces && trimmed.startsWith("{") && trimmed.endsWith("}");
    return enclosed && trimmed.length() > 1
        ? trimmed.substring(1, trimmed.length() - 1).replace("}}", "}")
        : trimmed;
  }
}
