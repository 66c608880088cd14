package io.fusebox.policy;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A pattern for JDBC URLs: {@code jdbc:VENDOR://host[:port][/database]}, {@code jdbc:VENDOR:*} or
 * {@code jdbc:*}. A list of hosts matches a URL that names one of them. Without a port it matches
 * any; a URL without one has its vendor's default. Immutable; thread-safe.
 */
final class JdbcMatch extends Match {

  static final String NO_PROPERTIES = "properties of the URL take no part in a match";

  private static final String FORMS =
      "expected jdbc:VENDOR://host[:port][/database], jdbc:VENDOR:* or jdbc:*";
  // Above the length of any host name, so that an exact host is above any suffix.
  private static final int EXACT = 1 << 20;

  // Fixed at construction.
  private final @Nullable String vendor;
  private final String[] hosts; // canonical, *.suffix or *; empty: any URL of the vendor
  private final int[] ports; // -1: any
  private final @Nullable String database;

  private JdbcMatch(
      String text,
      Origin origin,
      @Nullable String vendor,
      String[] hosts,
      int[] ports,
      @Nullable String database) {
    super(text, origin);
    this.vendor = vendor;
    this.hosts = hosts;
    this.ports = ports;
    this.database = database;
  }

  static Match parse(String text, Origin origin) {
    if (text.equals("jdbc:*")) {
      return new JdbcMatch(text, origin, null, new String[0], new int[0], null);
    }
    if (text.indexOf('?') >= 0 || text.indexOf(';') >= 0 || text.indexOf('&') >= 0) {
      throw new IllegalArgumentException(NO_PROPERTIES);
    }
    int colon = text.indexOf(':', 5);
    String vendor = colon < 0 ? "" : text.substring(5, colon).toLowerCase(Locale.ROOT);
    if (!isVendor(vendor)) {
      throw new IllegalArgumentException(FORMS);
    }
    if (text.endsWith(":*") && colon == text.length() - 2) {
      return new JdbcMatch(text, origin, vendor, new String[0], new int[0], null);
    }
    if (!text.startsWith("://", colon)) {
      throw new IllegalArgumentException(FORMS);
    }
    return hosts(text, origin, vendor, text.substring(colon + 3));
  }

  private static Match hosts(String text, Origin origin, String vendor, String rest) {
    int slash = rest.indexOf('/');
    String authority = slash < 0 ? rest : rest.substring(0, slash);
    String database = slash < 0 || slash == rest.length() - 1 ? null : rest.substring(slash + 1);
    int count = 1;
    for (int i = authority.indexOf(','); i >= 0; i = authority.indexOf(',', i + 1)) {
      count++;
    }
    String[] hosts = new String[count];
    int[] ports = new int[count];
    int from = 0;
    for (int i = 0; i < count; i++) {
      int comma = authority.indexOf(',', from);
      String one = authority.substring(from, comma < 0 ? authority.length() : comma).trim();
      int colon = MatchParser.portColon(one);
      hosts[i] = MatchParser.host(colon < 0 ? one : one.substring(0, colon));
      ports[i] = colon < 0 ? -1 : MatchParser.port(one.substring(colon + 1));
      from = comma + 1;
    }
    return new JdbcMatch(text, origin, vendor, hosts, ports, database);
  }

  private static boolean isVendor(String vendor) {
    for (int i = 0; i < vendor.length(); i++) {
      char c = vendor.charAt(i);
      if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "+-_.".indexOf(c) >= 0)) {
        return false;
      }
    }
    return !vendor.isEmpty();
  }

  /**
   * How well it matches: -1 not at all; more is better. Database and port over port over database
   * over neither, and before that the host over a longer suffix over any host over the vendor; of
   * the URL's hosts the earlier one.
   */
  int rankFor(JdbcUrl url) {
    if (vendor == null || hosts.length == 0) {
      return vendor == null ? 0 : vendor.equals(url.vendor) ? 1 : -1;
    }
    int best = -1;
    for (int i = 0; i < url.hosts.length && vendor.equals(url.vendor); i++) {
      for (int j = 0; j < hosts.length; j++) {
        best = Math.max(best, rank(j, url, i));
      }
    }
    return best;
  }

  /** The keys under which a second match of equal rank would be found. */
  String[] keys() {
    if (hosts.length == 0) {
      return new String[] {vendor == null ? "*" : vendor + ":*"};
    }
    String[] keys = new String[hosts.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] =
          vendor + "://" + hosts[i] + " " + ports[i] + "/" + (database == null ? "" : database);
    }
    return keys;
  }

  private int rank(int j, JdbcUrl url, int i) {
    if ((ports[j] >= 0 && ports[j] != url.ports[i])
        || (database != null && !database.equals(url.database))) {
      return -1;
    }
    String host = hosts[j];
    int rank;
    if (host.equals("*")) {
      rank = 1;
    } else if (host.startsWith("*.")) {
      String suffix = host.substring(1);
      rank =
          url.hosts[i].length() > suffix.length() && url.hosts[i].endsWith(suffix)
              ? 1 + suffix.length()
              : -1;
    } else {
      rank = host.equals(url.hosts[i]) ? EXACT : -1;
    }
    if (rank < 0) {
      return -1;
    }
    int place = 63 - Math.min(i, 63);
    return ((rank * 2 + (ports[j] >= 0 ? 1 : 0)) * 2 + (database != null ? 1 : 0)) * 64 + place;
  }

  @Override
  public boolean isJdbc() {
    return true;
  }

  @Override
  public String rankInWords() {
    if (hosts.length == 0) {
      return vendor == null ? "any JDBC URL" : "any URL of " + vendor;
    }
    String words =
        hosts[0].equals("*") ? "any host" : hosts[0].startsWith("*.") ? "suffix" : "host";
    return words + (ports[0] < 0 ? "" : " and port") + (database == null ? "" : ", database");
  }
}
