package io.fusebox.policy;

/** Finds user-info in a {@code match}, before anything could quote a part of it. */
final class UserInfo {

  private UserInfo() {}

  /**
   * A path may hold an {@code @}; anything before a path must not. Where a slash or comma of a
   * password makes the two hard to tell apart, it counts as user-info.
   */
  static boolean isIn(String list) {
    int from = 0;
    for (int at = list.indexOf('@'); at >= 0; at = list.indexOf('@', from)) {
      int start = at;
      while (start > from && list.charAt(start - 1) != ' ' && list.charAt(start - 1) != '\t') {
        start--;
      }
      String before = list.substring(start, at);
      int scheme = before.lastIndexOf("://");
      int path = before.indexOf('/', scheme < 0 ? 0 : scheme + 3);
      boolean credentials = before.indexOf(':', scheme < 0 ? 0 : scheme + 3) >= 0;
      if (path < 0
          || isBehindComma(before, path)
          || (credentials && !isPort(before, scheme))
          || before.startsWith(MatchParser.JDBC)) {
        return true;
      }
      from = at + 1;
    }
    return false;
  }

  /** Another match of the list may begin there, with user-info. */
  private static boolean isBehindComma(String before, int path) {
    int comma = before.lastIndexOf(',');
    return comma > path && before.indexOf('/', comma) < 0;
  }

  private static boolean isPort(String before, int scheme) {
    int i = before.indexOf(':', scheme < 0 ? 0 : scheme + 3) + 1;
    int from = i;
    while (i < before.length() && before.charAt(i) >= '0' && before.charAt(i) <= '9') {
      i++;
    }
    return i > from && i < before.length() && before.charAt(i) == '/';
  }
}
