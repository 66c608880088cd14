package io.fusebox.cli;

import io.fusebox.policy.Mode;
import io.fusebox.policy.Policy;
import io.fusebox.policy.StreamMode;
import java.util.ArrayList;
import java.util.List;

/** What a policy does not do, or not alone, in sentences: the stated limits. */
final class Limits {

  private Limits() {}

  static List<String> of(Policy policy, Target target) {
    List<String> limits = new ArrayList<>();
    if (policy.mode() == Mode.OFF) {
      limits.add("mode off: these calls are left alone.");
    } else if (!policy.armsAnything()) {
      limits.add("No switch is set: these calls are left alone.");
    } else if (target.isJdbc()) {
      jdbc(policy, limits);
    } else {
      http(policy, target, limits);
    }
    return limits;
  }

  private static void http(Policy policy, Target target, List<String> limits) {
    observe(policy, limits);
    if (policy.hasTimeout()) {
      timeouts(policy, limits);
    }
    StateLimits.add(policy, target, limits);
  }

  private static void jdbc(Policy policy, List<String> limits) {
    observe(policy, limits);
    limits.add("A preview, not armed without -Dio.fusebox.jdbc=preview.");
    limits.add(
        "A call that is cut ends by Statement.cancel; if that has not freed its caller at the end"
            + " of jdbc.cancel-grace, its socket is closed and the connection is of no more use.");
    limits.add(
        policy.cutsLong()
            ? "jdbc.long cut: each call that asks for rows is bounded, too."
            : "COPY, LISTEN, replication, large objects and the rows of a result are let run.");
    limits.add(
        "Engines within the process and native clients can only be asked to cancel. Looking up the"
            + " host's name within a connect cannot be interrupted.");
    limits.add("Not for JDBC in this version: timeout.read and retry.*.");
  }

  private static void observe(Policy policy, List<String> limits) {
    if (policy.mode() == Mode.OBSERVE) {
      limits.add(
          "mode observe: what would be cut, tried again, rejected or made up is logged and counted;"
              + " nothing of what follows is done.");
    }
  }

  private static void timeouts(Policy policy, List<String> limits) {
    limits.add(
        "The application's own limits take part, the shorter wins: HttpRequest.timeout bounds the"
            + " operation up to its head over all attempts, OkHttp's callTimeout the whole,"
            + " connectTimeout and readTimeout what they are named for.");
    limits.add(streams(policy));
    limits.add("A WebSocket is not touched after its handshake.");
    if (policy.readNanos() != Policy.NONE) {
      limits.add("Time in which the application asks for no data is no silence.");
    }
    limits.add(
        "Looking up the host's name does not hold the caller of HttpClient.send longer than this;"
            + " the look-up itself cannot be interrupted, nor can it within OkHttp's execute.");
  }

  private static String streams(Policy policy) {
    if (policy.stream() == StreamMode.OFF) {
      return "stream off: total bounds every body to its last byte.";
    }
    String which =
        policy.stream() == StreamMode.ON
            ? "stream on: every response is"
            : "Streams (101, CONNECT, duplex, text/event-stream, application/x-ndjson,"
                + " application/grpc*) are";
    String after = " bounded to the head by attempt and total, and after it ";
    if (policy.readNanos() == Policy.NONE) {
      return which + after + "by nothing, since timeout.read is not set.";
    }
    return which
        + after
        + (policy.ownRead()
            ? "by timeout.read, which the policy sets."
            : "by nothing: timeout.read comes from default., not from the policy.");
  }
}
