package io.fusebox.policy.file;

import io.fusebox.policy.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was set of one list or one header in one scope, layer over layer. Loaded only for a file
 * that has one. Only the thread that reads.
 */
final class Slot {

  private @Nullable Setting strongest;
  private @Nullable Setting last; // read of the files: a second one in the same file is a duplicate
  private boolean malformed; // the strongest is
  private @Nullable List<Setting> weaker; // of a list, strongest first, well-formed

  /** The strongest value, if it is well-formed. */
  @Nullable Setting get() {
    return malformed ? null : strongest;
  }

  /** The well-formed headers among the slots, by key in lower case; null where there is none. */
  static @Nullable Map<String, Setting> headers(Map<String, Slot> slots) {
    Map<String, Setting> headers = null;
    for (Map.Entry<String, Slot> slot : slots.entrySet()) {
      Setting setting = slot.getValue().get();
      if (setting != null && setting.tableKey().isFamily()) {
        headers = headers == null ? new LinkedHashMap<String, Setting>() : headers;
        headers.put(slot.getKey(), setting);
      }
    }
    return headers;
  }

  /** What is below the strongest, which a relative list changes; strongest first. */
  @Nullable List<Setting> weaker() {
    return weaker;
  }

  /** See {@link Draft#offer}. */
  @Nullable Setting offer(Setting setting) {
    Setting before = last;
    if (Draft.isSecond(before, setting)) {
      return before;
    }
    last = setting;
    if (strongest == null) {
      strongest = setting;
    } else if (setting.tableKey().isList()) {
      below(weaker == null ? 0 : weaker.size(), setting);
    }
    return null;
  }

  /** See {@link Draft#reject}. */
  void reject(Setting setting) {
    if (strongest == setting) {
      malformed = true;
    } else if (weaker != null) {
      weaker.remove(setting);
    }
  }

  /** See {@link Draft#override}. */
  void override(Setting setting) {
    Setting before = get();
    if (before != null && before.origin().isProperty()) {
      // Properties come first and stay above the environment.
      if (setting.tableKey().isList()) {
        below(0, setting);
      }
      return;
    }
    if (before != null && setting.tableKey().isList()) {
      below(0, before);
    }
    strongest = setting;
    malformed = false;
  }

  private void below(int at, Setting setting) {
    if (weaker == null) {
      weaker = new ArrayList<Setting>(2);
    }
    weaker.add(at, setting);
  }
}
