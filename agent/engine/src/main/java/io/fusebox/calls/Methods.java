package io.fusebox.calls;

/** What is known of methods apart from what a policy says. Case-sensitive (RFC 9110, 9.1). */
public final class Methods {

  private Methods() {}

  /** Those that a key makes idempotent; the others are so, or it would not help. */
  public static boolean takesKey(String method) {
    return method.equals("POST") || method.equals("PATCH");
  }

  /** Idempotent by RFC 9110, section 9.2.2. */
  public static boolean isIdempotent(String method) {
    switch (method) {
      case "GET":
      case "HEAD":
      case "OPTIONS":
      case "TRACE":
      case "PUT":
      case "DELETE":
        return true;
      default:
        return false;
    }
  }
}
