package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/**
 * Hosts with parentheses or brackets: {@code address=(host=a)(port=1)}, {@code (host=a,port=1)},
 * {@code user@[a:1,b:2]}, {@code [v6]:1}. Read from left to right, each character once. One thread.
 */
final class MysqlHosts {

  // Fixed at construction.
  private final String list;
  private final int port;
  private final JdbcDraft draft;

  private MysqlHosts(String list, int port, JdbcDraft draft) {
    this.list = list;
    this.port = port;
    this.draft = draft;
  }

  static void read(String list, int port, JdbcDraft draft) {
    MysqlHosts hosts = new MysqlHosts(list, port, draft);
    int from = 0;
    while (from <= list.length()) {
      int to = hosts.end(from);
      hosts.item(list.substring(from, to).trim());
      from = to + 1;
    }
  }

  /** The next comma outside of parentheses and brackets, or the end. */
  private int end(int from) {
    int depth = 0;
    for (int i = from; i < list.length(); i++) {
      char c = list.charAt(i);
      if (c == ',' && depth == 0) {
        return i;
      }
      boolean closes = (c == ')' || c == ']') && depth > 0;
      depth += c == '(' || c == '[' ? 1 : closes ? -1 : 0;
    }
    return list.length();
  }

  private void item(String item) {
    int open = JdbcText.firstOf(item, "([", 0);
    int at = item.lastIndexOf('@', open);
    if (at >= 0 && draft.user == null) {
      draft.user = JdbcText.decodedOrSame(item.substring(0, JdbcText.firstOf(item, ":@", 0)));
    }
    String host = item.substring(at + 1).trim();
    int close = host.lastIndexOf(']');
    if (open < item.length() && item.charAt(open) == '(') {
      pairs(host);
    } else if (host.startsWith("[") && close > 0 && isList(host.substring(1, close))) {
      JdbcAuthority.hosts(host.substring(1, close), port, draft);
    } else {
      JdbcAuthority.host(host.substring(host.lastIndexOf('@') + 1), port, draft);
    }
  }

  private static boolean isList(String inBrackets) {
    return inBrackets.indexOf(',') >= 0 || !Hosts.isIpv6(inBrackets);
  }

  private void pairs(String item) {
    String host = null;
    int number = port;
    String socket = null;
    int from = 0;
    while (from < item.length()) {
      int end = JdbcText.firstOf(item, "(),", from);
      int equals = JdbcText.firstOf(item, "=(),", from);
      if (equals < end) {
        String name = JdbcText.lowerCase(item.substring(from, equals).trim());
        String value = item.substring(equals + 1, end).trim();
        host = name.equals("host") ? value : host;
        number = name.equals("port") ? JdbcText.port(value) : number;
        socket = name.equals("localsocket") ? value : socket;
        draft.user = name.equals("user") && draft.user == null ? value : draft.user;
      }
      from = end + 1;
    }
    add(host, number, socket);
  }

  private void add(@Nullable String host, int number, @Nullable String socket) {
    if (socket != null) {
      draft.unixSocket = draft.unixSocket == null ? socket : draft.unixSocket;
    } else {
      draft.host(host == null ? "localhost" : host, number);
    }
  }
}
