package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/**
 * A list of hosts as most URLs have it: {@code [user[:password]@]host[:port]}, with commas between
 * them. Stateless.
 *
 * <p>A password may hold commas, slashes and {@code @}, and drivers disagree on what it then means.
 * What may be a part of one is taken for no host: before the last {@code @} only what stands behind
 * an {@code @} of its own counts, and a host with something else than a port behind its colon does
 * not.
 */
final class JdbcAuthority {

  private JdbcAuthority() {}

  /** Reads {@code //host:port,host/path} up to the path, which is given back without its slash. */
  static @Nullable String read(String server, int port, JdbcDraft draft) {
    int slash = server.indexOf('/');
    String path = slash < 0 ? "" : server.substring(slash + 1);
    String authority = slash < 0 ? server : server.substring(0, slash);
    boolean torn = path.indexOf('@') >= 0 && authority.indexOf(':') >= 0;
    if (torn && !isClean(authority)) {
      return null;
    }
    hosts(authority, port, draft);
    return torn ? null : path;
  }

  /** Adds every host of the list. */
  static void hosts(String list, int port, JdbcDraft draft) {
    int lastAt = list.lastIndexOf('@');
    if (lastAt >= 0) {
      user(list, draft);
    }
    int from = 0;
    while (from <= list.length()) {
      int comma = list.indexOf(',', from);
      int to = comma < 0 ? list.length() : comma;
      String item = list.substring(from, to).trim();
      int at = item.lastIndexOf('@');
      if (at >= 0 || from > lastAt) {
        host(item.substring(at + 1), port, draft);
      }
      from = to + 1;
    }
  }

  /** Adds {@code host}, {@code host:port}, {@code [v6]} or {@code [v6]:port}. */
  static void host(String item, int port, JdbcDraft draft) {
    int bracket = item.startsWith("[") ? item.indexOf(']') : -1;
    int colon = item.lastIndexOf(':');
    if (colon <= bracket) {
      draft.host(item, port);
      return;
    }
    int named = JdbcText.port(item.substring(colon + 1));
    if (named > 0) {
      draft.host(colon == 0 ? "localhost" : item.substring(0, colon), named);
    }
  }

  /** What stands before the first colon or {@code @}. */
  private static void user(String list, JdbcDraft draft) {
    draft.user = list.substring(0, JdbcText.firstOf(list, ":@", 0));
  }

  /** Whether all of it are hosts with ports: not what the beginning of a password looks like. */
  private static boolean isClean(String authority) {
    JdbcDraft all = new JdbcDraft();
    hosts(authority, 0, all);
    return authority.indexOf('@') < 0 && all.hasHosts();
  }
}
