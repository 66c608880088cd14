package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/** One value, as it was written, with the place that gave it. Immutable. */
public final class Setting {

  private static final long MILLI = 1_000_000L;
  private static final long MAX_NANOS = 24L * 3_600_000L * MILLI;

  // Fixed at construction.
  private final Key key;
  private final String scope;
  private final String name; // without scope
  private final String value;
  private final Origin origin;
  private final @Nullable String note;

  /**
   * A value as it stands in a file.
   *
   * @param scope what stands before the key: "", {@code default.} or {@code policy.NAME.}
   */
  public Setting(Key key, String scope, String value, Origin origin) {
    this(key, scope, key.name(), value, origin, null);
  }

  private Setting(
      Key key, String scope, String name, String value, Origin origin, @Nullable String note) {
    this.key = key;
    this.scope = scope;
    this.name = name;
    this.value = value;
    this.origin = origin;
    this.note = note;
  }

  /** A value as it stands in a file, of a key that has a name of its own at its end. */
  public static Setting named(Key key, String scope, String name, String value, Origin origin) {
    return new Setting(key, scope, name, value, origin, null);
  }

  /** The key without its scope, for example {@code timeout.total}. */
  public String key() {
    return name;
  }

  /** The key as the table has it. */
  public Key tableKey() {
    return key;
  }

  /** The key as it stands in a file, for example {@code policy.payments.timeout.total}. */
  public String fullKey() {
    return scope + name;
  }

  /** The value as written, for example {@code 800ms}. */
  public String value() {
    return value;
  }

  /** Where it was written. */
  public Origin origin() {
    return origin;
  }

  /** Why the value is not the one that was set for this policy, or null where it is. */
  public @Nullable String note() {
    return note;
  }

  /** The value as nanoseconds, {@link Policy#NONE} for {@code none} and {@code off}. */
  public long nanos() {
    return parseNanos(value);
  }

  /** This key with the value and origin of {@code ceiling}, which it was above. */
  public Setting loweredTo(Setting ceiling) {
    return moved("lowered", ceiling);
  }

  /** This key with the value and origin of {@code floor}, which it was below. */
  public Setting raisedTo(Setting floor) {
    return moved("raised", floor);
  }

  private Setting moved(String how, Setting to) {
    String why = how + " from " + value + " (" + origin + ") to " + to.fullKey();
    return new Setting(key, scope, name, to.value, to.origin, why);
  }

  /** The same with another value, made of this one and of weaker ones as the note says. */
  public Setting made(String other, String why) {
    return new Setting(key, scope, name, other, origin, why);
  }

  /**
   * A duration as a file spells it: a positive whole number and {@code ms}, {@code s}, {@code m} or
   * {@code h}, up to 24h; {@code none} and {@code off} are {@link Policy#NONE}.
   *
   * @return nanoseconds, or -1 where the text is none of these
   */
  public static long parseNanos(String text) {
    if (text.equals("none") || text.equals("off")) {
      return Policy.NONE;
    }
    long number = 0;
    int i = 0;
    for (; i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9'; i++) {
      // Saturates well above 24h in any unit, and far from overflow.
      number = Math.min(number * 10 + (text.charAt(i) - '0'), MAX_NANOS);
    }
    long unit = unitNanos(text.substring(i));
    return i == 0 || unit == 0 || number == 0 || number > MAX_NANOS / unit ? -1 : number * unit;
  }

  private static long unitNanos(String unit) {
    if (unit.equals("ms")) {
      return MILLI;
    }
    if (unit.equals("s")) {
      return 1_000 * MILLI;
    }
    return unit.equals("m") ? 60_000 * MILLI : unit.equals("h") ? 3_600_000 * MILLI : 0;
  }

  /** For example {@code policy.payments.timeout.total = 800ms (production.properties:11)}. */
  @Override
  public String toString() {
    return fullKey() + " = " + value + " (" + origin + ")";
  }
}
