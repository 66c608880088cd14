package io.fusebox.policy;

/**
 * Vendors without a dialect of their own: {@code //host[:port],...[/database]}, then properties
 * behind {@code ?} or {@code ;}.
 */
final class GenericDialect extends JdbcDialect {

  private static final String[] PORTS = {
    "databricks", "443",
    "dm", "5236",
    "edb", "5444",
    "exa", "8563",
    "firebird", "3050",
    "firebirdsql", "3050",
    "hive2", "10000",
    "impala", "21050",
    "oceanbase", "2881",
    "sap", "30015",
    "sybase", "5000",
    "teradata", "1025",
    "vertica", "5433"
  };

  // Fixed at construction.
  private final String vendor;

  GenericDialect(String vendor) {
    this.vendor = vendor;
  }

  @Override
  void read(String rest, JdbcDraft draft) {
    int end = JdbcText.firstOf(rest, "?;", 0);
    int slashes = rest.indexOf("//");
    if (slashes >= 0 && slashes < end) {
      draft.database = JdbcAuthority.read(rest.substring(slashes + 2, end), port(), draft);
    }
    JdbcProperties properties = JdbcProperties.of(rest, end + 1, "&;");
    String database = properties.get("databaseName");
    draft.database = JdbcDraft.kept(draft.database) == null ? database : draft.database;
    String user = properties.get("user");
    draft.user = user == null ? draft.user : user;
    draft.application = properties.get("applicationName");
  }

  private int port() {
    for (int i = 0; i < PORTS.length; i += 2) {
      if (PORTS[i].equals(vendor)) {
        return JdbcText.port(PORTS[i + 1]);
      }
    }
    return -1;
  }
}
