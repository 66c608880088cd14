package io.fusebox.engine;

/**
 * How long to wait before trying again.
 *
 * <p>The bound of the wait before retry n is base doubled n times, at most cap. It is compared with
 * cap cut down before anything is shifted up, so that no n overflows. What a jitter makes of the
 * bound stands at {@link Jitter}. The decorrelated one draws below a bound that has been cut to cap
 * already: cutting what was drawn would send most of those that wait long back at the same moment.
 *
 * <p>Nothing is kept here; thread-safe.
 */
public final class Backoff {

  private Backoff() {}

  /**
   * The wait before a retry, in nanoseconds: 0 to cap.
   *
   * @param settings base, cap and jitter
   * @param retry which one it is: 0 for the first; any number above is fine
   * @param previousWait what this returned for the retry before, in nanoseconds; 0 for none
   * @param random asked at most once
   */
  public static long waitNanos(
      RetrySettings settings, int retry, long previousWait, RandomSource random) {
    long base = settings.baseNanos();
    long bound = boundNanos(base, settings.capNanos(), retry);
    switch (settings.jitter()) {
      case FULL:
        return random.upTo(bound);
      case EQUAL:
        return bound / 2 + random.upTo(bound - bound / 2);
      case DECORRELATED:
        long most = trebled(Math.max(previousWait, base), settings.capNanos());
        return base + random.upTo(most - base);
      case NONE:
        return bound;
    }
    throw new AssertionError(settings.jitter());
  }

  /** min(cap, base * 2^retry). */
  private static long boundNanos(long base, long cap, int retry) {
    // A shift by 63 leaves nothing of any cap, and one by 64 would shift by 0.
    return base > cap >> Math.min(retry, Long.SIZE - 1) ? cap : base << retry;
  }

  /** min(cap, 3 * wait), at least what {@code wait} itself is within cap. */
  private static long trebled(long wait, long cap) {
    return wait > cap / 3 ? cap : wait * 3;
  }
}
