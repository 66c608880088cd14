package io.fusebox.engine;

/**
 * How a wait before a retry is spread, so that clients that failed together do not come together.
 */
public enum Jitter {
  /** Uniform in [0, bound]. */
  FULL("full"),
  /** Half of the bound, and uniform in the other half. */
  EQUAL("equal"),
  /** Uniform in [base, three times the previous wait], at most cap. */
  DECORRELATED("decorrelated"),
  /** The bound itself. For tests, and for a single caller. */
  NONE("none");

  private final String word;

  Jitter(String word) {
    this.word = word;
  }

  /** As it stands in a policy file. */
  public String word() {
    return word;
  }
}
