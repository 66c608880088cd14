package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/**
 * What a JDBC match is asked about: a URL, who goes there, and, once it stands, where the
 * connection went. Immutable.
 */
final class JdbcCall {

  // Fixed at construction.
  final JdbcUrl url;
  final @Nullable String user;
  final @Nullable String application;
  final @Nullable String database;
  final @Nullable String host; // that it is connected to, canonical; null: not known
  final int port; // of that host; -1: not known

  /** A name that is given counts more than the one in the URL. */
  JdbcCall(
      JdbcUrl url,
      @Nullable String user,
      @Nullable String application,
      @Nullable String host,
      int port) {
    this.url = url;
    this.user = user == null || user.isEmpty() ? url.user : user;
    boolean named = application != null && !application.isEmpty();
    this.application = named ? application : url.application;
    this.database = url.databaseOfUser ? this.user : url.database;
    this.host = host == null || host.isEmpty() ? null : Hosts.canonical(host);
    this.port = port > 0 ? port : portOf(url, this.host);
  }

  private static int portOf(JdbcUrl url, @Nullable String host) {
    for (int i = 0; i < url.hosts.length; i++) {
      if (url.hosts[i].equals(host)) {
        return url.ports[i];
      }
    }
    return -1;
  }

  /** Whether its URL names a database in this process. */
  boolean isEmbedded() {
    return url.reach == JdbcReach.EMBEDDED;
  }

  /** Whether what names no vendor may take it: it goes somewhere, by a connection of its own. */
  boolean isForWide() {
    return host != null || url.reach == JdbcReach.NETWORK || url.reach == JdbcReach.NATIVE;
  }
}
