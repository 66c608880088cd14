package io.fusebox.policy;

/** H2: {@code tcp://host[:port]/name}, or a database in this process, in a file unless said. */
final class H2Dialect extends JdbcDialect {

  private static final int PORT = 9092;
  private static final int LONGEST_STORAGE = 12;

  @Override
  void read(String rest, JdbcDraft draft) {
    int end = JdbcText.firstOf(rest, ";", 0);
    draft.user = JdbcProperties.of(rest, end + 1, ";").get("user");
    String name = rest.substring(0, end);
    if (name.startsWith("tcp:") || name.startsWith("ssl:")) {
      String server = name.substring(name.startsWith("//", 4) ? 6 : 4);
      draft.database = JdbcAuthority.read(server, PORT, draft);
      return;
    }
    draft.reach = JdbcReach.EMBEDDED;
    int colon = storage(name);
    draft.storage = colon < 0 ? "file" : name.substring(0, colon);
    draft.database = name.substring(colon + 1);
  }

  /** The colon behind the name of a file system; a single letter is a drive. */
  private static int storage(String name) {
    int colon = name.indexOf(':');
    if (colon < 2 || colon > LONGEST_STORAGE) {
      return -1;
    }
    return JdbcDialects.isVendor(name, 0, colon) ? colon : -1;
  }
}
