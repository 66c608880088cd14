package io.fusebox.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header {@code Retry-After}: whole seconds, or an HTTP date. What is neither is as if it
 * were not there: negative, fractional, empty, words. No answer of a server makes this throw.
 *
 * <p>A date is compared with the response's own {@code Date}, for the two come from one clock;
 * where there is none that can be read, with ours. A moment that has passed is 0.
 *
 * <p>Nothing is kept here; thread-safe.
 */
public final class RetryAfter {

  /** No such header, or nothing that means anything. */
  public static final long NONE = -1;

  /** More than 292 years, or a number that no long holds: beyond every bound. */
  public static final long BEYOND = Long.MAX_VALUE;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private RetryAfter() {}

  /**
   * What the server asks to wait, in nanoseconds: 0 or more, {@link #BEYOND} or {@link #NONE}.
   *
   * @param values of each {@code Retry-After}; the longest counts
   * @param dateHeader the response's {@code Date}, or null
   * @param wallMillis the present by our clock, in milliseconds since 1970
   */
  public static long nanos(List<String> values, @Nullable String dateHeader, long wallMillis) {
    long longest = NONE;
    for (int i = 0; i < values.size(); i++) {
      String value = values.get(i).trim();
      long nanos = isNumber(value) ? seconds(value) : date(value, dateHeader, wallMillis);
      longest = Math.max(longest, nanos);
    }
    return longest;
  }

  private static boolean isNumber(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) < '0' || value.charAt(i) > '9') {
        return false;
      }
    }
    return !value.isEmpty();
  }

  private static long seconds(String digits) {
    long seconds = 0;
    for (int i = 0; i < digits.length(); i++) {
      seconds = seconds * 10 + digits.charAt(i) - '0';
      if (seconds > BEYOND / NANOS_PER_SECOND) {
        return BEYOND;
      }
    }
    return seconds * NANOS_PER_SECOND;
  }

  private static long date(String value, @Nullable String dateHeader, long wallMillis) {
    long then = HttpDate.millis(value, wallMillis);
    if (then == HttpDate.NONE) {
      return NONE;
    }
    long sent = dateHeader == null ? HttpDate.NONE : HttpDate.millis(dateHeader.trim(), wallMillis);
    long now = sent == HttpDate.NONE ? wallMillis : sent;
    if (then <= now) {
      return 0;
    }
    long millis = then - now;
    // Below 0 where our own clock is so far off that the difference overflows.
    return millis < 0 || millis > BEYOND / NANOS_PER_MILLI ? BEYOND : millis * NANOS_PER_MILLI;
  }
}
