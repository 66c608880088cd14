package io.fusebox.policy;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A pattern for JDBC URLs: {@code jdbc:VENDOR://host[:port][/database]}, {@code jdbc:VENDOR:*},
 * {@code jdbc:*}, or {@code jdbc:VENDOR:NAME} for a database in this process. A list of hosts
 * matches a URL that names one of them. Without a port it matches any; a URL without one has its
 * vendor's default. An embedded database is taken only by what names it or its vendor. Its policy
 * may narrow it to a user and an application. Immutable once its policy is built; thread-safe.
 */
final class JdbcMatch extends Match {

  static final String NO_PROPERTIES = "properties of the URL take no part in a match";

  private static final String FORMS =
      "expected jdbc:VENDOR://host[:port][/database], jdbc:VENDOR:* or jdbc:*";
  private static final String NO_WRAPPER =
      "expected the vendor of the database, not a wrapper before it, as in jdbc:mysql:*";
  // Above the length of any host name, so that an exact host is above any suffix.
  private static final int EXACT = 1 << 20;
  // Above whatever else ranks.
  private static final long CONNECTED = 1L << 40;
  private static final long PLACES = JdbcDraft.MAX_HOSTS + 1L;

  // Fixed at construction.
  private final @Nullable String vendor;
  private final String[] hosts; // canonical, *.suffix or *; empty: any URL of the vendor
  private final int[] ports; // -1: any
  private final @Nullable String database;
  private final @Nullable JdbcUrl embedded; // the one that it names
  // Set once by Policy.of, before anything is published.
  private @Nullable String user;
  private @Nullable String application;

  private JdbcMatch(
      String text,
      Origin origin,
      @Nullable String vendor,
      String[] hosts,
      int[] ports,
      @Nullable String database,
      @Nullable JdbcUrl embedded) {
    super(text, origin);
    this.vendor = vendor;
    this.hosts = hosts;
    this.ports = ports;
    this.database = database;
    this.embedded = embedded;
  }

  private static Match wide(
      String text, Origin origin, @Nullable String vendor, @Nullable JdbcUrl embedded) {
    return new JdbcMatch(text, origin, vendor, new String[0], new int[0], null, embedded);
  }

  static Match parse(String text, Origin origin) {
    if (text.equals("jdbc:*")) {
      return wide(text, origin, null, null);
    }
    if (text.indexOf('?') >= 0 || text.indexOf(';') >= 0 || text.indexOf('&') >= 0) {
      throw new IllegalArgumentException(NO_PROPERTIES);
    }
    int colon = text.indexOf(':', 5);
    if (colon < 0 || !JdbcDialects.isVendor(text, 5, colon)) {
      throw new IllegalArgumentException(FORMS);
    }
    String name = JdbcText.lowerCase(text.substring(5, colon));
    if (JdbcDialects.isWrapper(name)) {
      throw new IllegalArgumentException(NO_WRAPPER);
    }
    String vendor = JdbcDialects.vendorOf(name);
    if (text.endsWith(":*") && colon == text.length() - 2) {
      return wide(text, origin, vendor, null);
    }
    if (text.startsWith("://", colon)) {
      return hosts(text, origin, vendor, text.substring(colon + 3));
    }
    JdbcUrl url = JdbcUrl.parse(text);
    boolean named = url.reach == JdbcReach.EMBEDDED && url.database != null;
    if (!named || text.indexOf('*') >= 0) {
      throw new IllegalArgumentException(FORMS);
    }
    return wide(text, origin, vendor, url);
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
    return new JdbcMatch(text, origin, vendor, hosts, ports, database, null);
  }

  @Override
  void belongTo(Policy owner) {
    super.belongTo(owner);
    user = narrowing(owner, Key.MATCH_USER);
    application = narrowing(owner, Key.MATCH_APPLICATION);
  }

  private static @Nullable String narrowing(Policy owner, Key key) {
    Setting setting = owner.setting(key.name());
    return setting.origin() == Origin.BUILT_IN ? null : setting.value();
  }

  /**
   * How well it matches: -1 not at all; more is better. What names the host that the connection
   * went to is above all else. Then the host over a longer suffix over any host over the vendor
   * over any; then database and port over port over database over neither; then user and
   * application over user over application over neither; and of the URL's hosts the earlier one.
   */
  long rankFor(JdbcCall call) {
    if ((user != null && !user.equals(call.user))
        || (application != null && !application.equals(call.application))) {
      return -1;
    }
    if (vendor == null) {
      return call.isForWide() ? ranked(0, 0) : -1;
    }
    if (!vendor.equals(call.url.vendor)) {
      return -1;
    }
    if (embedded != null) {
      return call.isEmbedded() && isSame(embedded, call.url) ? ranked(EXACT, 0) : -1;
    }
    return hosts.length == 0 ? ranked(1, 0) : bestOfHosts(call);
  }

  private static boolean isSame(JdbcUrl a, JdbcUrl b) {
    return Objects.equals(a.storage, b.storage) && Objects.equals(a.database, b.database);
  }

  private long bestOfHosts(JdbcCall call) {
    long best = -1;
    if (database != null && !database.equals(call.database)) {
      return best;
    }
    for (int j = 0; j < hosts.length; j++) {
      if (call.host != null) {
        long rank = rank(j, call.host, call.port, 0);
        boolean named = rank >= 0 && !hosts[j].equals("*");
        best = Math.max(best, named ? rank + CONNECTED : rank);
      }
      for (int i = 0; i < call.url.hosts.length; i++) {
        best = Math.max(best, rank(j, call.url.hosts[i], call.url.ports[i], i + 1));
      }
    }
    return best;
  }

  private long rank(int j, String host, int port, int place) {
    if (ports[j] >= 0 && ports[j] != port) {
      return -1;
    }
    int rank = hostRank(hosts[j], host);
    int level = (rank * 2 + (ports[j] >= 0 ? 1 : 0)) * 2 + (database != null ? 1 : 0);
    return rank < 0 ? -1 : ranked(level, place);
  }

  private static int hostRank(String pattern, String host) {
    if (pattern.equals("*")) {
      return 1;
    }
    if (!pattern.startsWith("*.")) {
      return pattern.equals(host) ? EXACT : -1;
    }
    int suffix = pattern.length() - 1;
    boolean ends = host.regionMatches(host.length() - suffix, pattern, 1, suffix);
    return ends && host.length() > suffix ? 1 + suffix : -1;
  }

  private long ranked(int level, int place) {
    int narrow = (user != null ? 2 : 0) + (application != null ? 1 : 0);
    return (level * 4L + narrow) * PLACES + (PLACES - 1 - place);
  }

  /** The keys under which a second match of equal rank would be found. */
  String[] keys() {
    String narrowed = "\n" + (user == null ? "" : user) + "\n";
    narrowed += application == null ? "" : application;
    if (embedded != null) {
      return new String[] {vendor + ":" + embedded.storage + ":" + embedded.database + narrowed};
    }
    if (hosts.length == 0) {
      return new String[] {(vendor == null ? "*" : vendor + ":*") + narrowed};
    }
    String[] keys = new String[hosts.length];
    String named = "/" + (database == null ? "" : database) + narrowed;
    for (int i = 0; i < keys.length; i++) {
      keys[i] = vendor + "://" + hosts[i] + " " + ports[i] + named;
    }
    return keys;
  }

  @Override
  public boolean isJdbc() {
    return true;
  }

  @Override
  public String rankInWords() {
    String narrowed = (user == null ? "" : ", user") + (application == null ? "" : ", application");
    return place() + narrowed;
  }

  private String place() {
    if (embedded != null) {
      return "embedded database";
    }
    if (hosts.length == 0) {
      return vendor == null ? "any JDBC URL" : "any URL of " + vendor;
    }
    String words =
        hosts[0].equals("*") ? "any host" : hosts[0].startsWith("*.") ? "suffix" : "host";
    return words + (ports[0] < 0 ? "" : " and port") + (database == null ? "" : ", database");
  }
}
