package io.fusebox.engine;

/** Durations as people read them, in messages: the file's own units, never a bare number. */
public final class Durations {

  private Durations() {}

  /** {@code 800ms}, {@code 2s}, {@code 1m}: the largest unit in which it is whole, at least ms. */
  public static String text(long nanos) {
    long millis = nanos / 1_000_000;
    if (millis > 0 && millis % 3_600_000 == 0) {
      return millis / 3_600_000 + "h";
    }
    if (millis > 0 && millis % 60_000 == 0) {
      return millis / 60_000 + "m";
    }
    if (millis > 0 && millis % 1_000 == 0) {
      return millis / 1_000 + "s";
    }
    return millis + "ms";
  }

  /** Whole milliseconds: {@code 803 ms}. */
  public static String waited(long nanos) {
    return nanos / 1_000_000 + " ms";
  }
}
