package io.fusebox.policy;

import io.fusebox.engine.RetrySettings;
import java.util.BitSet;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/** When an answer is made up in the place of a failure, and which. Immutable; thread-safe. */
public final class FallbackSettings {

  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

  // Fixed at construction.
  private final boolean onTimeout;
  private final boolean onRejected;
  private final boolean onDeadline;
  private final BitSet statuses = new BitSet(600);
  private final boolean onStatus;
  private final int status;
  private final String body;
  private final Map<String, String> headers;

  /**
   * What a policy says.
   *
   * @param reasons of the words of {@code fallback.on}
   * @param statuses those that count as a reason, where {@code status} is one of the words
   */
  FallbackSettings(
      Set<String> reasons,
      Set<Integer> statuses,
      int status,
      String body,
      Map<String, String> headers) {
    this.onTimeout = reasons.contains("timeout");
    this.onRejected = reasons.contains("rejected");
    this.onDeadline = reasons.contains("deadline");
    this.onStatus = reasons.contains("status");
    for (int code : statuses) {
      this.statuses.set(code);
    }
    this.status = status;
    this.body = isBodiless() ? "" : body;
    this.headers = Collections.unmodifiableMap(headers);
  }

  /** Where one of the policy's timeouts cut the operation. */
  public boolean onTimeout() {
    return onTimeout;
  }

  /** Where breaker or bulkhead rejected it. */
  public boolean onRejected() {
    return onRejected;
  }

  /** Where the deadline of the request that it serves has passed. */
  public boolean onDeadline() {
    return onDeadline;
  }

  /** Where the response that the application would get has a status that says so. */
  public boolean onStatus() {
    return onStatus;
  }

  /**
   * Whether a final response of that status is replaced: {@link #onStatus}, and {@code
   * retry.statuses} names it, whether or not retries are on. The same set as {@link
   * RetrySettings#retriesStatus}.
   */
  public boolean coversStatus(int code) {
    return onStatus && code >= 0 && statuses.get(code);
  }

  /** The status of the answer made up; 200 to 599. */
  public int status() {
    return status;
  }

  /** Whether its status has no body (RFC 9110, 15.3.5 and 15.4.5). */
  public boolean isBodiless() {
    return status == NO_CONTENT || status == NOT_MODIFIED;
  }

  /** Its body, to be sent in UTF-8; may be empty, and is where {@link #isBodiless}. */
  public String body() {
    return body;
  }

  /** Its headers: tokens to values without control characters. Unmodifiable. */
  public Map<String, String> headers() {
    return headers;
  }
}
