package io.fusebox.policy;

/** ClickHouse: {@code [http:|https:]//host[:port][/path]/database}. */
final class ClickHouseDialect extends JdbcDialect {

  @Override
  void read(String rest, JdbcDraft draft) {
    int end = JdbcText.firstOf(rest, "?", 0);
    int slashes = rest.indexOf("//");
    JdbcProperties properties = JdbcProperties.ofQuery(rest, end + 1);
    boolean secure = JdbcText.startsWith(rest, "https:", 0) || properties.is("ssl", "true");
    if (slashes >= 0 && slashes < end) {
      int port = secure ? 8443 : 8123;
      String path = JdbcAuthority.read(rest.substring(slashes + 2, end), port, draft);
      draft.database = path == null ? null : path.substring(path.lastIndexOf('/') + 1);
    }
    String database = properties.get("database");
    String user = properties.get("user");
    draft.database = JdbcDraft.kept(draft.database) == null ? database : draft.database;
    draft.user = user == null ? draft.user : user;
  }
}
