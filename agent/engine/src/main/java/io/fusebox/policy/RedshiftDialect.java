package io.fusebox.policy;

/** Redshift: {@code [iam:]//host[:port]/database}, or a cluster's name and region instead. */
final class RedshiftDialect extends JdbcDialect {

  private static final int PORT = 5439;

  @Override
  void read(String rest, JdbcDraft draft) {
    int end = JdbcText.firstOf(rest, "?;", 0);
    int slashes = rest.indexOf("//");
    boolean iam = JdbcText.startsWith(rest, "iam:", 0);
    JdbcProperties properties = JdbcProperties.of(rest, end + 1, "&;");
    if (slashes >= 0 && slashes < end) {
      String server = rest.substring(slashes + 2, end);
      draft.database = JdbcAuthority.read(server, PORT, draft);
      int colon = server.indexOf(':');
      if (iam && !draft.hasHosts() && colon > 0 && server.indexOf('@') < 0) {
        draft.alias = server.substring(0, colon);
      }
    }
    String user = properties.get("user", "UID", "DbUser");
    draft.user = user == null ? draft.user : user;
    draft.application = properties.get("ApplicationName");
  }
}
