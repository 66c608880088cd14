package io.fusebox.agent;

import io.fusebox.weaving.Hook;
import io.fusebox.weaving.HookList;
import io.fusebox.weaving.Weaver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client library: which of its classes are woven, and what became of it. Each hook whose place
 * is not found is said, with what is lost without it, for a silent no-op is the worst failure of
 * all.
 */
final class WovenClient {

  private final String name;
  private final String kind; // of what it is that lacks something
  private final Hook[] required;
  private final Hook[] optional;
  private final Log log;
  private volatile @Nullable String defect;

  WovenClient(String name, String kind, HookList hooks, Log log) {
    this.name = name;
    this.kind = kind;
    this.required = hooks.required();
    this.optional = hooks.optional();
    this.log = log;
  }

  /** Why its calls are not guarded; null while nothing is known against it. */
  @Nullable String defect() {
    return defect;
  }

  /** Whether this class, by its internal name, has hooks. */
  boolean has(String className) {
    return contains(required, className) || contains(optional, className);
  }

  /** The class, by its internal name, with its hooks; null to leave it as it is. */
  byte @Nullable [] weave(String className, byte[] original) {
    if (!has(className)) {
      return null;
    }
    List<Hook> wanted = new ArrayList<>();
    List<Hook> applied = new ArrayList<>();
    add(required, className, wanted);
    add(optional, className, wanted);
    byte[] woven = Weaver.weave(original, wanted, applied);
    wanted.removeAll(applied);
    boolean whole = true;
    for (Hook missing : wanted) {
      whole &= tell(missing);
    }
    return whole && !applied.isEmpty() ? woven : null;
  }

  /** Its calls are not guarded. */
  void failed(String reason) {
    defect = reason;
    log.line(name + " is NOT guarded: " + reason);
  }

  /** Says what is missed without a hook; false if it is everything. */
  private boolean tell(Hook missing) {
    if (Arrays.asList(required).contains(missing)) {
      if (defect == null) {
        String known = missing.serves();
        failed(known.isEmpty() ? "this " + kind + " has no " + missing + " as we know it" : known);
      }
      return false;
    }
    if (missing.serves().isEmpty()) {
      return true;
    }
    log.line(name + ": without " + missing.serves() + ": this " + kind + " has no " + missing);
    return true;
  }

  private static boolean contains(Hook[] hooks, String className) {
    for (Hook hook : hooks) {
      if (hook.owner().equals(className)) {
        return true;
      }
    }
    return false;
  }

  private static void add(Hook[] hooks, String className, List<Hook> to) {
    for (Hook hook : hooks) {
      if (hook.owner().equals(className)) {
        to.add(hook);
      }
    }
  }
}
