package io.fusebox.jdbc;

import io.fusebox.engine.HostState;
import io.fusebox.policy.JdbcReach;
import io.fusebox.policy.JdbcUrl;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Where a connection goes, as far as it is known: what a driver was asked for, and the host that it
 * connected to. Immutable.
 */
final class Target {

  /** Of what goes nowhere by itself. */
  static final Target NONE = new Target(JdbcUrl.parse(null), null, null, null, "", -1);

  // What drivers call the name of the application, in their properties.
  private static final String[] APPLICATION = {
    "ApplicationName", "applicationName", "application_name", "v$session.program"
  };

  // Fixed at construction.
  private final JdbcUrl parsed;
  private final @Nullable String url;
  private final @Nullable String user;
  private final @Nullable String application;
  final String host; // canonical; empty where there is none
  final int port;

  private Target(
      JdbcUrl parsed,
      @Nullable String url,
      @Nullable String user,
      @Nullable String application,
      String host,
      int port) {
    this.parsed = parsed;
    this.url = url;
    this.user = user;
    this.application = application;
    this.host = host;
    this.port = port;
  }

  /** What a driver was asked for. */
  static Target of(String url, @Nullable Properties properties) {
    String user = property(properties, "user");
    return new Target(JdbcUrl.parse(url), url, user, application(properties), "", -1);
  }

  private static @Nullable String application(@Nullable Properties properties) {
    for (String name : APPLICATION) {
      String value = property(properties, name);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  private static @Nullable String property(@Nullable Properties properties, String name) {
    return properties == null ? null : properties.getProperty(name);
  }

  /** The same, now that it is known where it really goes. */
  Target at(String connectedHost, int connectedPort) {
    String canonical = PolicySet.canonicalHost(connectedHost);
    return new Target(parsed, url, user, application, canonical, connectedPort);
  }

  boolean isSameHost(Target other) {
    return port == other.port && host.equals(other.host);
  }

  @Nullable Policy match(PolicySet policies) {
    return policies.matchJdbc(url, user, application, host.isEmpty() ? null : host, port);
  }

  /** Whether it is in this process, so that there is nothing to be closed. */
  boolean isLocal() {
    JdbcReach reach = parsed.reach();
    return host.isEmpty() && reach != JdbcReach.NETWORK && reach != JdbcReach.UNKNOWN;
  }

  /** What its state goes by: its host, or what kind of database it is where there is none. */
  String key() {
    return host.isEmpty() ? toString() : host;
  }

  /** Host and port; what kind of database where there are none. */
  @Override
  public String toString() {
    return host.isEmpty() ? "jdbc:" + parsed.vendor() : HostState.label(host, port);
  }
}
