package io.fusebox.policy.file;

import io.fusebox.policy.Setting;
import io.fusebox.policy.Values;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Lists that are relative - {@code +500, -503} - to what the next weaker layer says. Loaded only
 * for a file that has a list. Stateless.
 */
final class Lists {

  /** The methods that RFC 9110 and 5789 define, each between spaces. */
  static final String STANDARD = " GET HEAD OPTIONS TRACE PUT DELETE POST PATCH CONNECT ";

  private Lists() {}

  /** The value of what one scope sets of a list, over the list that it inherits. */
  static Setting over(Setting inherited, Slot slot, LoadResult result) {
    List<Setting> layers = new ArrayList<Setting>(2);
    Setting strongest = slot.get();
    if (strongest != null) {
      layers.add(strongest);
    }
    List<Setting> weaker = slot.weaker();
    if (weaker != null) {
      layers.addAll(weaker);
    }
    Setting list = inherited;
    for (int i = layers.size() - 1; i >= 0; i--) {
      Setting layer = layers.get(i);
      list = isRelative(layer) ? changed(list, layer, result) : layer;
    }
    return list;
  }

  private static boolean isRelative(Setting setting) {
    List<String> items = Values.items(setting.value());
    return items != null && Values.isRelative(items.get(0));
  }

  private static Setting changed(Setting list, Setting change, LoadResult result) {
    String nothing = list.tableKey().words().get(0);
    Set<String> items = new LinkedHashSet<String>(items(list));
    items.remove(nothing);
    for (String item : items(change)) {
      String name = item.substring(1);
      boolean isThere = items.remove(name);
      if (item.charAt(0) == '+') {
        items.add(name);
      } else if (!isThere && result.wantsWarning()) {
        result.wantedWarning(change.origin(), Complaints.takesNothing(change, name, list));
      }
    }
    String why = change.value() + " over " + place(list);
    return change.made(items.isEmpty() ? nothing : joined(items), why);
  }

  private static String place(Setting list) {
    boolean named = list.origin().file() != null;
    return (named ? list.fullKey() + ", " : "") + list.origin();
  }

  private static List<String> items(Setting setting) {
    List<String> items = Values.items(setting.value());
    return items == null ? new ArrayList<String>() : items;
  }

  private static String joined(Set<String> items) {
    StringBuilder text = new StringBuilder();
    for (String item : items) {
      text.append(text.length() == 0 ? "" : " ").append(item);
    }
    return text.toString();
  }

  /** Says which methods look like standard ones in another case, and which like several. */
  static void warnOfMethods(Setting setting, LoadResult result) {
    for (String item : items(setting)) {
      String method = Values.isRelative(item) ? item.substring(1) : item;
      String upper = method.toUpperCase(Locale.ROOT);
      boolean cased = !upper.equals(method) && STANDARD.contains(" " + upper + " ");
      if ((cased || !isUsual(method)) && result.wantsWarning()) {
        result.wantedWarning(
            setting.origin(),
            cased ? Complaints.methodCase(setting, upper) : Complaints.oneMethod(setting, method));
      }
    }
  }

  /** RFC 9110 allows more, as GET|POST, but no registered method uses it. */
  private static boolean isUsual(String method) {
    for (int i = 0; i < method.length(); i++) {
      char c = method.charAt(i);
      if (!Character.isLetterOrDigit(c) && c != '-' && c != '_') {
        return false;
      }
    }
    return true;
  }
}
