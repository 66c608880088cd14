package io.fusebox.policy;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a dialect has read of a URL so far. One thread. */
final class JdbcDraft {

  /** Most hosts of a URL; what follows takes no part in a match. */
  static final int MAX_HOSTS = 256;

  private static final int MAX_NAME = 253;
  private static final int MAX_KEPT = 1_024;
  private static final String NO_HOST = " ,/\\()<>{}\"'`|^;=?#&@![]";

  String vendor = JdbcUrl.UNKNOWN;
  JdbcReach reach = JdbcReach.UNKNOWN;
  @Nullable String database;
  boolean databaseOfUser;
  @Nullable String storage;
  @Nullable String unixSocket;
  @Nullable String alias;
  @Nullable String user;
  @Nullable String application;

  private String[] hosts = new String[2];
  private int[] ports = new int[2];
  private int count;

  /** Adds a candidate; what can be no host is left out. */
  void host(String host, int port) {
    if (count == MAX_HOSTS || !isHost(host)) {
      return;
    }
    if (count == hosts.length) {
      hosts = Arrays.copyOf(hosts, count * 2);
      ports = Arrays.copyOf(ports, count * 2);
    }
    hosts[count] = Hosts.canonical(host);
    ports[count] = port;
    count++;
  }

  boolean hasHosts() {
    return count > 0;
  }

  /** Whether it goes to this machine only, as far as it was said. */
  boolean isLocal() {
    return count == 0 || (count == 1 && hosts[0].equals("localhost"));
  }

  /** What was said of hosts is not where it goes. */
  void dropHosts() {
    count = 0;
  }

  /** The driver would refuse the URL: it leads nowhere. */
  void refuse() {
    dropHosts();
    database = null;
    databaseOfUser = false;
    user = null;
    application = null;
  }

  String[] hosts() {
    return Arrays.copyOf(hosts, count);
  }

  int[] ports() {
    return Arrays.copyOf(ports, count);
  }

  /** The text, or null where there is none or it is longer than any name. */
  static @Nullable String kept(@Nullable String text) {
    return text == null || text.isEmpty() || text.length() > MAX_KEPT ? null : text;
  }

  private static boolean isHost(String host) {
    int to = host.length();
    boolean brackets = to > 2 && host.charAt(0) == '[' && host.charAt(to - 1) == ']';
    int from = brackets ? 1 : 0;
    to -= from;
    if (to <= from || to - from > MAX_NAME) {
      return false;
    }
    boolean colon = false;
    boolean zone = false;
    char before = '.';
    for (int i = from; i < to; i++) {
      char c = host.charAt(i);
      colon |= c == ':';
      zone |= c == '%';
      if (c < ' ' || c == 0x7f || NO_HOST.indexOf(c) >= 0 || (c == '.' && before == '.')) {
        return false;
      }
      before = c;
    }
    return colon ? Hosts.isIpv6(host.substring(from, to)) : !zone;
  }
}
