package java.lang;

/**
 * All that woven code may call. Lives in the boot loader's {@code java.base}, so that every class
 * of the JVM sees it without a read edge, a boot class path append or a temporary file.
 *
 * <p>It speaks {@code Object} only: types of {@code java.net.http} and {@code java.sql} cannot be
 * named from here. Every method returns what it was given while no router is installed, which is
 * also what detaching comes down to. Nothing here throws but a refusal that the router answers
 * with: the woven code is the only place from which it reaches the caller as what it is.
 * Thread-safe.
 */
public final class FuseboxGate {

  /** The agent's end of the gate; null before the agent is ready and after it was taken out. */
  private static volatile Router router;

  private FuseboxGate() {}

  /** What stands behind the gate. Implementations must not throw: woven code has no handler. */
  public interface Router {

    /** See {@link FuseboxGate#pass(Object, int, Object, Object)}. */
    Object pass(Object value, int point, Object first, Object second);

    /** See {@link FuseboxGate#test(boolean, int, Object)}. */
    boolean test(boolean value, int point, Object self);

    /** See {@link FuseboxGate#mark(int, Object)}. */
    void mark(int point, Object self);
  }

  /** Puts a router behind the gate, or none with null. */
  public static void install(Router newRouter) {
    router = newRouter;
  }

  /**
   * Lets a value of woven code through, or something of the same type in its place.
   *
   * @param value what the woven code is about to use; may be null
   * @param point which place in which woven method this is
   * @param first context of the place, often the receiver; may be null
   * @param second more context; may be null
   * @return the value to go on with
   * @throws FuseboxRejectedException in the name of the woven method, if the router answers with
   *     one
   */
  public static Object pass(Object value, int point, Object first, Object second)
      throws FuseboxRejectedException {
    Router current = router;
    if (current == null) {
      return value;
    }
    Object passed = current.pass(value, point, first, second);
    if (passed instanceof FuseboxRejectedException) {
      throw (FuseboxRejectedException) passed;
    }
    return passed;
  }

  /**
   * Lets what a test of woven code came to through, or turns it round.
   *
   * @param value what it came to
   * @param point which place in which woven method this is
   * @param self the receiver; may be null
   * @return the value to go on with
   */
  public static boolean test(boolean value, int point, Object self) {
    Router current = router;
    return current == null ? value : current.test(value, point, self);
  }

  /** Tells that woven code of {@code self} has come to a place. */
  public static void mark(int point, Object self) {
    Router current = router;
    if (current != null) {
      current.mark(point, self);
    }
  }
}
