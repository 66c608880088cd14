package io.fusebox.policy.file;

import io.fusebox.policy.Key;
import io.fusebox.policy.Setting;
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
    String hint = value.isEmpty() ? null : key.isDuration() ? duration(value) : word(key, value);
    return hint == null ? "expected " + key.allowed() : hint;
  }

  private static @Nullable String word(Key key, String value) {
    String lower = value.toLowerCase(Locale.ROOT);
    if (!lower.equals(value) && key.accepts(lower)) {
      return didYouMean(lower, key);
    }
    if (key == Key.EXTENDS || key == Key.REQUIRES || key == Key.INCLUDE) {
      return null;
    }
    if (lower.equals("false")
        || lower.equals("no")
        || lower.equals("disabled")
        || lower.equals("none")) {
      return didYouMean("off", key);
    }
    boolean on =
        lower.equals("true")
            || lower.equals("yes")
            || lower.equals("on")
            || lower.equals("enabled");
    return on ? didYouMean(key == Key.STREAM ? "on" : "enforce", key) : null;
  }

  private static String didYouMean(String value, Key key) {
    return "did you mean " + value + "? expected " + key.allowed();
  }

  private static @Nullable String duration(String value) {
    String lower = value.toLowerCase(Locale.ROOT);
    if (lower.equals("false")
        || lower.equals("no")
        || lower.equals("none")
        || lower.equals("off")) {
      return didYouMean(lower.equals("none") ? "none" : "off", Key.TOTAL);
    }
    int digits = 0;
    while (digits < value.length() && value.charAt(digits) >= '0' && value.charAt(digits) <= '9') {
      digits++;
    }
    String number = value.substring(0, digits);
    if (digits == value.length()) {
      return isZero(number) ? null : bare(number);
    }
    String unit = unit(lower.substring(digits).trim());
    if (digits > 0 && unit != null) {
      return withUnit(number, unit);
    }
    return digits > 0 && value.charAt(digits) == '.' ? fraction(value, digits) : null;
  }

  private static String bare(String number) {
    String seconds = number + "s";
    String millis = number + "ms";
    if (Setting.parseNanos(seconds) > 0) {
      return "a unit is missing: did you mean " + seconds + " or " + millis + "?";
    }
    return Setting.parseNanos(millis) > 0
        ? "a unit is missing: did you mean " + millis + "?"
        : "a unit is missing: expected " + Key.TOTAL.allowed();
  }

  private static @Nullable String withUnit(String number, String unit) {
    String right = number + unit;
    if (Setting.parseNanos(right) > 0) {
      return didYouMean(right, Key.TOTAL);
    }
    return isZero(number)
        ? "expected at least 1ms; none for no limit"
        : "expected at most 24h; none for no limit";
  }

  /** Fractions of seconds, minutes and hours are whole milliseconds more often than not. */
  private static @Nullable String fraction(String value, int point) {
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
    return Setting.parseNanos(right) < 0 ? null : didYouMean(right, Key.TOTAL);
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
