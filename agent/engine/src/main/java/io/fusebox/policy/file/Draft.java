package io.fusebox.policy.file;

import io.fusebox.policy.Key;
import io.fusebox.policy.Origin;
import io.fusebox.policy.Setting;
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

  // Filled by PolicyReader and Overrides. The strongest of each key, by Key.index.
  private final @Nullable Setting[] own = new @Nullable Setting[Key.ALL.size()];
  // The last one read of each key: a second one in the same file is a duplicate.
  private final @Nullable Setting[] last = new @Nullable Setting[Key.ALL.size()];

  private int malformed; // a bit for each key

  // Filled by Resolver: what it sets itself or extends, by Key.index.
  @Nullable Setting @Nullable [] inherited;
  boolean visiting;

  Draft(String name, String scope, Origin firstSeen) {
    this.name = name;
    this.scope = scope;
    this.firstSeen = firstSeen;
  }

  /** The value that it sets itself and that is well-formed, or null. */
  @Nullable Setting get(Key key) {
    return (malformed & 1 << key.index()) == 0 ? own[key.index()] : null;
  }

  /** Whether it sets the key itself, well or not. */
  boolean sets(Key key) {
    return own[key.index()] != null;
  }

  /** Takes the value of an override, which is stronger than all of the files'. */
  void override(Key key, Setting setting) {
    own[key.index()] = setting;
    malformed &= ~(1 << key.index());
  }

  /** The value is not to be used; where a stronger one stands, nothing changes. */
  void reject(Key key, Setting setting) {
    malformed |= own[key.index()] == setting ? 1 << key.index() : 0;
  }

  /**
   * Takes a value of a file; the files come strongest first.
   *
   * @return the value of the same key in the same file, or null where there is none
   */
  @Nullable Setting offer(Key key, Setting setting) {
    int i = key.index();
    Setting before = last[i];
    String file = setting.origin().file();
    if (before != null && file != null && file.equals(before.origin().file())) {
      return before;
    }
    last[i] = setting;
    own[i] = own[i] == null ? setting : own[i];
    return null;
  }
}
