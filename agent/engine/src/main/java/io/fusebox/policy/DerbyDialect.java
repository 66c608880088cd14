package io.fusebox.policy;

/** Derby: {@code //host[:port]/name}, or a database in this process. */
final class DerbyDialect extends JdbcDialect {

  private static final int PORT = 1527;
  private static final String[] STORAGES = {"memory:", "directory:", "classpath:", "jar:"};

  @Override
  void read(String rest, JdbcDraft draft) {
    int end = JdbcText.firstOf(rest, ";", 0);
    JdbcProperties properties = JdbcProperties.of(rest, end + 1, ";");
    draft.user = properties.get("user");
    String name = rest.substring(0, end);
    if (name.startsWith("//")) {
      draft.database = JdbcAuthority.read(name.substring(2), PORT, draft);
    } else {
      draft.reach = JdbcReach.EMBEDDED;
      embedded(name, draft);
    }
    String database = properties.get("databaseName");
    draft.database = JdbcDraft.kept(draft.database) == null ? database : draft.database;
  }

  private static void embedded(String name, JdbcDraft draft) {
    draft.storage = "directory";
    draft.database = name;
    for (int i = 0; i < STORAGES.length; i++) {
      if (name.startsWith(STORAGES[i])) {
        draft.storage = STORAGES[i].substring(0, STORAGES[i].length() - 1);
        draft.database = name.substring(STORAGES[i].length());
      }
    }
  }
}
