package io.fusebox.cli;

import io.fusebox.engine.BreakerSettings;
import io.fusebox.engine.Durations;
import io.fusebox.engine.RetrySettings;
import io.fusebox.policy.FallbackSettings;
import io.fusebox.policy.Policy;
import java.util.ArrayList;
import java.util.List;

/** What retries, breaker, bulkhead and fallback do to a call, and what they do not. */
final class StateLimits {

  private StateLimits() {}

  static void add(Policy policy, Target target, List<String> limits) {
    RetrySettings retry = policy.retry();
    BreakerSettings breaker = policy.breaker();
    FallbackSettings fallback = policy.fallback();
    String where = policy.sharesState() ? "for the policy" : "for each host and port";
    if (retry != null) {
      retries(policy, retry, target, where, limits);
    }
    if (breaker != null) {
      limits.add(breaker(breaker, where));
    }
    if (policy.bulkhead() > 0) {
      limits.add(
          "At most "
              + policy.bulkhead()
              + " operations are in flight at once, "
              + where
              + "; the next is rejected without a wait.");
    }
    if (fallback != null) {
      fallback(policy, fallback, limits);
    }
  }

  private static void retries(
      Policy policy, RetrySettings retry, Target target, String where, List<String> limits) {
    if (!Armed.retries(policy)) {
      limits.add("Not tried again: retry.attempts is not set, " + keyed(retry) + ".");
      return;
    }
    if (retry.leftToMesh()) {
      limits.add("retry.layer mesh: the sidecar tries again, this service sends once.");
      return;
    }
    if (retry.attempts() == 1) {
      limits.add("retry.attempts 1: every operation is sent exactly once.");
      return;
    }
    limits.add(method(retry, target.method()));
    limits.add("A request is sent again only if its body can be repeated.");
    limits.add(
        "Retries have a budget, "
            + where
            + ": "
            + retry.budget().ratioPercent()
            + "% of the operations that succeed within "
            + Durations.text(retry.budget().windowNanos())
            + ", and "
            + policy.setting("retry.budget.floor").value()
            + " each second.");
    if (!policy.boundsAttempts()) {
      limits.add("No timeout but connect is set: nothing bounds an attempt.");
    }
  }

  private static String method(RetrySettings retry, String method) {
    if (retry.allowsMethod(method)) {
      return method + " is retried, at most " + retry.attempts() + " sends in all.";
    }
    boolean keyable = method.equals("POST") || method.equals("PATCH");
    if (keyable && retry.keyHeader() != null) {
      return method
          + " is retried, at most "
          + retry.attempts()
          + " sends in all: "
          + keyed(retry)
          + ".";
    }
    return method
        + " is not retried unless nothing of it has arrived: it is not one of retry.methods"
        + (keyable ? ", and there is no idempotency key." : ".");
  }

  private static String keyed(RetrySettings retry) {
    return "POST and PATCH carry a key, in " + retry.keyHeader();
  }

  private static String breaker(BreakerSettings breaker, String where) {
    if (breaker.forcedOpen()) {
      return "breaker open: every call is rejected, until the policy says otherwise.";
    }
    List<String> causes = new ArrayList<>();
    String of =
        " of at least "
            + breaker.minCalls()
            + " calls within "
            + Durations.text(breaker.windowNanos());
    if (breaker.failureRate() != BreakerSettings.OFF) {
      causes.add("more than " + breaker.failureRate() + "%" + of + " have failed");
    }
    if (breaker.consecutive() != BreakerSettings.OFF) {
      causes.add(breaker.consecutive() + " in a row have failed");
    }
    if (breaker.slowCallNanos() != Policy.NONE) {
      String share = breaker.slowRate() == 100 ? "all" : "more than " + breaker.slowRate() + "%";
      causes.add(share + of + " took longer than " + Durations.text(breaker.slowCallNanos()));
    }
    return "The breaker opens, " + where + ", when " + String.join(", or ", causes) + ".";
  }

  private static void fallback(Policy policy, FallbackSettings fallback, List<String> limits) {
    limits.add(
        "An answer with status "
            + fallback.status()
            + " is made up on: "
            + policy.setting("fallback.on").value()
            + ". The application cannot tell it from a real one.");
    if (fallback.onRejected() && policy.breaker() == null && policy.bulkhead() == 0) {
      limits.add("fallback.on rejected: nothing rejects, since breaker and bulkhead are off.");
    }
    if (fallback.onTimeout() && !policy.hasTimeout()) {
      limits.add("fallback.on timeout: no timeout of this policy cuts, since none is set.");
    }
    if (fallback.onDeadline()) {
      limits.add("fallback.on deadline: no call has a deadline in this version.");
    }
  }
}
