package io.fusebox.calls;

import org.jspecify.annotations.Nullable;

/**
 * A call of a client that is watched and not driven: its end comes by here. Called on the thread of
 * the application; whatever is thrown here is a fault of ours and never reaches it.
 */
public interface WatchedCall {

  /**
   * It returns.
   *
   * @param result what it returns; null also where that is no object
   * @return what it is to throw instead; null for nothing
   * @throws Throwable whatever went wrong here
   */
  @Nullable Throwable returned(@Nullable Object result) throws Throwable;

  /**
   * It throws.
   *
   * @return what it is to throw: the same, or another in its place
   * @throws Throwable whatever went wrong here
   */
  Throwable threw(Throwable thrown) throws Throwable;
}
