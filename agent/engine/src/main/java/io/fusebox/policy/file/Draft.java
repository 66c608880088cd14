package io.fusebox.policy.file;

import io.fusebox.policy.Key;
import io.fusebox.policy.Origin;
import io.fusebox.policy.Setting;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was set in one scope: a policy in the making, the defaults, or the top of the files. Only
 * the thread that reads.
 */
final class Draft {

  // Fixed at construction.
  final String name;
  final String scope; // what stands before its keys
  final Origin firstSeen;

  // Filled by PolicyReader and Overrides. The strongest of each plain key, by Key.index.
  private final @Nullable Setting[] own = new @Nullable Setting[Key.ALL.size()];
  // The last one read of each: a second one in the same file is a duplicate.
  private final @Nullable Setting[] last = new @Nullable Setting[Key.ALL.size()];
  private long malformed; // a bit for each key
  // Lists by their key, whose layers all count, and headers by theirs, in lower case.
  private @Nullable Map<String, Slot> slots;

  // Filled by Resolver: what it sets itself or extends, by Key.index, and its headers.
  @Nullable Setting @Nullable [] inherited;
  @Nullable Map<String, Setting> inheritedHeaders;
  boolean visiting;

  Draft(String name, String scope, Origin firstSeen) {
    this.name = name;
    this.scope = scope;
    this.firstSeen = firstSeen;
  }

  /** The value that it sets itself and that is well-formed, or null; never of a key family. */
  @Nullable Setting get(Key key) {
    if (key.isList()) {
      Slot slot = slot(key);
      return slot == null ? null : slot.get();
    }
    return (malformed & 1L << key.index()) == 0 ? own[key.index()] : null;
  }

  /** What it sets itself of a list, layer over layer, or null. */
  @Nullable Slot slot(Key list) {
    return slots == null ? null : slots.get(list.name());
  }

  /** The headers that it sets itself, by key in lower case; null where there is none. */
  @Nullable Map<String, Setting> headers() {
    return slots == null ? null : Slot.headers(slots);
  }

  /** Whether it sets the key itself, well or not. */
  boolean sets(Key key) {
    return own[key.index()] != null;
  }

  /** Takes the value of an override, which is stronger than all of the files'. */
  void override(Setting setting) {
    Key key = setting.tableKey();
    if (isLayered(key)) {
      slotOf(setting).override(setting);
      return;
    }
    Setting before = get(key);
    // Properties come first and stay above the environment.
    if (before == null || !before.origin().isProperty()) {
      own[key.index()] = setting;
      malformed &= ~(1L << key.index());
    }
  }

  /** The value is not to be used; where a stronger one stands, nothing changes. */
  void reject(Setting setting) {
    Key key = setting.tableKey();
    if (isLayered(key)) {
      slotOf(setting).reject(setting);
    } else {
      malformed |= own[key.index()] == setting ? 1L << key.index() : 0;
    }
  }

  /**
   * Takes a value of a file; the files come strongest first.
   *
   * @return the value of the same key in the same file, or null where there is none
   */
  @Nullable Setting offer(Setting setting) {
    Key key = setting.tableKey();
    if (isLayered(key)) {
      return slotOf(setting).offer(setting);
    }
    int i = key.index();
    Setting before = last[i];
    if (isSecond(before, setting)) {
      return before;
    }
    last[i] = setting;
    own[i] = own[i] == null ? setting : own[i];
    return null;
  }

  /** Whether both stand in one file. */
  static boolean isSecond(@Nullable Setting before, Setting setting) {
    String file = setting.origin().file();
    return before != null && file != null && file.equals(before.origin().file());
  }

  private static boolean isLayered(Key key) {
    return key.isList() || key.isFamily();
  }

  private Slot slotOf(Setting setting) {
    if (slots == null) {
      slots = new LinkedHashMap<String, Slot>();
    }
    String key = setting.key().toLowerCase(Locale.ROOT);
    Slot slot = slots.get(key);
    if (slot == null) {
      slot = new Slot();
      slots.put(key, slot);
    }
    return slot;
  }
}
