package io.fusebox.policy;

/**
 * Drivers that name the kind of server behind themselves: {@code
 * jtds:sqlserver://host[:port][/database][;name=value...]}.
 */
final class JtdsDialect extends JdbcDialect {

  private static final int SYBASE_PORT = 7100;

  @Override
  void read(String rest, JdbcDraft draft) {
    int colon = JdbcText.firstOf(rest, ":", 0);
    if (!JdbcDialects.isVendor(rest, 0, colon)) {
      return;
    }
    draft.vendor = JdbcText.lowerCase(rest.substring(0, colon));
    int end = JdbcText.firstOf(rest, ";", 0);
    JdbcProperties properties = JdbcProperties.of(rest, end + 1, ";");
    String instance = properties.get("instance");
    if (rest.startsWith("//", colon + 1) && colon + 3 <= end) {
      int usual = draft.vendor.equals("sybase") ? SYBASE_PORT : SqlServerDialect.PORT;
      int port = instance == null ? usual : -1;
      draft.database = JdbcAuthority.read(rest.substring(colon + 3, end), port, draft);
    }
    String database = properties.get("databaseName", "database");
    String user = properties.get("user");
    draft.alias = instance == null ? null : JdbcText.lowerCase(instance);
    draft.database = database == null ? draft.database : database;
    draft.user = user == null ? draft.user : user;
    draft.application = properties.get("appName", "applicationName", "progName");
  }
}
