package io.fusebox.calls;

import org.jspecify.annotations.Nullable;

/**
 * What stands behind the woven places of one client library. The router calls it on the
 * application's threads and catches whatever it throws: then the value that came in is used, which
 * is to say that the call goes on unprotected. Thread-safe.
 */
public interface ClientAdapter {

  /**
   * Lets a value through or puts another in its place.
   *
   * @param value what the woven code is about to use
   * @param point the place, by the number that the adapter gave it
   * @param first context of the place
   * @param second more context
   * @return the value to go on with, of the type that the place needs
   * @throws Throwable whatever went wrong here; never reaches the application
   */
  @Nullable Object pass(
      @Nullable Object value, int point, @Nullable Object first, @Nullable Object second)
      throws Throwable;

  /**
   * Gives what to go on with where {@link #pass} has thrown: what an operation had prepared must
   * not go on half-driven.
   *
   * @return of the type that the place needs; the value as it came unless there is more to be done
   * @throws Throwable whatever went wrong here; never reaches the application
   */
  @Nullable Object passFailed(@Nullable Object value, int point, @Nullable Object first)
      throws Throwable;

  /**
   * Confirms or turns round what a test of woven code came to.
   *
   * @param value what it came to
   * @param self whose test it is
   * @throws Throwable whatever went wrong here; never reaches the application
   */
  boolean test(boolean value, int point, @Nullable Object self) throws Throwable;

  /**
   * Is told that woven code of {@code self} has come to a place.
   *
   * @throws Throwable whatever went wrong here; never reaches the application
   */
  void mark(int point, @Nullable Object self) throws Throwable;

  /**
   * A mark was lost, for {@link #mark} has thrown: from here on nothing may be concluded from one
   * that has not come. Must not throw.
   */
  void markLost();
}
