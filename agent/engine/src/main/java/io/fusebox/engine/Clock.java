package io.fusebox.engine;

/** What can end a call in time. The order is that of precedence where two are due at one moment. */
public enum Clock {
  /** One connection attempt, TCP and TLS. */
  CONNECT("timeout.connect"),
  /** Silence: from the request sent to the head, then between pieces of the body. */
  READ("timeout.read"),
  /** One try, to its response head. */
  ATTEMPT("timeout.attempt"),
  /** The whole operation, to the last byte of its body. */
  TOTAL("timeout.total"),
  /** The bound that the application set on the request itself, to the head over all attempts. */
  APPLICATION("the request's own timeout"),
  /** What was left of the deadline of the request that this call serves. */
  DEADLINE("deadline");

  private final String key;

  Clock(String key) {
    this.key = key;
  }

  /** The policy key that sets it, or words for what is not a key. */
  public String key() {
    return key;
  }
}
