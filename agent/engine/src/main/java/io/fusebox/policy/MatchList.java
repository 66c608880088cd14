package io.fusebox.policy;

/**
 * Which commas of a {@code match} separate: the rule is told in {@link MatchParser}. Each character
 * is looked at a few times only, however many commas one match holds. One thread.
 */
final class MatchList {

  private static final String HOST_CHARACTERS = "-_.:[]*%";

  // Fixed at construction.
  private final String list;

  // The match that is being looked at, and what was seen of it up to a comma.
  private boolean jdbc;
  private String marker = ""; // what its host comes after
  private int read;
  private boolean marked;
  private boolean hasPath; // a slash behind the host

  MatchList(String list) {
    this.list = list;
  }

  /** Where the match ends that starts at {@code from}: at a comma or at the end of the list. */
  int end(int from) {
    int start = from;
    while (start < list.length() && list.charAt(start) <= ' ') {
      start++;
    }
    jdbc = list.startsWith(MatchParser.JDBC, start);
    marker = jdbc ? "//" : "://";
    read = from;
    marked = false;
    hasPath = false;
    int comma = list.indexOf(',', from);
    while (comma >= 0 && !separates(comma)) {
      comma = list.indexOf(',', comma + 1);
    }
    return comma < 0 ? list.length() : comma;
  }

  private boolean separates(int comma) {
    readTo(comma);
    int next = skipSpaces(list, comma + 1);
    if (list.startsWith(MatchParser.JDBC, next) || startsMethod(list, next)) {
      return true;
    }
    String token = token(list, next);
    if (token.endsWith(":") && list.startsWith("//", next + token.length())) {
      return true;
    }
    if (jdbc ? !marked : !hasPath) {
      return true;
    }
    boolean spaced = next > comma + 1;
    return hasPath ? looksLikeHost(token, spaced) : spaced && isHost(token);
  }

  private void readTo(int comma) {
    while (read < comma) {
      if (!marked && list.startsWith(marker, read)) {
        marked = true;
        hasPath = false;
        read += marker.length();
      } else {
        hasPath |= list.charAt(read) == '/';
        read++;
      }
    }
  }

  /** Whether the text is a method: letters in upper case, digits, {@code -} and {@code _}. */
  static boolean isMethod(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isMethodCharacter(text.charAt(i))) {
        return false;
      }
    }
    return !text.isEmpty() && text.charAt(0) >= 'A' && text.charAt(0) <= 'Z';
  }

  private static boolean isMethodCharacter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  }

  private static boolean startsMethod(String list, int from) {
    int i = from;
    while (i < list.length() && (isMethodCharacter(list.charAt(i)) || list.charAt(i) == '|')) {
      i++;
    }
    return i > from
        && i < list.length()
        && isSpace(list.charAt(i))
        && skipSpaces(list, i) < list.length()
        && list.charAt(skipSpaces(list, i)) != ',';
  }

  private static boolean looksLikeHost(String token, boolean spaced) {
    if (spaced || token.equals("*") || token.startsWith("*.") || token.startsWith("[")) {
      return isHost(token);
    }
    int dot = token.indexOf('.');
    boolean dotted = dot > 0 && dot < token.length() - 1;
    return isHost(token) && (dotted || hasPort(token) || token.equals("localhost"));
  }

  private static boolean hasPort(String token) {
    int colon = token.lastIndexOf(':');
    return colon > 0
        && colon < token.length() - 1
        && token.charAt(colon + 1) >= '0'
        && token.charAt(colon + 1) <= '9';
  }

  private static boolean isHost(String token) {
    for (int i = 0; i < token.length(); i++) {
      char c = token.charAt(i);
      boolean alphanumeric =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c >= 0x80;
      if (!alphanumeric && HOST_CHARACTERS.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  private static String token(String list, int from) {
    int to = from;
    while (to < list.length() && ",/".indexOf(list.charAt(to)) < 0 && !isSpace(list.charAt(to))) {
      to++;
    }
    return list.substring(from, to);
  }

  private static int skipSpaces(String list, int from) {
    int i = from;
    while (i < list.length() && isSpace(list.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\f';
  }
}
