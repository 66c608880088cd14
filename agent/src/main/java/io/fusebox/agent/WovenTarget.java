package io.fusebox.agent;

import org.jspecify.annotations.Nullable;

/** A client library that can be woven. Thread-safe. */
interface WovenTarget {

  /** What it is called in messages. */
  String name();

  /** Whether a class, by its internal name, is one that may have hooks. */
  boolean owns(String className);

  /**
   * The library as one loader has it, with all that its woven code needs in place; null if that
   * could not be made, which has been said.
   */
  @Nullable WovenClient client(@Nullable ClassLoader loader);

  /** What the status line says of it. */
  String state();
}
