package io.fusebox.policy;

/** PostgreSQL's driver and its forks. */
final class PostgresDialect extends JdbcDialect {

  private static final String LOCAL = "localhost";

  // Fixed at construction.
  private final int port;

  PostgresDialect(int port) {
    this.port = port;
  }

  @Override
  void read(String rest, JdbcDraft draft) {
    int question = JdbcText.firstOf(rest, "?", 0);
    JdbcProperties properties = JdbcProperties.ofQuery(rest, question + 1);
    draft.databaseOfUser = true;
    if (!server(rest.substring(0, question), draft) || properties.isMalformed()) {
      draft.refuse();
      return;
    }
    String database = properties.get("PGDBNAME", "dbname");
    String user = properties.get("user");
    draft.database = database == null ? draft.database : database;
    draft.user = user == null ? draft.user : user;
    draft.application = properties.get("ApplicationName");
    hosts(properties, draft);
    SocketFactories.apply(properties, draft);
  }

  /** Returns false for what the driver refuses. */
  private boolean server(String server, JdbcDraft draft) {
    if (server.isEmpty() || server.equals("//") || server.equals("///")) {
      draft.host(LOCAL, port);
      return true;
    }
    if (!server.startsWith("/")) {
      draft.host(LOCAL, port);
      return database(server, draft);
    }
    int slash = server.indexOf('/', 2);
    if (!server.startsWith("//") || slash < 0 || server.indexOf('/', slash + 1) >= 0) {
      return false;
    }
    if (slash == 2) {
      draft.host(LOCAL, port);
      return database(server.substring(3), draft);
    }
    String path = JdbcAuthority.read(server.substring(2), port, draft);
    return path == null || database(path, draft);
  }

  private static boolean database(String encoded, JdbcDraft draft) {
    draft.database = JdbcText.decoded(encoded);
    return draft.database != null;
  }

  private void hosts(JdbcProperties properties, JdbcDraft draft) {
    String host = properties.get("PGHOST", "host");
    String ports = properties.get("PGPORT", "port");
    String service = properties.get("service");
    if (host != null) {
      draft.dropHosts();
      pairs(host, ports == null ? "" : ports, draft);
    } else if (service != null && draft.isLocal()) {
      draft.dropHosts();
      draft.alias = service;
    }
  }

  /** Two lists, {@code host=a,b&port=1,2}; a host without a port has the usual one. */
  private void pairs(String hosts, String ports, JdbcDraft draft) {
    int host = 0;
    int number = 0;
    while (host <= hosts.length()) {
      int hostEnd = JdbcText.firstOf(hosts, ",", host);
      int portEnd = JdbcText.firstOf(ports, ",", number);
      String named = number < portEnd ? ports.substring(number, portEnd) : "";
      draft.host(hosts.substring(host, hostEnd), named.isEmpty() ? port : JdbcText.port(named));
      host = hostEnd + 1;
      number = portEnd + 1;
    }
  }
}
