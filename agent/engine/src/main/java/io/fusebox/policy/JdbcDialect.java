package io.fusebox.policy;

/** How the URLs of some vendors are read. Never throws, and reads a URL in linear time. */
abstract class JdbcDialect {

  /** Reads what stands behind {@code jdbc:VENDOR:}. */
  abstract void read(String rest, JdbcDraft draft);
}
