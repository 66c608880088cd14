package io.fusebox.policy.file;

import io.fusebox.policy.Setting;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was set of one key in one scope, layer over layer. Only the thread that reads. */
final class Slot {

  private @Nullable Setting strongest;
  private @Nullable Setting last; // read of the files: a second one in the same file is a duplicate
  private boolean malformed; // the strongest is
  private @Nullable List<Setting> weaker; // of a list, strongest first, well-formed

  /** The strongest value, if it is well-formed. */
  @Nullable Setting get() {
    return malformed ? null : strongest;
  }

  /** Whether there is a value, well-formed or not. */
  boolean isSet() {
    return strongest != null;
  }

  /** What is below the strongest, which a relative list changes; strongest first. */
  @Nullable List<Setting> weaker() {
    return weaker;
  }

  /** See {@link Draft#offer}. */
  @Nullable Setting offer(Setting setting) {
    Setting before = last;
    String file = setting.origin().file();
    if (before != null && file != null && file.equals(before.origin().file())) {
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
