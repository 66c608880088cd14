package io.fusebox.policy;

/** Db2: {@code //host[:port]/database[:name=value;...]}; without a host by its native client. */
final class Db2Dialect extends JdbcDialect {

  private static final int PORT = 446;

  @Override
  void read(String rest, JdbcDraft draft) {
    boolean network = rest.startsWith("//");
    int slash = network ? JdbcText.firstOf(rest, "/", 2) : 0;
    int end = JdbcText.firstOf(rest, ":;", slash);
    if (network) {
      draft.database = JdbcAuthority.read(rest.substring(2, end), PORT, draft);
    } else {
      draft.reach = JdbcReach.NATIVE;
      draft.database = rest.substring(0, end);
    }
    JdbcProperties properties = JdbcProperties.of(rest, end + 1, ";");
    String user = properties.get("user");
    draft.user = user == null ? draft.user : user;
    draft.application = properties.get("clientApplicationInformation", "clientProgramName");
  }
}
