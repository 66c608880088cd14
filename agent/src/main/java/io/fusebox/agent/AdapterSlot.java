package io.fusebox.agent;

import io.fusebox.calls.ClientAdapter;
import org.jspecify.annotations.Nullable;

/** Where the router finds the adapter of a client. */
interface AdapterSlot {

  /** The adapter, made by the first call; null where it could not be made. Never throws. */
  @Nullable ClientAdapter get();
}
