package io.fusebox.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All policies of one reading of the file, with the look-up among them: a snapshot that is replaced
 * whole. Immutable; thread-safe; the look-up takes no lock.
 *
 * <p>Rank, whatever the order in the file: host and port, host, longer suffix and port, longer
 * suffix, {@code *} and port, {@code *}; then more literal path segments; then a scheme; then
 * methods. {@code http://a} means {@code http} and port 80. A policy that is off or arms nothing
 * still takes its calls, so that it can carve them out of a wider one.
 */
public final class PolicySet {

  /** No policy: no call is changed. */
  public static final PolicySet EMPTY =
      of(Mode.ENFORCE, new ArrayList<Policy>(), new ArrayList<Match[]>());

  // Fixed at construction.
  private final Mode agentMode;
  private final List<Policy> policies;
  private final HttpIndex http = new HttpIndex();
  private final boolean coversHttp;
  private final boolean coversJdbc;
  private final boolean cutsLong;
  // Filled by of, then only read; null while no match is for JDBC.
  private @Nullable JdbcIndex jdbc;

  private PolicySet(Mode agentMode, List<Policy> policies) {
    this.agentMode = agentMode;
    this.policies = Collections.unmodifiableList(policies);
    boolean anyHttp = false;
    boolean anyJdbc = false;
    boolean anyLong = false;
    for (int i = 0; i < policies.size(); i++) {
      Policy policy = policies.get(i);
      anyHttp |= policy.covers(false);
      anyJdbc |= policy.covers(true);
      anyLong |= policy.covers(true) && policy.cutsLong();
    }
    this.coversHttp = anyHttp;
    this.coversJdbc = anyJdbc;
    this.cutsLong = anyLong;
  }

  /**
   * A snapshot of the policies; their indexes are to be their places in the list.
   *
   * @param overlaps gets a pair for each match that could take the same call with equal rank as an
   *     earlier one: the later match, then the earlier. Such a set is not to be used.
   */
  public static PolicySet of(Mode agentMode, List<Policy> policies, List<Match[]> overlaps) {
    PolicySet set = new PolicySet(agentMode, policies);
    for (int i = 0; i < policies.size(); i++) {
      List<Match> matches = policies.get(i).matches();
      for (int j = 0; j < matches.size(); j++) {
        Match match = matches.get(j);
        Match rival = match.isJdbc() ? set.addJdbc(match) : set.http.add((HttpMatch) match);
        if (rival != null) {
          overlaps.add(new Match[] {match, rival});
        }
      }
    }
    set.http.link();
    return set;
  }

  /** The ceiling over all modes. */
  public Mode agentMode() {
    return agentMode;
  }

  /** All policies, by {@link Policy#index}; unmodifiable. */
  public List<Policy> policies() {
    return policies;
  }

  /** Whether any policy does anything to HTTP calls. */
  public boolean coversHttp() {
    return coversHttp;
  }

  /** Whether any policy does anything to JDBC calls. */
  public boolean coversJdbc() {
    return coversJdbc;
  }

  /** Whether any policy for JDBC cuts what may take long. */
  public boolean cutsLong() {
    return cutsLong;
  }

  /** A host as policies compare it; the same string where it is so already. */
  public static String canonicalHost(String host) {
    return Hosts.canonical(host);
  }

  /**
   * The policy that governs a request, or null. Never throws; allocates only for a host with
   * brackets, colons or characters beyond ASCII.
   *
   * @param method case-sensitive, as RFC 9110 has it
   * @param scheme in any case; ws counts as http and wss as https; null: not known
   * @param host in any case, with or without trailing dot and brackets; null or "": only {@code *}
   *     matches
   * @param port the scheme's default where it is not positive
   * @param path as it is sent, without query; null or "" is {@code /}
   */
  public @Nullable Policy matchHttp(
      @Nullable String method,
      @Nullable String scheme,
      @Nullable String host,
      int port,
      @Nullable String path) {
    int known = HttpMatch.schemeOf(scheme);
    String from = path == null || path.isEmpty() ? "/" : path;
    int to = HttpMatch.effectivePort(port, known);
    HttpMatch match = http.find(method, known, host, to, from);
    return match == null ? null : match.policy();
  }

  /**
   * Whether {@link #matchHttp} could give a policy for any request to that host: for whoever would
   * have to make the other arguments first. Allocates as little as that.
   */
  public boolean knowsHost(@Nullable String host) {
    return http.knows(host);
  }

  /** As {@link #matchHttp}, with the reason and what else would have matched; slow. */
  public @Nullable MatchResult explainHttp(
      @Nullable String method,
      @Nullable String scheme,
      @Nullable String host,
      int port,
      @Nullable String path) {
    return Explanation.http(policies, method, scheme, host, port, path);
  }

  /** The policy that governs connections to a JDBC URL, or null. Never throws. */
  public @Nullable Policy matchJdbc(String url) {
    return matchJdbc(url, null, null);
  }

  /**
   * The policy that governs a connection that is about to be made, or null. Never throws; takes a
   * time that is proportional to the length of the URL, and allocates.
   *
   * @param url null or no JDBC URL: no policy
   * @param user whom the driver's properties name; null: whom the URL names
   * @param application what the driver's properties name; null: what the URL names
   */
  public @Nullable Policy matchJdbc(
      @Nullable String url, @Nullable String user, @Nullable String application) {
    return matchJdbc(url, user, application, null, -1);
  }

  /**
   * The policy that governs a connection that stands, or null. Never throws. As {@link
   * #matchJdbc(String, String, String)}, but a match that names the host that the connection went
   * to is above those that name another one of the URL; where the URL has none, or is not known,
   * that host is what counts.
   *
   * @param connectedHost a name or an address; null: not known
   * @param connectedPort not known where it is not positive
   */
  public @Nullable Policy matchJdbc(
      @Nullable String url,
      @Nullable String user,
      @Nullable String application,
      @Nullable String connectedHost,
      int connectedPort) {
    if (jdbc == null) {
      return null;
    }
    JdbcUrl parsed = JdbcUrl.parse(url);
    Match match = jdbc.find(new JdbcCall(parsed, user, application, connectedHost, connectedPort));
    return match == null ? null : match.policy();
  }

  /** As {@link #matchJdbc(String)}, with the reason and what else would have matched. */
  public @Nullable MatchResult explainJdbc(String url) {
    JdbcCall call = new JdbcCall(JdbcUrl.parse(url), null, null, null, -1);
    return jdbc == null ? null : Explanation.of(jdbc.findAll(call));
  }

  private @Nullable Match addJdbc(Match match) {
    jdbc = jdbc == null ? new JdbcIndex() : jdbc;
    return jdbc.add(match);
  }

  @Override
  public String toString() {
    return policies.size() + " policies, " + agentMode;
  }
}
