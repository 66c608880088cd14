package io.fusebox.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values that are no words and no durations: counts, percentages, decimals, lists, header names.
 * Loaded only for a file that has one of them. Stateless.
 */
public final class Values {

  /** Header fields that belong to the client: an application cannot set them either. */
  private static final String[] RESTRICTED = {
    "connection", "content-length", "expect", "host", "upgrade"
  };

  /** Header fields of one connection, or that say where a message ends. */
  private static final String[] OF_CONNECTION = {
    "connection",
    "content-length",
    "http2-settings",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade"
  };

  /** Header fields that say who asks: with another value the request is somebody else's. */
  private static final String[] CREDENTIALS = {"authorization", "cookie", "proxy-authorization"};

  /** Words that are no header name here, though they could be one: a slip, all of them. */
  private static final String[] NO_NAMES = {"on", "off", "true", "false", "yes", "no", "none"};

  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";
  private static final int MAX_DIGITS = 9;

  private Values() {}

  static boolean accepts(Key key, String value) {
    switch (key.kind()) {
      case Key.COUNT:
        return key.isNothing(value) || key.isInRange(count(value));
      case Key.PERCENT:
        return key.isNothing(value) || key.isInRange(percent(value));
      case Key.DECIMAL:
        long thousandths = thousandths(value);
        return thousandths >= 0 && key.isInRange((thousandths + 999) / 1_000);
      case Key.HEADER:
        return key.isNothing(value) || isHeader(value);
      case Key.TEXT:
        return isText(key, value);
      default:
        return key.isNothing(value) || isList(key, value);
    }
  }

  private static boolean isText(Key key, String value) {
    return key == Key.FALLBACK_BODY
        || (!hasControls(value) && !(value.isEmpty() && key.isOfMatch()));
  }

  /** A whole number of digits only, or -1. */
  public static long count(String text) {
    long number = text.isEmpty() || text.length() > MAX_DIGITS ? -1 : 0;
    for (int i = 0; i < text.length() && number >= 0; i++) {
      char c = text.charAt(i);
      number = c >= '0' && c <= '9' ? number * 10 + (c - '0') : -1;
    }
    return number;
  }

  /** A whole number and {@code %}, or -1. */
  public static long percent(String text) {
    return text.endsWith("%") ? count(text.substring(0, text.length() - 1)) : -1;
  }

  /** A number of at most three decimal places, in thousandths, or -1. */
  static long thousandths(String text) {
    int point = text.indexOf('.');
    String whole = point < 0 ? text : text.substring(0, point);
    String places = point < 0 ? "" : text.substring(point + 1);
    if (places.length() > 3 || (point >= 0 && places.isEmpty()) || whole.length() > 6) {
      return -1;
    }
    return count(whole) < 0 ? -1 : count(whole + places + "000".substring(places.length()));
  }

  /** Whether the rest of the text is a token of RFC 9110: a method or the name of a header. */
  static boolean isToken(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean alphanumeric =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!alphanumeric && TOKEN_MARKS.indexOf(c) < 0) {
        return false;
      }
    }
    return from < text.length();
  }

  private static boolean isHeader(String name) {
    return isToken(name, 0)
        && !isOneOf(name, NO_NAMES)
        && !isRestricted(name)
        && !isOfConnection(name)
        && !isCredentials(name);
  }

  /** Whether the client alone sets the header of that name. */
  public static boolean isRestricted(String name) {
    return isOneOf(name, RESTRICTED);
  }

  /** Whether the header of that name is about one connection, or frames a message. */
  public static boolean isOfConnection(String name) {
    return isOneOf(name, OF_CONNECTION);
  }

  /** Whether the header of that name carries credentials. */
  public static boolean isCredentials(String name) {
    return isOneOf(name, CREDENTIALS);
  }

  private static boolean isOneOf(String text, String[] words) {
    for (int i = 0; i < words.length; i++) {
      if (words[i].equalsIgnoreCase(text)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasControls(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  /**
   * The items of a list, as written: separated by commas, spaces or both.
   *
   * @return null where an item is missing: a comma too many
   */
  public static @Nullable List<String> items(String value) {
    List<String> items = new ArrayList<String>(6);
    boolean wanted = true; // at the start and behind a comma
    int i = 0;
    while (i < value.length()) {
      char c = value.charAt(i);
      if (c == ',') {
        if (wanted) {
          return null;
        }
        wanted = true;
        i++;
      } else if (isSpace(c)) {
        i++;
      } else {
        int from = i;
        while (i < value.length() && value.charAt(i) != ',' && !isSpace(value.charAt(i))) {
          i++;
        }
        items.add(value.substring(from, i));
        wanted = false;
      }
    }
    return wanted ? null : items;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\f';
  }

  /** Whether the item adds to what is inherited, or takes away from it. */
  public static boolean isRelative(String item) {
    return item.charAt(0) == '+' || item.charAt(0) == '-';
  }

  /** Whether the text, without its sign, may be an item of that list. */
  public static boolean isItem(Key key, String text) {
    switch (key.kind()) {
      case Key.METHODS:
        return isToken(text, 0) && !isOneOf(text, NO_NAMES) && !isRelative(text);
      case Key.STATUSES:
        return text.length() == 3 && count(text) >= 100 && count(text) <= 599;
      default:
        return key.isWord(text) && !key.isNothing(text);
    }
  }

  private static boolean isList(Key key, String value) {
    List<String> items = items(value);
    if (items == null) {
      return false;
    }
    boolean relative = isRelative(items.get(0));
    for (int i = 0; i < items.size(); i++) {
      String item = items.get(i);
      if (isRelative(item) != relative || !isItem(key, relative ? item.substring(1) : item)) {
        return false;
      }
    }
    return !relative || contradiction(items) == null;
  }

  /** What one item adds and another takes away; null where there is no such thing. */
  public static @Nullable String contradiction(List<String> items) {
    Set<String> all = new HashSet<String>(items);
    for (int i = 0; i < items.size(); i++) {
      String item = items.get(i);
      if (item.charAt(0) == '+' && all.contains("-" + item.substring(1))) {
        return item.substring(1);
      }
    }
    return null;
  }

  /** The items of a valid list that is not relative; empty for {@code off} and {@code none}. */
  static Set<String> set(Setting setting) {
    List<String> items = items(setting.value());
    Set<String> set = new LinkedHashSet<String>();
    for (int i = 0; items != null && i < items.size(); i++) {
      String item = items.get(i);
      if (!item.equals("none") && !item.equals("off")) {
        set.add(item);
      }
    }
    return set;
  }
}
