package io.fusebox.testapp.soak;

import java.util.Locale;

/** The policies of {@code policies/soak.properties}, and the numbers in them. */
enum SoakPolicy {
  TIMEOUTS(Outcomes.CUT),
  RETRY(Outcomes.RESENT),
  BREAKER(Outcomes.REJECTED),
  BULKHEAD(Outcomes.REJECTED),
  /** All of it, with a fallback and with keys for POST. */
  ALL(Outcomes.MADE_UP);

  private static final int ATTEMPTS = 3;
  private static final int PLACES = 4;
  private static final int BUDGET_PART = 5;
  private static final int BUDGET_FLOOR = 2;
  private static final int BUDGET_WINDOW_SECONDS = 5;

  /** Where we do not retry, the JDK's client sends what is idempotent again by itself. */
  private static final int CLIENTS_OWN_SENDS = 6;

  private final String sign;

  SoakPolicy(String sign) {
    this.sign = sign;
  }

  /** The outcome that shows that it was at work. */
  String sign() {
    return sign;
  }

  String path() {
    return "/soak-" + name().toLowerCase(Locale.ROOT) + "/";
  }

  boolean retries() {
    return this == RETRY || this == ALL;
  }

  boolean hasBreaker() {
    return this == BREAKER || this == ALL;
  }

  boolean hasBulkhead() {
    return this == BULKHEAD || this == ALL;
  }

  boolean fallsBack() {
    return this == ALL;
  }

  /** How many operations its bulkhead has room for. */
  int places() {
    return PLACES;
  }

  /** What a call is told that breaker or bulkhead keep away. */
  String refusal() {
    return fallsBack() ? Outcomes.MADE_UP : Outcomes.REJECTED;
  }

  /** How often one operation may reach the server, redirects aside. */
  int mostSends(boolean isPost) {
    if (retries()) {
      return isPost && this != ALL ? 1 : ATTEMPTS;
    }
    return isPost ? 1 : CLIENTS_OWN_SENDS;
  }

  /** How many retries its budget has for so many calls in so long. */
  long mostRetries(long calls, long seconds) {
    return calls / BUDGET_PART + BUDGET_FLOOR * (seconds + BUDGET_WINDOW_SECONDS);
  }
}
