package io.fusebox.policy.file;

import io.fusebox.policy.Values;
import org.jspecify.annotations.Nullable;

/**
 * Matches that are right and mean something else than what they look like. Loaded only where one
 * may be. Stateless.
 */
final class MatchHints {

  private static final int LONGEST_PREFIX = 128;

  private MatchHints() {}

  /** What it means, or null where that is clear. */
  static @Nullable String of(String match) {
    if (Lists.STANDARD.contains(" " + match + " ")) {
      return "this is a host, not a method; expected METHOD HOST";
    }
    if (match.endsWith(",")) {
      return "the comma at its end is a part of its path; expected nothing behind the last match";
    }
    if (match.startsWith("jdbc:")) {
      return null;
    }
    if (match.contains("/{")) {
      return "braces are literal here; expected * for a segment of any text";
    }
    String place = match.substring(match.lastIndexOf(' ') + 1);
    int slash = place.indexOf('/');
    boolean network = slash > 0 && isAddress(place, slash) && isPrefix(place.substring(slash + 1));
    return network
        ? "this is an address and a path, not a network; expected a host, an address or *"
        : null;
  }

  /** Of a match that is valid: a host of digits and points is an address. */
  private static boolean isAddress(String match, int end) {
    boolean digits = true;
    for (int i = 0; i < end; i++) {
      char c = match.charAt(i);
      digits &= (c >= '0' && c <= '9') || c == '.';
    }
    return digits || (match.charAt(0) == '[' && match.charAt(end - 1) == ']');
  }

  private static boolean isPrefix(String text) {
    long bits = text.length() > 3 ? -1 : Values.count(text);
    return bits >= 0 && bits <= LONGEST_PREFIX;
  }
}
