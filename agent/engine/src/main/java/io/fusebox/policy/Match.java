package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/** One pattern of a policy's {@code match}. Immutable once its policy is built; thread-safe. */
public abstract class Match {

  // Fixed at construction.
  private final String text;
  private final Origin origin;
  // Set once by Policy.of, before anything is published.
  private @Nullable Policy policy;

  Match(String text, Origin origin) {
    this.text = text;
    this.origin = origin;
  }

  /** The pattern as it was written; a pattern with user-info is refused, so it holds no secret. */
  public final String text() {
    return text;
  }

  /** Where it was written. */
  public final Origin origin() {
    return origin;
  }

  /** Whether it is about JDBC URLs; else it is about HTTP requests. */
  public abstract boolean isJdbc();

  /** What it is ranked by, in words: {@code host and port, 2 literal path segments, methods}. */
  public abstract String rankInWords();

  /** The policy that it belongs to; null only while that is being built. */
  public final @Nullable Policy policy() {
    return policy;
  }

  void belongTo(Policy owner) {
    policy = owner;
  }

  @Override
  public final String toString() {
    return text;
  }
}
