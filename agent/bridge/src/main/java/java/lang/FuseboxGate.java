package java.lang;

/**
 * All that woven code may call. Lives in the boot loader's {@code java.base}, so that every class
 * of the JVM sees it without a read edge, a boot class path append or a temporary file.
 *
 * <p>It speaks {@code Object} only: types of {@code java.net.http} and {@code java.sql} cannot be
 * named from here. Every method returns what it was given while no router is installed, which is
 * also what detaching comes down to. Nothing here throws but what the router answers with: the
 * woven code is the only place from which it reaches the caller as what it is. Thread-safe.
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

    /** See {@link FuseboxGate#enter(int, Object, Object, Object)}. */
    Object enter(int point, Object self, Object first, Object second);

    /** See {@link FuseboxGate#left(Object, Object)}. */
    Throwable left(Object result, Object token);

    /** See {@link FuseboxGate#failed(Throwable, Object)}. */
    Throwable failed(Throwable thrown, Object token);
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

  /**
   * Tells that a woven method of {@code self} begins.
   *
   * @param point which method this is
   * @param self the receiver; null in a static method
   * @param first its first argument, or null
   * @param second its second argument, or null
   * @return what {@link #left} or {@link #failed} is to be given; null if nobody wants to know
   */
  public static Object enter(int point, Object self, Object first, Object second) {
    Router current = router;
    if (current == null) {
      return null;
    }
    Object token = current.enter(point, self, first, second);
    if (token instanceof Throwable) {
      FuseboxGate.<RuntimeException>raise((Throwable) token);
    }
    return token;
  }

  /** Tells that a woven method returns, with its result where that is an object. */
  public static void left(Object result, Object token) {
    if (token != null) {
      Router current = router;
      Throwable instead = current == null ? null : current.left(result, token);
      if (instead != null) {
        FuseboxGate.<RuntimeException>raise(instead);
      }
    }
  }

  /**
   * Tells that a woven method ends by an exception.
   *
   * @return what it is to throw
   */
  public static Throwable failed(Throwable thrown, Object token) {
    Router current = token == null ? null : router;
    return current == null ? thrown : current.failed(thrown, token);
  }

  /** Throws in the name of the woven method, which declares it. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void raise(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
