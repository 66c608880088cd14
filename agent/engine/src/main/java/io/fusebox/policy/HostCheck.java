package io.fusebox.policy;

/** Hosts of a match that are not plain lower-case names: checked, then made canonical. */
final class HostCheck {

  /** Most characters between two points. */
  static final int MAX_LABEL = 63;

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
    check(canonical, suffix);
    return canonical;
  }

  private static String address(String host, boolean suffix) {
    if (suffix || !host.endsWith("]") || !Hosts.isIpv6(host.substring(1, host.length() - 1))) {
      throw new IllegalArgumentException("expected an IPv6 address in the brackets");
    }
    return Hosts.canonical(host);
  }

  private static void check(String canonical, boolean suffix) {
    int from = 0;
    for (int i = 0; i <= canonical.length(); i++) {
      if (i == canonical.length() || canonical.charAt(i) == '.') {
        label(canonical, from, i);
        from = i + 1;
      } else if (!MatchParser.isHostCharacter(canonical.charAt(i))) {
        throw noHost();
      }
    }
    if (isNumber(canonical, canonical.lastIndexOf('.') + 1, canonical.length())) {
      number(canonical, suffix);
    }
  }

  private static void label(String host, int from, int to) {
    if (from == to) {
      throw noHost();
    }
    if (host.charAt(from) == '-' || host.charAt(to - 1) == '-') {
      throw new IllegalArgumentException(
          "expected a host whose labels neither begin nor end with '-'");
    }
    if (to - from > MAX_LABEL) {
      throw new IllegalArgumentException(
          "expected a host whose labels have at most " + MAX_LABEL + " characters");
    }
  }

  private static IllegalArgumentException noHost() {
    return new IllegalArgumentException(
        "expected a host of letters, digits, '-', '_' and single dots");
  }

  /**
   * No domain ends in a number: what does is an address of IPv4, or nothing. {@code 0x7f.1} is left
   * to whoever resolves it: it matches what is written in the same way.
   */
  private static void number(String host, boolean suffix) {
    if (host.startsWith("0x")) {
      return;
    }
    if (suffix) {
      throw new IllegalArgumentException("expected a domain behind *., not a part of an address");
    }
    int count = 0;
    boolean zeros = false;
    boolean valid = true;
    int from = 0;
    while (from <= host.length()) {
      int dot = host.indexOf('.', from);
      int to = dot < 0 ? host.length() : dot;
      count++;
      valid &= isNumber(host, from, to) && isByte(host, from, to);
      zeros |= to - from > 1 && host.charAt(from) == '0';
      from = to + 1;
    }
    if (count != 4 || !valid) {
      throw new IllegalArgumentException(
          "a host that ends in a number is an IPv4 address: expected four numbers from 0 to 255");
    }
    if (zeros) {
      throw new IllegalArgumentException(
          "leading zeros are ambiguous, octal or not: expected an IPv4 address without them");
    }
  }

  private static boolean isNumber(String host, int from, int to) {
    for (int i = from; i < to; i++) {
      if (host.charAt(i) < '0' || host.charAt(i) > '9') {
        return false;
      }
    }
    return from < to;
  }

  private static boolean isByte(String host, int from, int to) {
    int value = 0;
    for (int i = from; i < to && value <= 255; i++) {
      value = value * 10 + (host.charAt(i) - '0');
    }
    return value <= 255;
  }
}
