package io.fusebox.policy;

/** Trino: {@code //host[:port][/catalog[/schema]]}, over https with {@code SSL=true}. */
final class TrinoDialect extends JdbcDialect {

  @Override
  void read(String rest, JdbcDraft draft) {
    int end = JdbcText.firstOf(rest, "?", 0);
    JdbcProperties properties = JdbcProperties.ofQuery(rest, end + 1);
    int port = properties.is("SSL", "true") ? 443 : 80;
    if (rest.startsWith("//") && end >= 2) {
      String path = JdbcAuthority.read(rest.substring(2, end), port, draft);
      draft.database = path == null ? null : path.replace('/', '.');
    }
    String user = properties.get("user");
    draft.user = user == null ? draft.user : user;
    draft.application = properties.get("source");
  }
}
