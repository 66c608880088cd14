package io.fusebox.policy.file;

/**
 * The grammar of {@link java.util.Properties#load(java.io.Reader)}, whole, with line numbers.
 * Comments start with # or !; key and value are separated by =, : or white space; a backslash at
 * the end of a line continues it; \\uXXXX, \t, \n, \r and \f are escapes, and any other character
 * behind a backslash stands for itself. What is malformed is told by {@link #isMalformed} instead
 * of an exception. One thread.
 */
final class PropertiesLexer {

  // Fixed at construction.
  private final char[] text;
  private final int end;
  // The place in the text.
  private int at;
  private int nextLine = 1;
  // The logical line: continuations joined, escapes as they are.
  private char[] logical = new char[128];
  private int length;
  // The entry.
  private int line;
  private String key = "";
  private String value = "";
  private boolean malformed;

  PropertiesLexer(char[] text, int end) {
    this.text = text;
    this.end = end;
  }

  /** The line of the entry's key, from 1. */
  int line() {
    return line;
  }

  /** The key, unescaped. */
  String key() {
    return key;
  }

  /** The value, unescaped, with white space at its end as it stands. */
  String value() {
    return value;
  }

  /** Whether the entry holds a \\u without four hexadecimal digits behind it. */
  boolean isMalformed() {
    return malformed;
  }

  /** Goes to the next entry; false at the end. */
  boolean next() {
    if (!readLogicalLine()) {
      return false;
    }
    int keyEnd = keyEnd();
    malformed = false;
    key = unescape(0, keyEnd);
    value = unescape(valueStart(keyEnd), length);
    return true;
  }

  private boolean readLogicalLine() {
    length = 0;
    while (at < end) {
      skipBlanks();
      if (length == 0) {
        line = nextLine;
        if (at < end && (text[at] == '#' || text[at] == '!')) {
          skipComment();
        }
      }
      boolean continues = readNaturalLine();
      if (!continues && length > 0) {
        return true;
      }
    }
    return length > 0;
  }

  /** Appends up to the end of the line; whether the next one continues it. */
  private boolean readNaturalLine() {
    boolean backslash = false;
    while (at < end && text[at] != '\n' && text[at] != '\r') {
      char c = text[at++];
      append(c);
      backslash = c == '\\' && !backslash;
    }
    if (backslash) {
      length--;
    }
    skipLineEnd();
    return backslash;
  }

  private void skipBlanks() {
    while (at < end && isBlank(text[at])) {
      at++;
    }
  }

  private void skipComment() {
    while (at < end && text[at] != '\n' && text[at] != '\r') {
      at++;
    }
  }

  private void skipLineEnd() {
    if (at < end) {
      at += text[at] == '\r' && at + 1 < end && text[at + 1] == '\n' ? 2 : 1;
      nextLine++;
    }
  }

  private void append(char c) {
    if (length == logical.length) {
      char[] longer = new char[length * 2];
      System.arraycopy(logical, 0, longer, 0, length);
      logical = longer;
    }
    logical[length++] = c;
  }

  private int keyEnd() {
    boolean backslash = false;
    for (int i = 0; i < length; i++) {
      char c = logical[i];
      if (!backslash && (c == '=' || c == ':' || isBlank(c))) {
        return i;
      }
      backslash = c == '\\' && !backslash;
    }
    return length;
  }

  private int valueStart(int keyEnd) {
    boolean separated = false;
    int i = keyEnd;
    while (i < length) {
      char c = logical[i];
      if (!separated && (c == '=' || c == ':')) {
        separated = true;
      } else if (!isBlank(c)) {
        break;
      }
      i++;
    }
    return i;
  }

  private String unescape(int from, int to) {
    int out = from;
    for (int i = from; i < to; i++) {
      char c = logical[i];
      if (c == '\\' && i + 1 < to) {
        c = logical[++i];
        if (c == 'u') {
          c = unicode(i + 1, to);
          i += malformed ? 0 : 4;
        } else {
          c = c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c == 'f' ? '\f' : c;
        }
      } else if (c == '\\') {
        break;
      }
      logical[out++] = c;
    }
    return new String(logical, from, out - from);
  }

  private char unicode(int from, int to) {
    int c = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = i < to && logical[i] < 0x80 ? Character.digit(logical[i], 16) : -1;
      if (digit < 0) {
        malformed = true;
        return 'u';
      }
      c = c << 4 | digit;
    }
    return (char) c;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\f';
  }
}
