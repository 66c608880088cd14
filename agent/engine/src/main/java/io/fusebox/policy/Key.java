package io.fusebox.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key of the policy file; {@link #ALL} is the one table that reader, overrides, suggestions,
 * commands and the reference page share. What it means, in words, is in {@link KeyTexts}.
 * Immutable.
 */
public final class Key {

  /** Scope: at the top of a file, without a prefix. */
  public static final int FILE = 1;

  /** Scope: {@code default.KEY}. */
  public static final int DEFAULT = 2;

  /** Scope: {@code policy.NAME.KEY}. */
  public static final int POLICY = 4;

  private static final int BOTH = DEFAULT | POLICY;

  /** Kinds of values. */
  static final int FILES = 0;

  static final int VERSION = 1;
  static final int WORDS = 2;
  static final int MATCHES = 3;
  static final int NAME = 4;
  static final int DURATION = 5;
  static final int COUNT = 6;
  static final int PERCENT = 7;
  static final int DECIMAL = 8;
  static final int METHODS = 9;
  static final int STATUSES = 10;
  static final int REASONS = 11;
  static final int HEADER = 12;
  static final int TEXT = 13;

  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final long DAY = 86_400 * SECOND;

  /** What the keys of a header begin with, its name behind it. */
  public static final String HEADER_PREFIX = "fallback.header.";

  private static final String[] NONE = {"none"};

  // Filled while the constants below are made.
  private static final List<Key> TABLE = new ArrayList<Key>(48);

  public static final Key INCLUDE = other(FILE, FILES, "include", "-");
  public static final Key REQUIRES = other(FILE, VERSION, "requires", "-");
  public static final Key AGENT_MODE =
      words(FILE, "agent.mode", "enforce", "enforce", "observe", "off");
  public static final Key MODE = words(BOTH, "mode", "enforce", "enforce", "observe", "off");
  public static final Key MATCH = other(POLICY, MATCHES, "match", "-");
  public static final Key MATCH_USER = other(POLICY, TEXT, "match.user", "-");
  public static final Key MATCH_APPLICATION = other(POLICY, TEXT, "match.application", "-");
  public static final Key EXTENDS = other(POLICY, NAME, "extends", "-");
  public static final Key SCOPE = words(POLICY, "scope", "host", "host", "policy");

  public static final Key CONNECT = timeout("timeout.connect");
  public static final Key READ = timeout("timeout.read");
  public static final Key ATTEMPT = timeout("timeout.attempt");
  public static final Key TOTAL = timeout("timeout.total");
  public static final Key STREAM = words(BOTH, "stream", "auto", "auto", "on", "off");

  public static final Key RETRY_ATTEMPTS = number(COUNT, "retry.attempts", 1, 10, "1", "off");
  public static final Key RETRY_METHODS =
      other(BOTH, METHODS, "retry.methods", "GET HEAD OPTIONS TRACE PUT DELETE", "none");
  public static final Key RETRY_STATUSES =
      other(BOTH, STATUSES, "retry.statuses", "408 425 429 502 503 504", "none");
  public static final Key RETRY_BASE = duration("retry.backoff.base", MILLI, DAY, "100ms");
  public static final Key RETRY_CAP = duration("retry.backoff.cap", MILLI, DAY, "2s");
  public static final Key RETRY_JITTER =
      words(BOTH, "retry.jitter", "full", "full", "equal", "decorrelated", "none");
  public static final Key RETRY_AFTER_MAX = duration("retry.after.max", MILLI, DAY, "30s");
  public static final Key RETRY_RATIO = number(PERCENT, "retry.budget.ratio", 0, 100, "10%");
  public static final Key RETRY_FLOOR = number(DECIMAL, "retry.budget.floor", 0, 1_000, "1");
  public static final Key RETRY_WINDOW =
      duration("retry.budget.window", SECOND, 60 * SECOND, "10s");
  public static final Key RETRY_KEY = other(BOTH, HEADER, "retry.idempotency-key", "off", "off");
  public static final Key RETRY_LAYER = words(BOTH, "retry.layer", "app", "app", "mesh");
  public static final Key RETRY_HEADER =
      other(BOTH, HEADER, "retry.attempt-header", "x-envoy-attempt-count", "none");

  public static final Key BREAKER = words(BOTH, "breaker", "off", "on", "off", "open");
  public static final Key BREAKER_WINDOW = duration("breaker.window", SECOND, 600 * SECOND, "10s");
  public static final Key BREAKER_MIN_CALLS = number(COUNT, "breaker.min-calls", 1, 10_000, "20");
  public static final Key BREAKER_RATE =
      number(PERCENT, "breaker.failure-rate", 1, 99, "50%", "off");
  public static final Key BREAKER_CONSECUTIVE =
      number(COUNT, "breaker.consecutive", 1, 1_000, "off", "off");
  public static final Key BREAKER_SLOW_CALL =
      duration("breaker.slow-call", MILLI, DAY, "off", "off");
  public static final Key BREAKER_SLOW_RATE = number(PERCENT, "breaker.slow-rate", 1, 100, "80%");
  public static final Key BREAKER_OPEN_FOR = duration("breaker.open-for", MILLI, DAY, "30s");
  public static final Key BREAKER_MAX_OPEN = duration("breaker.max-open", MILLI, DAY, "-");
  public static final Key BREAKER_JITTER = words(BOTH, "breaker.jitter", "on", "on", "off");
  public static final Key BREAKER_PROBES = number(COUNT, "breaker.probes", 1, 100, "5");
  public static final Key BREAKER_429 = words(BOTH, "breaker.count-429", "off", "on", "off");

  public static final Key BULKHEAD = number(COUNT, "bulkhead", 1, 100_000, "off", "off");

  public static final Key FALLBACK_ON =
      other(
          BOTH, REASONS, "fallback.on", "off", "off", "timeout", "rejected", "deadline", "status");
  public static final Key FALLBACK_STATUS = number(COUNT, "fallback.status", 200, 599, "503");
  public static final Key FALLBACK_BODY = other(BOTH, TEXT, "fallback.body", "");
  public static final Key FALLBACK_HEADER = other(BOTH, TEXT, HEADER_PREFIX + "NAME", "-");

  public static final Key CANCEL_GRACE = duration("jdbc.cancel-grace", MILLI, DAY, "250ms");
  public static final Key LONG = words(BOTH, "jdbc.long", "let", "let", "cut");

  /** Every key, in the order of the reference page; unmodifiable. */
  public static final List<Key> ALL = Collections.unmodifiableList(TABLE);

  // Fixed at construction.
  private final int index;
  private final int scopes;
  private final int kind;
  private final String name;
  private final String builtIn;
  private final long min; // of numbers and durations, in nanoseconds
  private final long max;
  private final String[] words;

  private Key(
      int index,
      int scopes,
      int kind,
      String name,
      String builtIn,
      long min,
      long max,
      String[] words) {
    this.index = index;
    this.scopes = scopes;
    this.kind = kind;
    this.name = name;
    this.builtIn = builtIn;
    this.min = min;
    this.max = max;
    this.words = words;
  }

  private static Key add(
      int scopes, int kind, String name, String builtIn, long min, long max, String[] words) {
    Key key = new Key(TABLE.size(), scopes, kind, name, builtIn, min, max, words);
    TABLE.add(key);
    return key;
  }

  private static Key other(int scopes, int kind, String name, String builtIn, String... words) {
    return add(scopes, kind, name, builtIn, 0, 0, words);
  }

  private static Key words(int scopes, String name, String builtIn, String... words) {
    return add(scopes, WORDS, name, builtIn, 0, 0, words);
  }

  private static Key timeout(String name) {
    return add(BOTH, DURATION, name, "none", MILLI, DAY, NONE);
  }

  private static Key duration(String name, long min, long max, String builtIn, String... words) {
    return add(BOTH, DURATION, name, builtIn, min, max, words);
  }

  private static Key number(
      int kind, String name, long min, long max, String builtIn, String... words) {
    return add(BOTH, kind, name, builtIn, min, max, words);
  }

  /**
   * The key of that name in one of {@code scopes}, or null; {@code fallback.header.} with any
   * header's name is {@link #FALLBACK_HEADER}.
   */
  public static @Nullable Key find(String name, int scopes) {
    for (int i = 0; i < TABLE.size(); i++) {
      Key key = TABLE.get(i);
      if ((key.scopes & scopes) != 0 && key.name.equals(name)) {
        return key;
      }
    }
    boolean header = (FALLBACK_HEADER.scopes & scopes) != 0 && name.startsWith(HEADER_PREFIX);
    return header && Values.isToken(name, HEADER_PREFIX.length()) ? FALLBACK_HEADER : null;
  }

  /** Its place in {@link #ALL}. */
  public int index() {
    return index;
  }

  /** For example {@code timeout.total}, without scope. */
  public String name() {
    return name;
  }

  /** What its name begins with, up to the first point: {@code timeout}, {@code retry} and so on. */
  public String family() {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  /** What is allowed, in words that stand after "expected". */
  public String allowed() {
    return KeyTexts.allowed(this, min, max, words);
  }

  /** The value where nothing sets one; {@code -} for no value. */
  public String builtIn() {
    return builtIn;
  }

  /** Whether it may stand in that scope: {@link #FILE}, {@link #DEFAULT} or {@link #POLICY}. */
  public boolean isIn(int scope) {
    return (scopes & scope) != 0;
  }

  /** Whether it arms something by itself; the others only tune. */
  public boolean isSwitch() {
    return isTimeout()
        || this == RETRY_ATTEMPTS
        || this == RETRY_KEY
        || this == BREAKER
        || this == BULKHEAD
        || this == FALLBACK_ON;
  }

  /** Whether it is one of the four timeouts. */
  public boolean isTimeout() {
    return this == CONNECT || this == READ || this == ATTEMPT || this == TOTAL;
  }

  /** Whether it stands for many keys, each with a name of its own at its end. */
  public boolean isFamily() {
    return this == FALLBACK_HEADER;
  }

  /** Whether it belongs to its policy's {@code match}, which nobody inherits. */
  public boolean isOfMatch() {
    return this == MATCH || this == MATCH_USER || this == MATCH_APPLICATION;
  }

  /** Whether its value is a duration. */
  public boolean isDuration() {
    return kind == DURATION;
  }

  /** Whether its value is a percentage. */
  public boolean isPercent() {
    return kind == PERCENT;
  }

  /** Whether its value is a whole number. */
  public boolean isCount() {
    return kind == COUNT;
  }

  /** Whether its value is a list, which may be relative to the one that is inherited. */
  public boolean isList() {
    return kind == METHODS || kind == STATUSES || kind == REASONS;
  }

  /** Whether its value is the name of a header. */
  public boolean isHeader() {
    return kind == HEADER;
  }

  /** Whether its value is free text. */
  public boolean isText() {
    return kind == TEXT;
  }

  /** The words that it takes besides numbers, items or names; never null. */
  public List<String> words() {
    return Collections.unmodifiableList(Arrays.asList(words));
  }

  /** What it does, in one sentence. */
  public String doc() {
    return KeyTexts.doc(name);
  }

  /**
   * Whether the value, already trimmed, is a valid one. Of {@link #MATCH} only that there is one:
   * {@link MatchParser} says the rest.
   */
  public boolean accepts(String value) {
    switch (kind) {
      case DURATION:
        long nanos = Setting.parseNanos(value);
        return nanos == Policy.NONE ? words.length > 0 : nanos >= min && nanos <= max;
      case WORDS:
        return isWord(value);
      case NAME:
        return isPolicyName(value);
      case VERSION:
        return isVersion(value);
      case FILES:
      case MATCHES:
        return !value.isEmpty();
      default:
        return Values.accepts(this, value);
    }
  }

  boolean isWord(String value) {
    for (int i = 0; i < words.length; i++) {
      if (words[i].equals(value)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the text stands for no number, no item or no name: {@code off} or {@code none}. */
  boolean isNothing(String value) {
    return words.length > 0 && words[0].equals(value);
  }

  int kind() {
    return kind;
  }

  boolean isInRange(long number) {
    return number >= min && number <= max;
  }

  /** Whether the text is a policy's name: ASCII letters, digits and {@code -}. */
  public static boolean isPolicyName(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!((c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9')
          || c == '-')) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** Whether the text is one to four numbers of at most six digits with points between them. */
  public static boolean isVersion(String text) {
    int digits = 0;
    int points = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.' && digits > 0) {
        points++;
        digits = 0;
      } else if (c >= '0' && c <= '9') {
        digits++;
      } else {
        return false;
      }
      if (digits > 6 || points > 3) {
        return false;
      }
    }
    return digits > 0;
  }

  @Override
  public String toString() {
    return name;
  }
}
