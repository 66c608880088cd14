package io.fusebox.policy.file;

import io.fusebox.policy.Key;
import io.fusebox.policy.Quoted;
import io.fusebox.policy.Values;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is wrong with a list, and with which of its items. Loaded only where something is. */
final class ListHints {

  private ListHints() {}

  static @Nullable String of(Key key, String value) {
    List<String> items = Values.items(value);
    if (items == null) {
      return "an empty item: is there a comma too many? expected " + key.allowed();
    }
    if (items.size() == 1 && !Values.isRelative(items.get(0))) {
      String only = only(key, items.get(0));
      if (only != null) {
        return only;
      }
    }
    String bad = badItems(key, items);
    return bad != null ? bad : together(key, items);
  }

  private static @Nullable String only(Key key, String item) {
    String nothing = key.words().get(0);
    String lower = item.toLowerCase(Locale.ROOT);
    boolean no =
        lower.equals("off")
            || lower.equals("none")
            || lower.equals("no")
            || lower.equals("false")
            || lower.equals("disabled");
    return no ? "did you mean " + nothing + "? expected " + key.allowed() : null;
  }

  private static @Nullable String badItems(Key key, List<String> items) {
    StringBuilder bad = new StringBuilder();
    int count = 0;
    for (String item : items) {
      if (!isItem(key, item)) {
        count++;
        if (count <= 5) {
          bad.append(count == 1 ? "" : ", ").append('\'').append(Quoted.of(item)).append('\'');
        }
      }
    }
    if (count == 0) {
      return null;
    }
    String lower = items.get(0).toLowerCase(Locale.ROOT);
    boolean cased = items.size() == 1 && !lower.equals(items.get(0)) && key.accepts(lower);
    return (cased ? "did you mean " + lower + "? " : "not " + bad + ": ")
        + "expected "
        + key.allowed();
  }

  private static boolean isItem(Key key, String item) {
    return Values.isItem(key, Values.isRelative(item) ? item.substring(1) : item);
  }

  /** Each item is right, but not beside the others. */
  private static String together(Key key, List<String> items) {
    boolean relative = Values.isRelative(items.get(0));
    for (String item : items) {
      if (Values.isRelative(item) != relative) {
        return "expected + or - before every item, or before none";
      }
    }
    String both = Values.contradiction(items);
    return both == null
        ? "expected " + key.allowed()
        : "it adds " + Quoted.of(both) + " and takes it away";
  }
}
