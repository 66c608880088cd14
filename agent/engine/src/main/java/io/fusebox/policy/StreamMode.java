package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/** Whether a response counts as a stream, which attempt and total bound to its head only. */
public enum StreamMode {
  /** The kind of call and the content type decide. */
  AUTO("auto"),
  /** Every response is a stream. */
  ON("on"),
  /** No response is a stream. */
  OFF("off");

  private final String word;

  StreamMode(String word) {
    this.word = word;
  }

  /** The value of that spelling in a file, or null. */
  public static @Nullable StreamMode of(String word) {
    if (word.equals(AUTO.word)) {
      return AUTO;
    }
    return word.equals(ON.word) ? ON : word.equals(OFF.word) ? OFF : null;
  }

  /** The spelling in a file. */
  @Override
  public String toString() {
    return word;
  }
}
