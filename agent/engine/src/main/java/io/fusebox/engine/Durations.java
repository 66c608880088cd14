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

  /** To two digits or whole units, for messages: {@code 803 ms}, {@code 3.2 s}, {@code 15 min}. */
  public static String rounded(long nanos) {
    // Upwards: what is not over does not read as nothing.
    long millis = nanos / 1_000_000 + (nanos % 1_000_000 > 0 ? 1 : 0);
    if (millis < 1_000) {
      return Math.max(0, millis) + " ms";
    }
    long tenths = (millis + 99) / 100;
    if (tenths < 100 && tenths % 10 != 0) {
      return tenths / 10 + "." + tenths % 10 + " s";
    }
    long seconds = (tenths + 9) / 10;
    if (seconds <= 120) {
      return seconds + " s";
    }
    long minutes = (seconds + 59) / 60;
    return minutes <= 120 ? minutes + " min" : (minutes + 59) / 60 + " h";
  }
}
