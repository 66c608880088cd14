package io.fusebox.jdbc;

/** What a statement of SQL does with a transaction, by the words that it begins with. */
enum Word {
  /** Nothing, as far as can be seen from its beginning. */
  OTHER,
  /** One begins. */
  BEGIN,
  /** What was done stays. */
  COMMIT,
  /** What was done goes, or what came after a savepoint. */
  ROLLBACK;

  private static final String[] BEGINS = {"START TRANSACTION"};
  private static final String BEGIN_ALONE = "BEGIN"; // else it may be a block, of a procedure
  private static final String[] BEGIN_WITH = {
    "WORK",
    "TRANSACTION",
    "TRAN",
    "ISOLATION",
    "READ",
    "NOT",
    "DEFERRABLE",
    "DEFERRED",
    "IMMEDIATE",
    "EXCLUSIVE"
  };
  private static final String[] COMMITS = {"COMMIT", "END"};
  private static final String[] ROLLBACKS = {"ROLLBACK", "ABORT"};

  // Of a transaction of the two-phase commit, which is none of the connection's any more.
  private static final String PREPARED = "PREPARED";

  /** Looks at the first letters; never fails, and allocates nothing. */
  static Word of(String sql) {
    int at = start(sql);
    if (at >= sql.length()) {
      return OTHER;
    }
    switch (sql.charAt(at)) {
      case 'B':
      case 'b':
        return isBegin(sql, at) ? BEGIN : OTHER;
      case 'S':
      case 's':
        return begins(sql, at, BEGINS) ? BEGIN : OTHER;
      case 'C':
      case 'c':
      case 'E':
      case 'e':
        return begins(sql, at, COMMITS) ? COMMIT : OTHER;
      case 'R':
      case 'r':
      case 'A':
      case 'a':
        return begins(sql, at, ROLLBACKS) ? ROLLBACK : OTHER;
      default:
        return OTHER;
    }
  }

  /** Where the first word is: behind blanks and comments. */
  private static int start(String sql) {
    int at = 0;
    while (at < sql.length()) {
      if (sql.startsWith("/*", at)) {
        int end = sql.indexOf("*/", at + 2);
        at = end < 0 ? sql.length() : end + 2;
      } else if (sql.startsWith("--", at)) {
        int end = sql.indexOf('\n', at);
        at = end < 0 ? sql.length() : end + 1;
      } else if (sql.charAt(at) <= ' ') {
        at++;
      } else {
        return at;
      }
    }
    return at;
  }

  private static boolean isBegin(String sql, int at) {
    int end = after(sql, at, BEGIN_ALONE);
    int next = end < 0 ? 0 : blanks(sql, end);
    return end >= 0
        && (next == sql.length() || sql.charAt(next) == ';' || begins(sql, next, BEGIN_WITH));
  }

  private static boolean begins(String sql, int at, String[] with) {
    for (String words : with) {
      int end = after(sql, at, words);
      if (end >= 0) {
        return after(sql, blanks(sql, end), PREPARED) < 0;
      }
    }
    return false;
  }

  /** Where those words end that stand there, each as a whole; -1 if they do not. */
  private static int after(String sql, int from, String words) {
    int at = from;
    for (int i = 0; i < words.length(); i++) {
      char expected = words.charAt(i);
      if (expected == ' ') {
        int next = blanks(sql, at);
        if (next == at) {
          return -1;
        }
        at = next;
      } else if (at < sql.length() && Character.toUpperCase(sql.charAt(at)) == expected) {
        at++;
      } else {
        return -1;
      }
    }
    return at < sql.length() && Character.isJavaIdentifierPart(sql.charAt(at)) ? -1 : at;
  }

  private static int blanks(String sql, int from) {
    int at = from;
    while (at < sql.length() && sql.charAt(at) <= ' ') {
      at++;
    }
    return at;
  }
}
