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

  // Filled by PolicyReader and Overrides.
  private final @Nullable Slot[] slots = new @Nullable Slot[Key.ALL.size()]; // by Key.index
  private @Nullable Map<String, Slot> headers; // of the key family, by name in lower case

  // Filled by Resolver: what it sets itself or extends, by Key.index, and its headers.
  @Nullable Setting @Nullable [] inherited;
  @Nullable Map<String, Setting> inheritedHeaders;
  boolean visiting;

  Draft(String name, String scope, Origin firstSeen) {
    this.name = name;
    this.scope = scope;
    this.firstSeen = firstSeen;
  }

  /** The value that it sets itself and that is well-formed, or null. */
  @Nullable Setting get(Key key) {
    Slot slot = slots[key.index()];
    return slot == null ? null : slot.get();
  }

  /** What it sets itself of that key, layer over layer, or null. */
  @Nullable Slot slot(Key key) {
    return slots[key.index()];
  }

  /** The headers that it sets itself, by name in lower case, or null. */
  @Nullable Map<String, Slot> headers() {
    return headers;
  }

  /** Whether it sets the key itself, well or not. */
  boolean sets(Key key) {
    Slot slot = slots[key.index()];
    return slot != null && slot.isSet();
  }

  /** Takes the value of an override, which is stronger than all of the files'. */
  void override(Setting setting) {
    slotOf(setting).override(setting);
  }

  /** The value is not to be used; where a stronger one stands, nothing changes. */
  void reject(Setting setting) {
    slotOf(setting).reject(setting);
  }

  /**
   * Takes a value of a file; the files come strongest first.
   *
   * @return the value of the same key in the same file, or null where there is none
   */
  @Nullable Setting offer(Setting setting) {
    return slotOf(setting).offer(setting);
  }

  private Slot slotOf(Setting setting) {
    Key key = setting.tableKey();
    if (key.isFamily()) {
      return header(setting.key().toLowerCase(Locale.ROOT));
    }
    Slot slot = slots[key.index()];
    if (slot == null) {
      slot = new Slot();
      slots[key.index()] = slot;
    }
    return slot;
  }

  private Slot header(String lower) {
    if (headers == null) {
      headers = new LinkedHashMap<String, Slot>();
    }
    Slot slot = headers.get(lower);
    if (slot == null) {
      slot = new Slot();
      headers.put(lower, slot);
    }
    return slot;
  }
}
