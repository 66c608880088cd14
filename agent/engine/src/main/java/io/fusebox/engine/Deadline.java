package io.fusebox.engine;

/**
 * The moment at which a whole request stops mattering. A value: immutable, thread-safe, never
 * absolute wall time. {@link #NONE} is further away than anything.
 */
public final class Deadline {

  /** No deadline. */
  public static final Deadline NONE = new Deadline(0, false);

  /** Time left of {@link #NONE}, in nanoseconds: more than any clock can reach. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  // Fixed at construction.
  private final long atNanos;
  private final boolean limited;

  private Deadline(long atNanos, boolean limited) {
    this.atNanos = atNanos;
    this.limited = limited;
  }

  /**
   * The deadline that lies {@code nanos} after {@code now}. Nothing overflows: more than 100 years
   * is {@link #NONE}; zero and below is a deadline that has passed.
   */
  public static Deadline after(long nanos, long now) {
    return nanos >= Long.MAX_VALUE / 3 ? NONE : new Deadline(now + Math.max(nanos, 0), true);
  }

  /** The earlier of the two. */
  public Deadline min(Deadline other) {
    if (!limited) {
      return other;
    }
    return !other.limited || atNanos - other.atNanos <= 0 ? this : other;
  }

  /** Nanoseconds left at {@code now}: 0 once it has passed, {@link #UNLIMITED} for NONE. */
  public long timeLeftNanos(long now) {
    return limited ? Math.max(atNanos - now, 0) : UNLIMITED;
  }

  /** Whether it has passed at {@code now}. */
  public boolean isExpired(long now) {
    return limited && atNanos - now <= 0;
  }

  @Override
  public String toString() {
    return limited ? "deadline at tick " + atNanos : "no deadline";
  }
}
