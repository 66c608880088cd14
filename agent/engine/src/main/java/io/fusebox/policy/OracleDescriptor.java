package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/**
 * {@code (DESCRIPTION=(ADDRESS=(HOST=a)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=s)))}: the innermost
 * pairs, from left to right, each character once, whatever their nesting. One thread.
 */
final class OracleDescriptor {

  // Fixed at construction.
  private final int port;
  private final JdbcDraft draft;

  // Of the address that is being read.
  private @Nullable String host;
  private int number;

  private OracleDescriptor(int port, JdbcDraft draft) {
    this.port = port;
    this.draft = draft;
    this.number = port;
  }

  static void read(String text, int port, JdbcDraft draft) {
    OracleDescriptor descriptor = new OracleDescriptor(port, draft);
    int from = 0;
    while (from < text.length()) {
      int end = JdbcText.firstOf(text, "()", from);
      int equals = JdbcText.firstOf(text, "=()", from);
      if (equals < end) {
        String name = text.substring(from, equals).trim();
        descriptor.pair(name, text.substring(equals + 1, end).trim());
      }
      from = end + 1;
    }
    descriptor.endOfAddress();
  }

  private void pair(String name, String value) {
    if (name.equalsIgnoreCase("ADDRESS")) {
      endOfAddress();
    } else if (name.equalsIgnoreCase("HOST")) {
      if (host != null) {
        endOfAddress();
      }
      host = unquoted(value);
    } else if (name.equalsIgnoreCase("PORT")) {
      number = JdbcText.port(unquoted(value));
    } else if (name.equalsIgnoreCase("SERVICE_NAME") || name.equalsIgnoreCase("SID")) {
      draft.database = draft.database == null ? unquoted(value) : draft.database;
    }
  }

  private void endOfAddress() {
    if (host != null) {
      draft.host(host, number);
    }
    host = null;
    number = port;
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
