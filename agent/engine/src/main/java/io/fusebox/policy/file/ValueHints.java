package io.fusebox.policy.file;

import io.fusebox.policy.Key;
import io.fusebox.policy.Setting;
import io.fusebox.policy.Values;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What would be right in the place of a malformed value. Loaded only where there is one. */
final class ValueHints {

  private static final String[] UNITS = {"ms", "s", "m", "h"};
  private static final String[] LONG_UNITS = {
    "ms",
    "msec",
    "millis",
    "milliseconds",
    "s",
    "sec",
    "secs",
    "seconds",
    "second",
    "m",
    "min",
    "mins",
    "minutes",
    "minute",
    "h",
    "hr",
    "hours",
    "hour"
  };

  private ValueHints() {}

  static String of(Key key, String value) {
    String hint = value.isEmpty() ? null : hint(key, value);
    return hint == null ? "expected " + key.allowed() : hint;
  }

  private static @Nullable String hint(Key key, String value) {
    if (key.isDuration()) {
      return duration(key, value);
    }
    if (key.isPercent()) {
      return percent(key, value);
    }
    if (key.isCount()) {
      return count(key, value);
    }
    return key.isList()
        ? ListHints.of(key, value)
        : key.isHeader() ? header(key, value) : word(key, value);
  }

  private static @Nullable String word(Key key, String value) {
    String lower = value.toLowerCase(Locale.ROOT);
    // To take on for enforce would be a guess, and the wrong one cuts calls.
    boolean mode = key == Key.MODE || key == Key.AGENT_MODE;
    if (!mode && isYes(lower) && key.accepts("on")) {
      return didYouMean("on", key);
    }
    if (!lower.equals(value) && key.accepts(lower)) {
      return didYouMean(lower, key);
    }
    return no(key, lower);
  }

  private static @Nullable String no(Key key, String lower) {
    if (!isNo(lower) || key == Key.EXTENDS || key == Key.REQUIRES || key == Key.INCLUDE) {
      return null;
    }
    List<String> words = key.words();
    return words.contains("off")
        ? didYouMean("off", key)
        : words.contains("none") ? didYouMean("none", key) : null;
  }

  private static boolean isYes(String lower) {
    return lower.equals("true")
        || lower.equals("yes")
        || lower.equals("on")
        || lower.equals("enabled");
  }

  private static boolean isNo(String lower) {
    return lower.equals("false")
        || lower.equals("no")
        || lower.equals("disabled")
        || lower.equals("none")
        || lower.equals("off");
  }

  private static @Nullable String header(Key key, String value) {
    String lower = value.toLowerCase(Locale.ROOT);
    if (key == Key.RETRY_KEY && isYes(lower)) {
      return didYouMean("Idempotency-Key", key);
    }
    if (Values.isRestricted(value)) {
      return "the client sets it itself: expected another header";
    }
    if (Values.isOfConnection(value)) {
      return "it belongs to the connection: expected another header";
    }
    return Values.isCredentials(value)
        ? "it carries credentials: expected another header"
        : no(key, lower);
  }

  private static @Nullable String count(Key key, String value) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c != ',' && c != '_' && c != '\'' && c != ' ') {
        digits.append(c);
      }
    }
    String plain = digits.toString();
    if (!plain.equals(value) && Values.count(plain) >= 0 && key.accepts(plain)) {
      return didYouMean(plain, key);
    }
    String lower = value.toLowerCase(Locale.ROOT);
    return Values.count(value) == 0 && key.accepts("off") ? didYouMean("off", key) : no(key, lower);
  }

  /** A number alone counts as so many per cent, a fraction as a part of one. */
  private static @Nullable String percent(Key key, String value) {
    String bare = (value.endsWith("%") ? value.substring(0, value.length() - 1) : value).trim();
    if (Values.count(bare) >= 0 && !value.equals(bare + "%") && key.accepts(bare + "%")) {
      return didYouMean(bare + "%", key);
    }
    int point = value.indexOf('.');
    String places = point < 0 ? "" : value.substring(point + 1);
    boolean fraction =
        (point == 0 || value.startsWith("0.")) && !places.isEmpty() && places.length() <= 2;
    if (fraction && Values.count(places) >= 0) {
      String right = Values.count((places + "0").substring(0, 2)) + "%";
      return key.accepts(right) ? didYouMean(right, key) : null;
    }
    return no(key, value.toLowerCase(Locale.ROOT));
  }

  private static String didYouMean(String value, Key key) {
    return "did you mean " + value + "? expected " + key.allowed();
  }

  private static @Nullable String duration(Key key, String value) {
    String lower = value.toLowerCase(Locale.ROOT);
    if (isNo(lower)) {
      return key.words().isEmpty() ? null : didYouMean(lower.equals("none") ? "none" : "off", key);
    }
    int digits = 0;
    while (digits < value.length() && value.charAt(digits) >= '0' && value.charAt(digits) <= '9') {
      digits++;
    }
    String number = value.substring(0, digits);
    if (digits == value.length()) {
      return isZero(number) ? null : bare(key, number);
    }
    String unit = unit(lower.substring(digits).trim());
    if (digits > 0 && unit != null) {
      return withUnit(key, number, unit);
    }
    return digits > 0 && value.charAt(digits) == '.' ? fraction(key, value, digits) : null;
  }

  private static String bare(Key key, String number) {
    String seconds = number + "s";
    String millis = number + "ms";
    if (key.accepts(seconds)) {
      return "a unit is missing: did you mean "
          + seconds
          + (key.accepts(millis) ? " or " + millis + "?" : "?");
    }
    return key.accepts(millis)
        ? "a unit is missing: did you mean " + millis + "?"
        : "a unit is missing: expected " + key.allowed();
  }

  private static @Nullable String withUnit(Key key, String number, String unit) {
    String right = number + unit;
    if (key.accepts(right)) {
      return didYouMean(right, key);
    }
    if (!key.isTimeout()) {
      return null;
    }
    return isZero(number)
        ? "expected at least 1ms; none for no limit"
        : "expected at most 24h; none for no limit";
  }

  /** Fractions of seconds, minutes and hours are whole milliseconds more often than not. */
  private static @Nullable String fraction(Key key, String value, int point) {
    int end = point + 1;
    while (end < value.length() && value.charAt(end) >= '0' && value.charAt(end) <= '9') {
      end++;
    }
    int places = end - point - 1;
    String unit = value.substring(end);
    if (point > 6 || places < 1 || places > 6 || Setting.parseNanos("1" + unit) < 0) {
      return null;
    }
    long scaled =
        Setting.parseNanos("1" + unit)
            / 1_000_000
            * Long.parseLong(value.substring(0, point) + value.substring(point + 1, end));
    for (int i = 0; i < places; i++) {
      if (scaled % 10 != 0) {
        return null;
      }
      scaled /= 10;
    }
    String right = scaled + "ms";
    return key.accepts(right) ? didYouMean(right, key) : null;
  }

  private static boolean isZero(String number) {
    for (int i = 0; i < number.length(); i++) {
      if (number.charAt(i) != '0') {
        return false;
      }
    }
    return true;
  }

  private static @Nullable String unit(String text) {
    for (int i = 0; i < LONG_UNITS.length; i++) {
      if (LONG_UNITS[i].equals(text)) {
        return text.startsWith("ms") || text.startsWith("mil")
            ? UNITS[0]
            : text.startsWith("s") ? UNITS[1] : text.startsWith("m") ? UNITS[2] : UNITS[3];
      }
    }
    return null;
  }
}
