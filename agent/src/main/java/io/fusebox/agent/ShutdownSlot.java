package io.fusebox.agent;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * The latest moment of a JVM's shutdown. Hooks that are registered in the public way run all at
 * once, ours beside the application's, and nothing tells one that the others have ended. The JVM
 * runs its own, of which the application's are the second, one after the other: a slot behind them
 * comes when every hook of the application is through. Where this JVM does not let us, the public
 * way has to do.
 */
final class ShutdownSlot {

  /** The JVM's own, in 8 to 27, are 0 (console), 1 (hooks of the application) and 2 (files). */
  private static final int FIRST_FREE = 3;

  private static final int LAST = 9;

  private ShutdownSlot() {}

  /** Has {@code hook} run after all hooks of the application; false if that cannot be had. */
  static boolean take(Runnable hook) {
    try {
      // In java.base, whose java.lang was opened for the gate.
      Method add =
          Class.forName("java.lang.Shutdown")
              .getDeclaredMethod("add", int.class, boolean.class, Runnable.class);
      add.setAccessible(true);
      for (int slot = LAST; slot >= FIRST_FREE; slot--) {
        if (isTaken(add, slot, hook)) {
          return true;
        }
      }
      return false;
    } catch (ReflectiveOperationException | RuntimeException notAsWeKnowIt) {
      // RuntimeException: not accessible, which Java 8 has no name for; or beyond this slot
      // already.
      return false;
    }
  }

  /** False if somebody else has the slot. */
  private static boolean isTaken(Method add, int slot, Runnable hook)
      throws ReflectiveOperationException {
    try {
      // Even while the shutdown is under way: its hooks may make the first call that we govern.
      add.invoke(null, slot, true, hook);
      return true;
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof InternalError) {
        return false;
      }
      throw e;
    }
  }
}
