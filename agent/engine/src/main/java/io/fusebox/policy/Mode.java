package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/** How far a policy goes, weakest first: of two modes the lower one counts. */
public enum Mode {
  /** These calls are left alone. */
  OFF("off"),
  /** Everything is decided and counted, nothing is changed. */
  OBSERVE("observe"),
  /** Calls are cut. */
  ENFORCE("enforce");

  private final String word;

  Mode(String word) {
    this.word = word;
  }

  /** The mode of that spelling in a file, or null. */
  public static @Nullable Mode of(String word) {
    if (word.equals(ENFORCE.word)) {
      return ENFORCE;
    }
    return word.equals(OBSERVE.word) ? OBSERVE : word.equals(OFF.word) ? OFF : null;
  }

  /** The lower of the two. */
  public Mode min(Mode other) {
    return compareTo(other) <= 0 ? this : other;
  }

  /** The spelling in a file. */
  @Override
  public String toString() {
    return word;
  }
}
