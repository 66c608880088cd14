package io.fusebox.policy;

import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the dialects of JDBC URLs look for in a text. Stateless. */
final class JdbcText {

  private JdbcText() {}

  /**
   * Where the first of the characters is at or behind {@code from}; the length if there is none.
   */
  static int firstOf(String text, String characters, int from) {
    for (int i = from; i < text.length(); i++) {
      if (characters.indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return text.length();
  }

  static boolean startsWith(String text, String prefix, int at) {
    return text.regionMatches(true, at, prefix, 0, prefix.length());
  }

  static String lowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  static boolean containsIgnoringCase(String text, String part) {
    return lowerCase(text).indexOf(part) >= 0;
  }

  /** A port from 1 to 65535, or -1. */
  static int port(String digits) {
    long number = Values.count(digits);
    return number > 0 && number <= 65_535 ? (int) number : -1;
  }

  /** The text with its percent signs and plus signs read; null where it is malformed. */
  static @Nullable String decoded(String text) {
    if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
      return text;
    }
    try {
      return URLDecoder.decode(text, "UTF-8");
    } catch (UnsupportedEncodingException | IllegalArgumentException e) {
      return null;
    }
  }

  /** As {@link #decoded}; the text itself where it is malformed. */
  static String decodedOrSame(String text) {
    String decoded = decoded(text);
    return decoded == null ? text : decoded;
  }
}
