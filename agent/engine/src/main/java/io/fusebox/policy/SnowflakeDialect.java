package io.fusebox.policy;

/** Snowflake: {@code //account.snowflakecomputing.com/?db=DATABASE}. */
final class SnowflakeDialect extends JdbcDialect {

  @Override
  void read(String rest, JdbcDraft draft) {
    int end = JdbcText.firstOf(rest, "?", 0);
    JdbcProperties properties = JdbcProperties.ofQuery(rest, end + 1);
    int port = properties.is("ssl", "off") ? 80 : 443;
    if (rest.startsWith("//") && end >= 2) {
      JdbcAuthority.read(rest.substring(2, end), port, draft);
    }
    String user = properties.get("user");
    draft.database = properties.get("db", "database");
    draft.user = user == null ? draft.user : user;
    draft.application = properties.get("application");
  }
}
