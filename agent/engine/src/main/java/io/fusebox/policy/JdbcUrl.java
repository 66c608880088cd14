package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/**
 * What a JDBC URL says about where it goes and who goes there: the vendor, the candidate hosts with
 * their ports, the database, the user and the application. Read as the vendor's driver does, in a
 * time that is proportional to its length; whatever is not understood is left out. Passwords and
 * other properties are not kept. Immutable; thread-safe.
 *
 * <p>Wrappers - {@code jdbc:p6spy:mysql://...} - are read over: the vendor is that of the inner
 * URL. What a driver would refuse has no hosts.
 */
public final class JdbcUrl {

  /** The vendor of what is no JDBC URL. */
  public static final String UNKNOWN = "unknown";

  // Fixed at construction.
  final String vendor;
  final JdbcReach reach;
  final String[] hosts; // canonical
  final int[] ports; // -1: not known
  final @Nullable String database;
  final boolean databaseOfUser; // it names none, and the user's name is the database's
  final @Nullable String storage;
  final @Nullable String user;
  final @Nullable String application;
  private final @Nullable String unixSocket;
  private final @Nullable String alias;

  JdbcUrl(JdbcDraft draft) {
    this.vendor = draft.vendor;
    this.reach = draft.reach;
    this.hosts = draft.hosts();
    this.ports = draft.ports();
    this.storage = JdbcDraft.kept(draft.storage);
    this.user = JdbcDraft.kept(draft.user);
    this.application = JdbcDraft.kept(draft.application);
    this.unixSocket = JdbcDraft.kept(draft.unixSocket);
    this.alias = JdbcDraft.kept(draft.alias);
    String named = JdbcDraft.kept(draft.database);
    this.databaseOfUser = draft.databaseOfUser && named == null;
    this.database = databaseOfUser ? user : named;
  }

  /** The parts of the URL; with the vendor {@link #UNKNOWN} where it is none. Never throws. */
  public static JdbcUrl parse(@Nullable String url) {
    int from = url == null ? -1 : JdbcDialects.vendorAt(url);
    int colon = from < 0 || url == null ? -1 : url.indexOf(':', from);
    JdbcDraft draft = new JdbcDraft();
    if (url != null && colon > from && JdbcDialects.isVendor(url, from, colon)) {
      String vendor = JdbcText.lowerCase(url.substring(from, colon));
      draft.vendor = JdbcDialects.vendorOf(vendor);
      draft.reach = JdbcReach.NETWORK;
      JdbcDialects.of(vendor).read(url.substring(colon + 1), draft);
    }
    return new JdbcUrl(draft);
  }

  /** In lower case, for example {@code postgresql}; never of a wrapper. */
  public String vendor() {
    return vendor;
  }

  /** How the database is reached. */
  public JdbcReach reach() {
    return reach;
  }

  /** How many candidates the URL names; 0 where only the driver knows where it goes. */
  public int hostCount() {
    return hosts.length;
  }

  /** A candidate, canonical, in the order of the URL. */
  public String host(int i) {
    return hosts[i];
  }

  /** The candidate's port; -1 where only the driver finds it out. */
  public int port(int i) {
    return ports[i];
  }

  /**
   * The database, service, catalog or file; null where the URL names none. Where a driver then
   * takes the user's name, it is that.
   */
  public @Nullable String database() {
    return database;
  }

  /**
   * What an embedded database lies in, where that is said: {@code mem}, {@code file}, {@code res}.
   */
  public @Nullable String storage() {
    return storage;
  }

  /** The path of the socket in the file system that it goes to, or null. */
  public @Nullable String unixSocket() {
    return unixSocket;
  }

  /**
   * A name that the driver or its library resolves: an alias of Oracle's, an instance of SQL Server
   * or of a cloud, a cluster, a service; or null.
   */
  public @Nullable String alias() {
    return alias;
  }

  /** The user that the URL itself names, or null. */
  public @Nullable String user() {
    return user;
  }

  /** The application's name that the URL itself carries, or null. */
  public @Nullable String application() {
    return application;
  }

  /** For example {@code postgresql db1:5432 db2:5432 /orders}; holds no secret. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(vendor);
    for (int i = 0; i < hosts.length; i++) {
      boolean v6 = hosts[i].indexOf(':') >= 0;
      text.append(' ').append(v6 ? "[" + hosts[i] + "]" : hosts[i]);
      text.append(ports[i] < 0 ? "" : ":" + ports[i]);
    }
    append(text, " unix:", unixSocket);
    append(text, " ", alias);
    append(text, " ", storage);
    append(text, " /", database);
    append(text, " user ", user);
    append(text, " application ", application);
    return text.toString();
  }

  private static void append(StringBuilder text, String label, @Nullable String part) {
    if (part != null) {
      text.append(label).append(part);
    }
  }
}
