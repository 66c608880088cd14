package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/**
 * SQL Server's driver: {@code //[server[\instance][:port]][;name=value...]}. An instance without a
 * port is asked for it at connect.
 */
final class SqlServerDialect extends JdbcDialect {

  static final int PORT = 1433;

  @Override
  void read(String rest, JdbcDraft draft) {
    int end = JdbcText.firstOf(rest, ";", 0);
    JdbcProperties properties = JdbcProperties.withBraces(rest, end + 1);
    String server = rest.startsWith("//") ? rest.substring(2, end) : "";
    draft.database = path(server);
    server = server.substring(0, JdbcText.firstOf(server, "/", 0));
    // An address of IPv6 is read by the driver from a property only.
    if (!server.startsWith("[")) {
      servers(server, properties, draft);
    }
    String database = properties.get("databaseName", "database");
    draft.database = database == null ? draft.database : database;
    String user = properties.get("user", "userName");
    draft.user = user == null ? draft.user : user;
    draft.application = properties.get("applicationName", "app");
  }

  private static @Nullable String path(String server) {
    int slash = server.indexOf('/');
    return slash < 0 || server.indexOf('@') >= 0 ? null : server.substring(slash + 1);
  }

  private static void servers(String server, JdbcProperties properties, JdbcDraft draft) {
    String instance = properties.get("instanceName");
    String port = properties.get("portNumber", "port");
    String named = properties.get("serverName", "server");
    String partner = properties.get("failoverPartner");
    int number = port == null ? -1 : JdbcText.port(port);
    server(server.isEmpty() && named != null ? named : server, number, instance, draft);
    if (partner != null) {
      server(partner, -1, null, draft);
    }
  }

  private static void server(String server, int port, @Nullable String instance, JdbcDraft draft) {
    int backslash = JdbcText.firstOf(server, "\\", 0);
    String name = server.substring(0, backslash);
    String behind = backslash < server.length() ? server.substring(backslash + 1) : "";
    int colon = JdbcText.firstOf(behind, ":", 0);
    String inServer = JdbcDraft.kept(behind.substring(0, colon));
    String effective = inServer == null ? instance : inServer;
    draft.alias = effective == null ? draft.alias : JdbcText.lowerCase(effective);
    int known = port > 0 ? port : effective == null ? PORT : -1;
    if (Hosts.isIpv6(name)) {
      draft.host(name, known);
    } else {
      JdbcAuthority.hosts(name + behind.substring(colon), known, draft);
    }
  }
}
