package io.fusebox.policy;

/** SQLite and DuckDB: a file, or memory. What DuckDB calls {@code md:} is somewhere else. */
final class FileDialect extends JdbcDialect {

  @Override
  void read(String rest, JdbcDraft draft) {
    draft.reach = rest.startsWith("md:") ? JdbcReach.NATIVE : JdbcReach.EMBEDDED;
    draft.database = rest.substring(0, JdbcText.firstOf(rest, "?;", 0));
  }
}
