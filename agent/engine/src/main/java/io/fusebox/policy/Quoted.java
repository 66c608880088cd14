package io.fusebox.policy;

/**
 * Text from outside as it may appear in a message: user-info and passwords cut out, ASCII only,
 * control characters escaped, no longer than {@value #MAX_LENGTH} characters. Loaded only where
 * something is said about a value. Stateless.
 */
public final class Quoted {

  private static final int MAX_LENGTH = 120;
  private static final String CUT = "***";
  private static final String[] SECRETS = {"password", "passwd", "pwd", "secret", "token"};
  private static final String[] SCHEMES = {"http:", "https:", "ws:", "wss:"};

  private Quoted() {}

  /** The text, safe to be shown on one line. */
  public static String of(String text) {
    String shown = withoutUserInfo(text);
    // What is cut off anyway is not searched: a list may be a megabyte, and be told of often.
    boolean fits = shown.length() <= MAX_LENGTH;
    return shorten(escape(withoutProperties(fits ? shown : shown.substring(0, MAX_LENGTH + 1))));
  }

  /** The text without user-info and without the values of password properties. */
  public static String withoutSecrets(String text) {
    return withoutProperties(withoutUserInfo(text));
  }

  /**
   * Cuts from the first place where user-info can begin to the last {@code @}: a password may hold
   * any separator, and to cut too much of a message harms nobody.
   */
  private static String withoutUserInfo(String text) {
    int at = text.lastIndexOf('@');
    if (at < 0) {
      return text;
    }
    int slashes = text.indexOf("//");
    int from = 0;
    if (slashes >= 0 && slashes < at && isScheme(text, slashes)) {
      from = slashes + 2;
    } else if (text.startsWith("jdbc:")) {
      from = text.indexOf(':', 5) < 0 ? 5 : Math.min(at, text.indexOf(':', 5) + 1);
    }
    // jdbc:oracle:thin:scott/tiger@//host: the slashes come after the user-info.
    return text.substring(0, Math.min(from, at)) + CUT + text.substring(at);
  }

  /** Whether slashes come after a scheme; else what is before them may be a part of a secret. */
  private static boolean isScheme(String text, int slashes) {
    String before = text.substring(0, slashes);
    for (int i = 0; i < SCHEMES.length; i++) {
      if (before.endsWith(SCHEMES[i])) {
        return true;
      }
    }
    return before.startsWith("jdbc:");
  }

  private static String withoutProperties(String text) {
    String lower = lowerCase(text);
    int first = -1;
    for (int i = 0; i < SECRETS.length; i++) {
      int at = lower.indexOf(SECRETS[i]);
      int equals = at < 0 ? -1 : lower.indexOf('=', at);
      first = first < 0 || (equals >= 0 && equals < first) ? equals : first;
    }
    // Everything up to the end: a password may hold the separators, too.
    return first < 0 ? text : text.substring(0, first + 1) + CUT;
  }

  /** Of ASCII alone, as those names are: that of other letters may have another length. */
  private static String lowerCase(String text) {
    char[] lower = text.toCharArray();
    for (int i = 0; i < lower.length; i++) {
      if (lower[i] >= 'A' && lower[i] <= 'Z') {
        lower[i] = (char) (lower[i] + ('a' - 'A'));
      }
    }
    return new String(lower);
  }

  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c < 0x7f) {
        escaped.append(c);
      } else {
        String hex = Integer.toHexString(c);
        escaped.append("\\u").append("0000", 0, 4 - hex.length()).append(hex);
      }
      if (escaped.length() > MAX_LENGTH) {
        break;
      }
    }
    return escaped.toString();
  }

  private static String shorten(String text) {
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH - 3) + "...";
  }
}
