package io.fusebox.weaving;

/**
 * The hooks of one client library. Implementations are found by name and have a public constructor.
 */
public interface HookList {

  /** The hooks without which no call is guarded. */
  Hook[] required();

  /** The hooks that one feature needs each; the rest works without. */
  Hook[] optional();
}
