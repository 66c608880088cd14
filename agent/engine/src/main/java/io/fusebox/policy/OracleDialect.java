package io.fusebox.policy;

/**
 * Oracle's driver: {@code thin:[user/password]@WHERE}, where that is a descriptor in parentheses,
 * {@code [tcp:][//]host[:port][,host...][/service]}, {@code host:port:SID}, or a name that some
 * directory resolves. {@code oci} and {@code kprb} go through native code.
 */
final class OracleDialect extends JdbcDialect {

  private static final int PORT = 1521;

  @Override
  void read(String rest, JdbcDraft draft) {
    int colon = JdbcText.firstOf(rest, ":", 0);
    if (!rest.substring(0, colon).equalsIgnoreCase("thin")) {
      draft.reach = JdbcReach.NATIVE;
    }
    String behind = colon < rest.length() ? rest.substring(colon + 1) : "";
    // Without a password the first one, with one the last: that may hold any character.
    int at = behind.startsWith("@") ? 0 : behind.lastIndexOf('@');
    if (at < 0) {
      return;
    }
    if (at > 0) {
      draft.user = unquoted(behind.substring(0, JdbcText.firstOf(behind, "/@", 0)));
    }
    where(behind.substring(at + 1).trim(), draft);
  }

  private static String unquoted(String user) {
    boolean quoted = user.length() > 1 && user.startsWith("\"") && user.endsWith("\"");
    return quoted ? user.substring(1, user.length() - 1) : user;
  }

  private static void where(String where, JdbcDraft draft) {
    if (where.startsWith("(")) {
      OracleDescriptor.read(where, PORT, draft);
      return;
    }
    int question = JdbcText.firstOf(where, "?", 0);
    draft.application = JdbcProperties.ofQuery(where, question + 1).get("v$session.program");
    String server = where.substring(0, question);
    int scheme = server.indexOf("//");
    if (scheme < 0) {
      plain(server, draft);
    } else if (scheme == 0 || isSocket(server.substring(0, scheme))) {
      service(server.substring(scheme + 2), draft);
    } else if (JdbcText.startsWith(server, "ldap", 0)) {
      directory(server.substring(scheme + 2), draft);
    } else {
      draft.alias = server;
    }
  }

  private static boolean isSocket(String scheme) {
    return scheme.equalsIgnoreCase("tcp:") || scheme.equalsIgnoreCase("tcps:");
  }

  private static void plain(String server, JdbcDraft draft) {
    if (server.indexOf('/') >= 0 || server.startsWith("[")) {
      service(server, draft);
      return;
    }
    int port = server.indexOf(':');
    if (port < 0) {
      draft.alias = server;
      return;
    }
    int sid = server.indexOf(':', port + 1);
    service(sid < 0 ? server : server.substring(0, sid), draft);
    draft.database = sid < 0 ? null : server.substring(sid + 1);
  }

  /** {@code host:port,host:port/service[:server][/instance]}; lists may have semicolons, too. */
  private static void service(String server, JdbcDraft draft) {
    int slash = JdbcText.firstOf(server, "/", 0);
    JdbcAuthority.hosts(server.substring(0, slash).replace(';', ','), PORT, draft);
    if (slash < server.length()) {
      draft.database = server.substring(slash + 1, JdbcText.firstOf(server, ":/", slash + 1));
    }
  }

  /** The service's name; the host is the directory's, not the database's. */
  private static void directory(String server, JdbcDraft draft) {
    int slash = server.indexOf('/');
    if (slash >= 0) {
      draft.database = server.substring(slash + 1, JdbcText.firstOf(server, ", ", slash + 1));
    }
  }
}
