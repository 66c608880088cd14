package io.fusebox.engine;

/** How one attempt ended, as far as anything decides by it. */
public enum Outcome {
  /** A response head came; its status says the rest. */
  ANSWERED,
  /** Refused, connect timeout, TLS not finished: no byte of the request left. */
  NEVER_SENT,
  /** The other side says that it has not begun with it: REFUSED_STREAM, GOAWAY below our stream. */
  UNPROCESSED,
  /** Reset or EOF before a head: it may have happened. */
  BROKEN,
  /**
   * The other side closes the connection in good order, and does not say whether it has begun with
   * this: it may have happened, and says nothing about the host.
   */
  CLOSING,
  /** Silence, or a clock of the attempt: it may have happened. */
  TIMED_OUT,
  /** Trying again would end the same way: certificate and protocol errors. */
  HOPELESS,
  /**
   * Nobody waits for it any more, or the application's own code failed: says nothing about the
   * host.
   */
  ABANDONED
}
