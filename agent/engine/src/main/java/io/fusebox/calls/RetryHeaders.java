package io.fusebox.calls;

import org.jspecify.annotations.Nullable;

/** What the other side says about being asked again, apart from Retry-After. Stateless. */
public final class RetryHeaders {

  /** Envoy's: it shed the request for its own load. */
  public static final String OVERLOADED = "x-envoy-overloaded";

  /** Envoy's: a rate limit was hit. */
  public static final String RATE_LIMITED = "x-envoy-ratelimited";

  /** gRPC's: when to come again, in milliseconds; negative for never. */
  public static final String PUSHBACK = "grpc-retry-pushback-ms";

  private RetryHeaders() {}

  /** Whether they forbid another attempt; each as it came, or null where it did not. */
  public static boolean forbid(
      @Nullable String overloaded, @Nullable String rateLimited, @Nullable String pushback) {
    return overloaded != null
        || rateLimited != null
        || (pushback != null && pushback.trim().startsWith("-"));
  }
}
