package io.fusebox.policy;

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

  /** Kinds of values. */
  static final int FILES = 0;

  static final int VERSION = 1;
  static final int WORDS = 2;
  static final int MATCHES = 3;
  static final int NAME = 4;
  static final int DURATION = 5;

  private static final String MODES = "enforce, observe or off";
  private static final String DURATIONS =
      "a whole number and ms, s, m or h, from 1ms to 24h, or none";

  public static final Key INCLUDE =
      new Key(0, FILE, FILES, "include", "file names, separated by commas", "-")
          .doc("Files read before this one, relative to it; what stands later wins.");
  public static final Key REQUIRES =
      new Key(1, FILE, VERSION, "requires", "a version such as 1.2", "-")
          .doc("The oldest version of the agent that understands the file.");
  public static final Key AGENT_MODE =
      new Key(2, FILE, WORDS, "agent.mode", MODES, "enforce")
          .doc("A ceiling over the mode of every policy.");
  public static final Key MODE =
      new Key(3, DEFAULT | POLICY, WORDS, "mode", MODES, "enforce")
          .doc(
              "What the policy does: cut, only say what it would cut, or leave these calls alone.");
  public static final Key MATCH =
      new Key(
              4,
              POLICY,
              MATCHES,
              "match",
              "[METHOD|METHOD ][scheme://]host[:port][/path] or a jdbc: form, separated by commas",
              "-")
          .doc("The calls that the policy governs.");
  public static final Key EXTENDS =
      new Key(5, POLICY, NAME, "extends", "the name of a policy", "-")
          .doc("The policy whose keys are taken over where this one sets none.");
  public static final Key CONNECT =
      new Key(6, DEFAULT | POLICY, DURATION, "timeout.connect", DURATIONS, "none")
          .doc("One connection attempt: TCP and TLS.");
  public static final Key READ =
      new Key(7, DEFAULT | POLICY, DURATION, "timeout.read", DURATIONS, "none")
          .doc("The longest silence: up to the response head, then between pieces of the body.");
  public static final Key ATTEMPT =
      new Key(8, DEFAULT | POLICY, DURATION, "timeout.attempt", DURATIONS, "none")
          .doc("One try, from its start to its response head.");
  public static final Key TOTAL =
      new Key(9, DEFAULT | POLICY, DURATION, "timeout.total", DURATIONS, "none")
          .doc("The whole operation, from its start to the last byte of the body.");
  public static final Key STREAM =
      new Key(10, DEFAULT | POLICY, WORDS, "stream", "auto, on or off", "auto")
          .doc("Whether responses are streams, which attempt and total bound to their head only.");

  /** Every key, in the order of the reference page; unmodifiable. */
  public static final List<Key> ALL =
      Collections.unmodifiableList(
          Arrays.asList(
              INCLUDE,
              REQUIRES,
              AGENT_MODE,
              MODE,
              MATCH,
              EXTENDS,
              CONNECT,
              READ,
              ATTEMPT,
              TOTAL,
              STREAM));

  // Fixed at construction.
  private final int index;
  private final int scopes;
  private final int kind;
  private final String name;
  private final String allowed;
  private final String builtIn;
  private final String doc;

  private Key(int index, int scopes, int kind, String name, String allowed, String builtIn) {
    this(index, scopes, kind, name, allowed, builtIn, "");
  }

  private Key(
      int index, int scopes, int kind, String name, String allowed, String builtIn, String doc) {
    this.index = index;
    this.scopes = scopes;
    this.kind = kind;
    this.name = name;
    this.allowed = allowed;
    this.builtIn = builtIn;
    this.doc = doc;
  }

  private Key doc(String sentence) {
    return new Key(index, scopes, kind, name, allowed, builtIn, sentence);
  }

  /** The key of that name in one of {@code scopes}, or null. */
  public static @Nullable Key find(String name, int scopes) {
    for (int i = 0; i < ALL.size(); i++) {
      Key key = ALL.get(i);
      if ((key.scopes & scopes) != 0 && key.name.equals(name)) {
        return key;
      }
    }
    return null;
  }

  /** Its place in {@link #ALL}. */
  public int index() {
    return index;
  }

  /** For example {@code timeout.total}, without scope. */
  public String name() {
    return name;
  }

  /** What is allowed, in words that stand after "expected". */
  public String allowed() {
    return allowed;
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
    return isDuration();
  }

  /** Whether its value is a duration. */
  public boolean isDuration() {
    return kind == DURATION;
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
        return Setting.parseNanos(value) > 0;
      case WORDS:
        return this == STREAM ? StreamMode.of(value) != null : Mode.of(value) != null;
      case NAME:
        return isPolicyName(value);
      case VERSION:
        return isVersion(value);
      default:
        return !value.isEmpty();
    }
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
