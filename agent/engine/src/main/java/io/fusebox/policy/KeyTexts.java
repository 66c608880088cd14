package io.fusebox.policy;

import io.fusebox.engine.Durations;

/** What keys mean and which values they take, in words. Loaded only to say it. Stateless. */
final class KeyTexts {

  /** By key: what it does, in one sentence. */
  private static final String[][] DOCS = {
    {"include", "Files read before this one, relative to it; what stands later wins."},
    {"requires", "The oldest version of the agent that understands the file."},
    {"agent.mode", "A ceiling over the mode of every policy."},
    {"mode", "What the policy does: cut, only say what it would cut, or leave these calls alone."},
    {"match", "The calls that the policy governs."},
    {
      "match.user",
      "Narrows the JDBC matches to connections of that user, as the driver is told it."
    },
    {
      "match.application",
      "Narrows the JDBC matches to connections with that name in the driver's own property for"
          + " it."
    },
    {"extends", "The policy whose keys are taken over where this one sets none."},
    {
      "scope",
      "Whether breaker, bulkhead and retry budget are one for each host and port, or one for the"
          + " policy."
    },
    {"timeout.connect", "One connection attempt: TCP and TLS."},
    {
      "timeout.read",
      "The longest silence: up to the response head, then between pieces of the body."
    },
    {"timeout.attempt", "One try, from its start to its response head."},
    {"timeout.total", "The whole operation, from its start to the last byte of the body."},
    {"stream", "Whether responses are streams, which attempt and total bound to their head only."},
    {
      "retry.attempts", "Most sends of one operation, the first included: 3 is at most two retries."
    },
    {"retry.methods", "Methods that are sent again though the first send may have arrived."},
    {"retry.statuses", "Statuses that are tried again."},
    {"retry.backoff.base", "Bound of the first wait; each later one has twice the bound."},
    {"retry.backoff.cap", "Bound of every wait; at least the base."},
    {
      "retry.jitter",
      "How a wait is spread: over all of its bound, its upper half, from the one before, or not at"
          + " all."
    },
    {"retry.after.max", "Longest Retry-After that is obeyed; with a longer one there is no retry."},
    {"retry.budget.ratio", "Retries allowed for each hundred operations that succeed."},
    {"retry.budget.floor", "Retries allowed each second, whatever succeeds."},
    {"retry.budget.window", "The time over which the budget counts both."},
    {
      "retry.idempotency-key",
      "The header that gives an operation a key, with which POST and PATCH are tried again."
    },
    {"retry.layer", "Who tries again: this service, or the sidecar of its mesh."},
    {"retry.attempt-header", "The header that says which attempt a retry is, 2 and up."},
    {"breaker", "Whether calls are rejected while too many fail; open: all of them, always."},
    {"breaker.window", "The time over which rates are counted."},
    {"breaker.min-calls", "Calls that the window must hold before a rate says anything."},
    {"breaker.failure-rate", "It opens when strictly more than that of the calls failed."},
    {"breaker.consecutive", "It opens, too, after so many failures in a row."},
    {"breaker.slow-call", "A call that takes longer is a slow one."},
    {
      "breaker.slow-rate",
      "It opens, too, when strictly more than that of the calls are slow; 100%: when all are."
    },
    {"breaker.open-for", "How long it rejects before it probes."},
    {
      "breaker.max-open",
      "What open-for grows to, doubled with each reopening; as open-for where it is not set."
    },
    {"breaker.jitter", "Whether the time that it is open is spread by ten per cent either way."},
    {
      "breaker.probes",
      "Calls let through after that; 1 where only consecutive decides and this is not set."
    },
    {"breaker.count-429", "Whether a 429 counts as a failure."},
    {"bulkhead", "Operations in flight at once; the next is rejected without a wait."},
    {
      "fallback.on",
      "When an answer is made up; status: when the last one has one of retry.statuses."
    },
    {"fallback.status", "The status of the answer made up."},
    {"fallback.body", "The body of the answer made up, in UTF-8."},
    {"fallback.header.NAME", "A header of the answer made up."},
    {
      "jdbc.cancel-grace",
      "What a database has for an orderly end of a call that is cut; then the socket is closed."
    },
    {
      "jdbc.long",
      "What is meant to be long - COPY, LISTEN, replication, large objects, streaming results - is"
          + " let run or cut like any call."
    },
  };

  /** By key: what is allowed, where that is neither a number nor a word. */
  private static final String[][] FORMS = {
    {"include", "file names, separated by commas"},
    {"requires", "a version such as 1.2"},
    {"match", "[METHOD|METHOD ][scheme://]host[:port][/path] or a jdbc: form, separated by commas"},
    {"match.user", "a user's name, without control characters"},
    {"match.application", "an application's name, without control characters"},
    {"extends", "the name of a policy"},
    {"retry.methods", "methods, or +METHOD and -METHOD to change what is inherited, or none"},
    {
      "retry.statuses",
      "statuses from 100 to 599, or +STATUS and -STATUS to change what is inherited, or none"
    },
    {"retry.idempotency-key", "a header name such as Idempotency-Key, or off"},
    {"retry.attempt-header", "a header name, or none"},
    {"fallback.on", "a list of timeout, rejected, deadline and status, or off"},
    {"fallback.body", "any text"},
    {"fallback.header.NAME", "text without control characters, or nothing for no such header"},
  };

  private KeyTexts() {}

  /** What the key does. */
  static String doc(String key) {
    return text(DOCS, key);
  }

  private static String text(String[][] texts, String key) {
    for (int i = 0; i < texts.length; i++) {
      if (texts[i][0].equals(key)) {
        return texts[i][1];
      }
    }
    return "";
  }

  /** What is allowed, in words that stand after "expected". */
  static String allowed(Key key, long min, long max, String[] words) {
    String form = text(FORMS, key.name());
    return form.isEmpty() ? range(key.kind(), min, max, words) : form;
  }

  private static String range(int kind, long min, long max, String[] words) {
    if (kind == Key.WORDS) {
      StringBuilder text = new StringBuilder(words[0]);
      for (int i = 1; i < words.length; i++) {
        text.append(i == words.length - 1 ? " or " : ", ").append(words[i]);
      }
      return text.toString();
    }
    String range;
    if (kind == Key.DURATION) {
      range =
          "a whole number and ms, s, m or h, from "
              + Durations.text(min)
              + " to "
              + Durations.text(max);
    } else if (kind == Key.PERCENT) {
      range = min + "% to " + max + "%";
    } else if (kind == Key.DECIMAL) {
      range = "a number such as 0.2, from " + min + " to " + grouped(max);
    } else {
      range = "a whole number from " + min + " to " + grouped(max);
    }
    return words.length == 0 ? range : range + ", or " + words[0];
  }

  private static String grouped(long number) {
    String digits = Long.toString(number);
    int from = digits.length() - 3;
    return from <= 0 ? digits : digits.substring(0, from) + "," + digits.substring(from);
  }
}
