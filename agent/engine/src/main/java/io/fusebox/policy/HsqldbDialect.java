package io.fusebox.policy;

import java.util.Locale;

/** HSQLDB: {@code hsql://host[:port]/name} and the like, or a database in this process. */
final class HsqldbDialect extends JdbcDialect {

  private static final String[] STORAGES = {"mem:", "file:", "res:"};
  private static final String[] SCHEMES = {"hsql:", "hsqls:", "http:", "https:"};
  private static final int[] PORTS = {9001, 554, 80, 443};

  @Override
  void read(String rest, JdbcDraft draft) {
    int end = JdbcText.firstOf(rest, ";", 0);
    draft.user = JdbcProperties.of(rest, end + 1, ";").get("user");
    String name = rest.substring(0, end);
    for (int i = 0; i < SCHEMES.length; i++) {
      if (JdbcText.startsWith(name, SCHEMES[i] + "//", 0)) {
        String server = name.substring(SCHEMES[i].length() + 2);
        draft.database = JdbcAuthority.read(server, PORTS[i], draft);
        return;
      }
    }
    draft.reach = JdbcReach.EMBEDDED;
    embedded(name, draft);
  }

  private static void embedded(String name, JdbcDraft draft) {
    draft.storage = name.equals(".") ? "mem" : "file";
    draft.database = name;
    for (int i = 0; i < STORAGES.length; i++) {
      if (JdbcText.startsWith(name, STORAGES[i], 0)) {
        draft.storage = STORAGES[i].substring(0, STORAGES[i].length() - 1);
        draft.database = name.substring(STORAGES[i].length());
      }
    }
    if ("mem".equals(draft.storage) && draft.database != null) {
      draft.database = draft.database.toLowerCase(Locale.ROOT);
    }
  }
}
