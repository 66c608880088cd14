package io.fusebox.policy;

/** Hosts of a match that are not plain lower-case names: checked, then made canonical. */
final class HostCheck {

  private HostCheck() {}

  static String canonical(String host, boolean suffix) {
    if (host.startsWith("[")) {
      return address(host, suffix);
    }
    if (host.isEmpty()) {
      throw new IllegalArgumentException("expected a host, *.suffix or *");
    }
    if (host.indexOf('*') >= 0) {
      throw new IllegalArgumentException(
          "expected * alone or as the first label, as in *.internal");
    }
    if (host.startsWith(".")) {
      throw new IllegalArgumentException("expected *. before a suffix, as in *.internal");
    }
    String canonical = Hosts.canonical(host);
    check(canonical);
    return canonical;
  }

  private static String address(String host, boolean suffix) {
    if (suffix || !host.endsWith("]") || !Hosts.isIpv6(host.substring(1, host.length() - 1))) {
      throw new IllegalArgumentException("expected an IPv6 address in the brackets");
    }
    return Hosts.canonical(host);
  }

  private static void check(String canonical) {
    boolean label = false;
    for (int i = 0; i < canonical.length(); i++) {
      char c = canonical.charAt(i);
      boolean dot = c == '.';
      if (dot ? !label : !isHostCharacter(c)) {
        throw new IllegalArgumentException(
            "expected a host of letters, digits, '-', '_' and single dots");
      }
      label = !dot;
    }
    if (!label) {
      throw new IllegalArgumentException(
          "expected a host of letters, digits, '-', '_' and single dots");
    }
  }

  private static boolean isHostCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  }
}
