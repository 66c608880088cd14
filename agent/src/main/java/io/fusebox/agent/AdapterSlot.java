package io.fusebox.agent;

import io.fusebox.calls.ClientAdapter;
import org.jspecify.annotations.Nullable;

/** Where the router finds the adapter of a client library. */
interface AdapterSlot {

  /**
   * The adapter, made by the first call; null where it could not be made. Never throws.
   *
   * @param self whose woven code it is, for a library that may be there several times
   */
  @Nullable ClientAdapter get(@Nullable Object self);
}
