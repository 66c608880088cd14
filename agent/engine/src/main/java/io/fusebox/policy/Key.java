package io.fusebox.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key of the policy file; {@link #ALL} is the one table that reader, overrides, suggestions,
 * commands and the reference page share. Immutable.
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
  private static final String HEADERS = "a header name of letters, digits and -";

  /** What the keys of a header begin with, its name behind it. */
  public static final String HEADER_PREFIX = "fallback.header.";

  private static final String[] NONE = {"none"};

  // Filled while the constants below are made.
  private static final List<Key> TABLE = new ArrayList<Key>(48);

  public static final Key INCLUDE =
      other(
          FILE,
          FILES,
          "include",
          "-",
          "file names, separated by commas",
          "Files read before this one, relative to it; what stands later wins.");
  public static final Key REQUIRES =
      other(
          FILE,
          VERSION,
          "requires",
          "-",
          "a version such as 1.2",
          "The oldest version of the agent that understands the file.");
  public static final Key AGENT_MODE =
      words(
          FILE,
          "agent.mode",
          "enforce",
          "A ceiling over the mode of every policy.",
          "enforce",
          "observe",
          "off");
  public static final Key MODE =
      words(
          BOTH,
          "mode",
          "enforce",
          "What the policy does: cut, only say what it would cut, or leave these calls alone.",
          "enforce",
          "observe",
          "off");
  public static final Key MATCH =
      other(
          POLICY,
          MATCHES,
          "match",
          "-",
          "[METHOD|METHOD ][scheme://]host[:port][/path] or a jdbc: form, separated by commas",
          "The calls that the policy governs.");
  public static final Key EXTENDS =
      other(
          POLICY,
          NAME,
          "extends",
          "-",
          "the name of a policy",
          "The policy whose keys are taken over where this one sets none.");
  public static final Key SCOPE =
      words(
          POLICY,
          "scope",
          "host",
          "Whether breaker, bulkhead and retry budget are one for each host and port, or one for"
              + " the policy.",
          "host",
          "policy");

  public static final Key CONNECT =
      timeout("timeout.connect", "One connection attempt: TCP and TLS.");
  public static final Key READ =
      timeout(
          "timeout.read",
          "The longest silence: up to the response head, then between pieces of the body.");
  public static final Key ATTEMPT =
      timeout("timeout.attempt", "One try, from its start to its response head.");
  public static final Key TOTAL =
      timeout("timeout.total", "The whole operation, from its start to the last byte of the body.");
  public static final Key STREAM =
      words(
          BOTH,
          "stream",
          "auto",
          "Whether responses are streams, which attempt and total bound to their head only.",
          "auto",
          "on",
          "off");

  public static final Key RETRY_ATTEMPTS =
      number(
          COUNT,
          "retry.attempts",
          1,
          10,
          "1",
          "Most sends of one operation, the first included: 3 is at most two retries.",
          "off");
  public static final Key RETRY_METHODS =
      other(
          BOTH,
          METHODS,
          "retry.methods",
          "GET HEAD OPTIONS TRACE PUT DELETE",
          "methods, or +METHOD and -METHOD to change what is inherited, or none",
          "Methods that are sent again though the first send may have arrived.",
          "none");
  public static final Key RETRY_STATUSES =
      other(
          BOTH,
          STATUSES,
          "retry.statuses",
          "408 425 429 502 503 504",
          "statuses from 100 to 599, or +STATUS and -STATUS to change what is inherited, or none",
          "Statuses that are tried again.",
          "none");
  public static final Key RETRY_BASE =
      duration(
          "retry.backoff.base",
          MILLI,
          DAY,
          "100ms",
          "Bound of the first wait; each later one has twice the bound.");
  public static final Key RETRY_CAP =
      duration("retry.backoff.cap", MILLI, DAY, "2s", "Bound of every wait; at least the base.");
  public static final Key RETRY_JITTER =
      words(
          BOTH,
          "retry.jitter",
          "full",
          "How a wait is spread: over all of its bound, its upper half, from the one before, or"
              + " not at all.",
          "full",
          "equal",
          "decorrelated",
          "none");
  public static final Key RETRY_AFTER_MAX =
      duration(
          "retry.after.max",
          MILLI,
          DAY,
          "30s",
          "Longest Retry-After that is obeyed; with a longer one there is no retry.");
  public static final Key RETRY_RATIO =
      number(
          PERCENT,
          "retry.budget.ratio",
          0,
          100,
          "10%",
          "Retries allowed for each hundred operations that succeed.");
  public static final Key RETRY_FLOOR =
      number(
          DECIMAL,
          "retry.budget.floor",
          0,
          1_000,
          "1",
          "Retries allowed each second, whatever succeeds.");
  public static final Key RETRY_WINDOW =
      duration(
          "retry.budget.window",
          SECOND,
          60 * SECOND,
          "10s",
          "The time over which the budget counts both.");
  public static final Key RETRY_KEY =
      other(
          BOTH,
          HEADER,
          "retry.idempotency-key",
          "off",
          HEADERS + " such as Idempotency-Key, or off",
          "The header that gives an operation a key, with which POST and PATCH are tried again.",
          "off");
  public static final Key RETRY_LAYER =
      words(
          BOTH,
          "retry.layer",
          "app",
          "Who tries again: this service, or the sidecar of its mesh.",
          "app",
          "mesh");
  public static final Key RETRY_HEADER =
      other(
          BOTH,
          HEADER,
          "retry.attempt-header",
          "x-envoy-attempt-count",
          HEADERS + ", or none",
          "The header that says which attempt a retry is, 2 and up.",
          "none");

  public static final Key BREAKER =
      words(
          BOTH,
          "breaker",
          "off",
          "Whether calls are rejected while too many fail; open: all of them, always.",
          "on",
          "off",
          "open");
  public static final Key BREAKER_WINDOW =
      duration(
          "breaker.window", SECOND, 600 * SECOND, "10s", "The time over which rates are counted.");
  public static final Key BREAKER_MIN_CALLS =
      number(
          COUNT,
          "breaker.min-calls",
          1,
          10_000,
          "20",
          "Calls that the window must hold before a rate says anything.");
  public static final Key BREAKER_RATE =
      number(
          PERCENT,
          "breaker.failure-rate",
          1,
          99,
          "50%",
          "It opens when strictly more than that of the calls failed.",
          "off");
  public static final Key BREAKER_CONSECUTIVE =
      number(
          COUNT,
          "breaker.consecutive",
          1,
          1_000,
          "off",
          "It opens, too, after so many failures in a row.",
          "off");
  public static final Key BREAKER_SLOW_CALL =
      duration(
          "breaker.slow-call", MILLI, DAY, "off", "A call that takes longer is a slow one.", "off");
  public static final Key BREAKER_SLOW_RATE =
      number(
          PERCENT,
          "breaker.slow-rate",
          1,
          100,
          "80%",
          "It opens, too, when strictly more than that of the calls are slow; 100%: when all are.");
  public static final Key BREAKER_OPEN_FOR =
      duration("breaker.open-for", MILLI, DAY, "30s", "How long it rejects before it probes.");
  public static final Key BREAKER_MAX_OPEN =
      duration(
          "breaker.max-open",
          MILLI,
          DAY,
          "-",
          "What open-for grows to, doubled with each reopening; as open-for where it is not set.");
  public static final Key BREAKER_JITTER =
      words(
          BOTH,
          "breaker.jitter",
          "on",
          "Whether the time that it is open is spread by ten per cent either way.",
          "on",
          "off");
  public static final Key BREAKER_PROBES =
      number(
          COUNT,
          "breaker.probes",
          1,
          100,
          "5",
          "Calls let through after that; 1 where only consecutive decides and this is not set.");
  public static final Key BREAKER_429 =
      words(BOTH, "breaker.count-429", "off", "Whether a 429 counts as a failure.", "on", "off");

  public static final Key BULKHEAD =
      number(
          COUNT,
          "bulkhead",
          1,
          100_000,
          "off",
          "Operations in flight at once; the next is rejected without a wait.",
          "off");

  public static final Key FALLBACK_ON =
      other(
          BOTH,
          REASONS,
          "fallback.on",
          "off",
          "a list of timeout, rejected, deadline and status, or off",
          "When an answer is made up; status: when the last one has one of retry.statuses.",
          "off",
          "timeout",
          "rejected",
          "deadline",
          "status");
  public static final Key FALLBACK_STATUS =
      number(COUNT, "fallback.status", 200, 599, "503", "The status of the answer made up.");
  public static final Key FALLBACK_BODY =
      other(
          BOTH, TEXT, "fallback.body", "", "any text", "The body of the answer made up, in UTF-8.");
  public static final Key FALLBACK_HEADER =
      other(
          BOTH,
          TEXT,
          HEADER_PREFIX + "NAME",
          "-",
          "text without control characters; empty: no such header",
          "A header of the answer made up.");

  /** Every key, in the order of the reference page; unmodifiable. */
  public static final List<Key> ALL = Collections.unmodifiableList(TABLE);

  // Fixed at construction.
  private final int index;
  private final int scopes;
  private final int kind;
  private final String name;
  private final String builtIn;
  private final String doc;
  private final long min; // of numbers and durations, in nanoseconds
  private final long max;
  private final String form; // in words; empty: made of min, max and words
  private final String[] words;

  private Key(
      int index,
      int scopes,
      int kind,
      String name,
      String builtIn,
      String doc,
      long min,
      long max,
      String form,
      String[] words) {
    this.index = index;
    this.scopes = scopes;
    this.kind = kind;
    this.name = name;
    this.builtIn = builtIn;
    this.doc = doc;
    this.min = min;
    this.max = max;
    this.form = form;
    this.words = words;
  }

  private static Key add(
      int scopes,
      int kind,
      String name,
      String builtIn,
      String doc,
      long min,
      long max,
      String form,
      String[] words) {
    Key key = new Key(TABLE.size(), scopes, kind, name, builtIn, doc, min, max, form, words);
    TABLE.add(key);
    return key;
  }

  private static Key other(
      int scopes, int kind, String name, String builtIn, String form, String doc, String... words) {
    return add(scopes, kind, name, builtIn, doc, 0, 0, form, words);
  }

  private static Key words(int scopes, String name, String builtIn, String doc, String... words) {
    return add(scopes, WORDS, name, builtIn, doc, 0, 0, "", words);
  }

  private static Key timeout(String name, String doc) {
    return add(BOTH, DURATION, name, "none", doc, MILLI, DAY, "", NONE);
  }

  private static Key duration(
      String name, long min, long max, String builtIn, String doc, String... words) {
    return add(BOTH, DURATION, name, builtIn, doc, min, max, "", words);
  }

  private static Key number(
      int kind, String name, long min, long max, String builtIn, String doc, String... words) {
    return add(BOTH, kind, name, builtIn, doc, min, max, "", words);
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
    return form.isEmpty() ? Values.allowed(kind, min, max, words) : form;
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
    return doc;
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
