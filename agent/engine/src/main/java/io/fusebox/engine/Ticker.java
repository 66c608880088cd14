package io.fusebox.engine;

/**
 * A source of monotonic time. Readings are nanoseconds from an arbitrary origin and may be
 * negative: compare them by subtraction only. Thread-safe.
 */
public interface Ticker {

  /** {@link System#nanoTime()}. */
  Ticker SYSTEM =
      new Ticker() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }
      };

  /** The present reading, in nanoseconds. */
  long nanos();
}
