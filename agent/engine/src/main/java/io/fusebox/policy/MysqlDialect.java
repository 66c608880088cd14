package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/** The drivers of MySQL and MariaDB: {@code [MODE:]//host,host/database?properties}. */
final class MysqlDialect extends JdbcDialect {

  private static final int PORT = 3306;
  private static final String PROGRAM = "program_name:";

  // Fixed at construction.
  private final boolean srv; // its host is the name of a service

  MysqlDialect(boolean srv) {
    this.srv = srv;
  }

  @Override
  void read(String rest, JdbcDraft draft) {
    int question = JdbcText.firstOf(rest, "?", 0);
    int slashes = rest.indexOf("//");
    JdbcProperties properties = JdbcProperties.ofQuery(rest, question + 1);
    if (slashes < 0 || slashes > question) {
      return;
    }
    boolean service = srv || properties.is("dnsSrv", "true");
    server(rest.substring(slashes + 2, question), service ? -1 : PORT, draft);
    if (service && namesPort(draft)) {
      draft.refuse();
      return;
    }
    String user = draft.user == null ? properties.get("user") : draft.user;
    draft.user = user;
    draft.application = application(properties);
    SocketFactories.apply(properties, draft);
  }

  private static void server(String server, int port, JdbcDraft draft) {
    int slash = endOfHosts(server);
    String authority = server.substring(0, slash);
    if (authority.indexOf('(') < 0 && authority.indexOf('[') < 0) {
      String path = JdbcAuthority.read(server, port, draft);
      draft.database = path == null ? null : JdbcText.decodedOrSame(path);
      draft.user = draft.user == null ? null : JdbcText.decodedOrSame(draft.user);
    } else {
      MysqlHosts.read(authority, port, draft);
      String path = slash < server.length() ? server.substring(slash + 1) : "";
      draft.database = path.indexOf('@') >= 0 ? null : JdbcText.decodedOrSame(path);
    }
    if (authority.isEmpty()) {
      draft.host("localhost", port);
    }
  }

  /** Where the first slash outside of parentheses is. */
  private static int endOfHosts(String server) {
    int depth = 0;
    for (int i = 0; i < server.length(); i++) {
      char c = server.charAt(i);
      if (c == '/' && depth == 0) {
        return i;
      }
      depth += c == '(' ? 1 : c == ')' && depth > 0 ? -1 : 0;
    }
    return server.length();
  }

  private static boolean namesPort(JdbcDraft draft) {
    int[] ports = draft.ports();
    for (int i = 0; i < ports.length; i++) {
      if (ports[i] > 0) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable String application(JdbcProperties properties) {
    String attributes = properties.get("connectionAttributes");
    int from = 0;
    while (attributes != null && from < attributes.length()) {
      int end = JdbcText.firstOf(attributes, ",", from);
      String attribute = attributes.substring(from, end).trim();
      if (attribute.startsWith(PROGRAM)) {
        return attribute.substring(PROGRAM.length());
      }
      from = end + 1;
    }
    return null;
  }
}
