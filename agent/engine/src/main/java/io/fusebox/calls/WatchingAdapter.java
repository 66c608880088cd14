package io.fusebox.calls;

import org.jspecify.annotations.Nullable;

/** What stands behind the methods of a client library that are watched. Thread-safe. */
public interface WatchingAdapter {

  /**
   * A watched method begins.
   *
   * @param point which one
   * @param self its receiver
   * @param first its first argument
   * @param second its second argument
   * @return a {@link WatchedCall} that wants to know its end, a {@code Throwable} that the method
   *     is to throw before it has done anything, or null
   * @throws Throwable whatever went wrong here; never reaches the application
   */
  @Nullable Object enter(
      int point, @Nullable Object self, @Nullable Object first, @Nullable Object second)
      throws Throwable;
}
