package io.fusebox.policy;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a JDBC URL says about where it goes: the vendor, the candidate hosts with their ports, the
 * database. Read leniently, as drivers differ; user-info and properties are not kept. Immutable.
 */
final class JdbcUrl {

  private static final String[] PORTS = {
    "postgresql",
    "5432",
    "mysql",
    "3306",
    "mariadb",
    "3306",
    "sqlserver",
    "1433",
    "oracle",
    "1521",
    "db2",
    "50000",
    "redshift",
    "5439",
    "cockroachdb",
    "26257",
    "clickhouse",
    "8123"
  };

  // Fixed at construction.
  final String vendor;
  final String[] hosts; // canonical
  final int[] ports; // -1: not known
  final @Nullable String database;

  private JdbcUrl(String vendor, String[] hosts, int[] ports, @Nullable String database) {
    this.vendor = vendor;
    this.hosts = hosts;
    this.ports = ports;
    this.database = database;
  }

  /** The parts of the URL; null where it is no JDBC URL. Never throws. */
  static @Nullable JdbcUrl parse(String url) {
    if (!url.startsWith(MatchParser.JDBC)) {
      return null;
    }
    int colon = url.indexOf(':', 5);
    String vendor = url.substring(5, colon < 0 ? url.length() : colon).toLowerCase(Locale.ROOT);
    int properties = firstOf(url, "?;", 5);
    String body = url.substring(5, properties);
    int slashes = body.indexOf("//");
    if (slashes < 0) {
      return new JdbcUrl(vendor, new String[0], new int[0], null);
    }
    int end = firstOf(body, "/", slashes + 2);
    String authority = body.substring(slashes + 2, end);
    authority = authority.substring(authority.lastIndexOf('@') + 1);
    String database = end < body.length() ? body.substring(end + 1) : "";
    if (database.isEmpty()) {
      database = property(url.substring(properties), "databasename");
    }
    return of(vendor, authority, database.isEmpty() ? null : database);
  }

  private static JdbcUrl of(String vendor, String authority, @Nullable String database) {
    int count = 1;
    for (int i = authority.indexOf(','); i >= 0; i = authority.indexOf(',', i + 1)) {
      count++;
    }
    String[] hosts = new String[count];
    int[] ports = new int[count];
    int from = 0;
    for (int i = 0; i < count; i++) {
      int to = firstOf(authority, ",", from);
      String one = authority.substring(from, to).trim();
      int colon = one.lastIndexOf(':');
      boolean port =
          colon > one.lastIndexOf(']') && colon == one.indexOf(':', one.lastIndexOf(']') + 1);
      String host = port ? one.substring(0, colon) : one;
      // SQL Server: host\instance, where the instance chooses the port.
      hosts[i] = Hosts.canonical(host.substring(0, firstOf(host, "\\", 0)));
      ports[i] = port ? number(one.substring(colon + 1)) : defaultPort(vendor, host);
      from = to + 1;
    }
    return new JdbcUrl(vendor, hosts, ports, database);
  }

  private static int defaultPort(String vendor, String host) {
    for (int i = 0; i < PORTS.length && host.indexOf('\\') < 0; i += 2) {
      if (PORTS[i].equals(vendor)) {
        return number(PORTS[i + 1]);
      }
    }
    return -1;
  }

  private static int number(String digits) {
    int number = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9' || number > 65_535) {
        return -1;
      }
      number = number * 10 + (c - '0');
    }
    return digits.isEmpty() ? -1 : number;
  }

  private static String property(String properties, String name) {
    int at = properties.toLowerCase(Locale.ROOT).indexOf(";" + name + "=");
    if (at < 0) {
      return "";
    }
    int from = at + name.length() + 2;
    return properties.substring(from, firstOf(properties, ";", from));
  }

  private static int firstOf(String text, String characters, int from) {
    for (int i = from; i < text.length(); i++) {
      if (characters.indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return text.length();
  }
}
