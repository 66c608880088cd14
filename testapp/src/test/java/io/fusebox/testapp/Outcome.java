package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.Hit;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How one scenario went in one run, as the client and as the server saw it.
 *
 * @param run the suite's run
 * @param scenario the scenario's name
 */
record Outcome(Runs.Run run, String scenario) {

  /** How much later than its bound a cut may be on a busy machine. It may never be earlier. */
  static final long LATENESS_MILLIS = 700;

  /** A field that the scenario reported; {@code -} where it did not. */
  String field(String name) {
    return run.values().getOrDefault(scenario + "/" + name, "-");
  }

  long elapsed() {
    return Long.parseLong(field("elapsed"));
  }

  /** The requests that the HTTP/1.1 server saw of it. */
  List<Hit> hits() {
    return Servers.HTTP.hits(id());
  }

  /** What each of those requests said in a header, its name in lower case; {@code -} if nothing. */
  List<String> saidIn(String header) {
    return hits().stream().map(hit -> hit.headers().getOrDefault(header, "-")).toList();
  }

  String id() {
    return scenario + "." + run.name();
  }

  void assertHung() {
    assertEquals("hung", field("outcome"), this::told);
  }

  void assertReturned(String value) {
    assertEquals("returned", field("outcome"), this::told);
    assertEquals(value, field("value"), this::told);
  }

  /** It threw exactly this class, somebody's own timeout or refusal. */
  void assertThrew(String className) {
    assertEquals("threw", field("outcome"), this::told);
    assertEquals(className, field("exception"), this::told);
  }

  void assertElapsed(long from, long to) {
    assertTrue(elapsed() >= from && elapsed() <= to, () -> from + " to " + to + ": " + told());
  }

  /**
   * A policy cut it: in time, with an exception of that class somewhere in the chain that says why.
   */
  void assertCut(String exception, String policy, String key, long boundMillis, String bound) {
    assertEquals("threw", field("outcome"), this::told);
    assertTrue(List.of(field("causes").split(" < ")).contains(exception), this::told);
    assertElapsed(boundMillis, boundMillis + LATENESS_MILLIS);
    Matcher message =
        Pattern.compile(
                "(GET|POST) [a-z0-9.-]+:[0-9]+ cut after ([0-9]+) ms: policy "
                    + policy
                    + ", timeout\\."
                    + key
                    + " = "
                    + bound
                    + ", attempt 1")
            .matcher(field("messages"));
    assertTrue(message.find(), this::told);
    assertTrue(Long.parseLong(message.group(2)) >= boundMillis, this::told);
  }

  /** The total of a policy of that many milliseconds, named {@code total} and the number. */
  void assertCutByTotal(long boundMillis) {
    assertCut(
        "HttpTimeoutException", "total" + boundMillis, "total", boundMillis, boundMillis + "ms");
  }

  /**
   * The caller of {@code send} or of a future meets the exception itself, not something wrapped
   * around it.
   */
  void assertMeets(String className) {
    assertEquals(className, field("exception"), this::told);
  }

  /**
   * The server saw one request, and its connection close at that time, counted from its arrival.
   */
  void assertClosedAt(long millis) throws InterruptedException {
    assertEquals(1, hits().size(), this::told);
    long closed = hits().get(0).closedAfterMillis(1000);
    // The request arrives a little after the call began, so its clock begins later.
    assertTrue(
        closed != Hit.STILL_OPEN && closed >= millis - 400 && closed <= millis + LATENESS_MILLIS,
        () -> "closed at " + closed + ": " + told());
  }

  /** All that is known, for a failure's message. */
  String told() {
    StringBuilder told = new StringBuilder(id());
    run.values().forEach((key, value) -> told.append(tell(key, value)));
    return told.toString();
  }

  private String tell(String key, String value) {
    return key.startsWith(scenario + "/") ? "\n  " + key + "=" + value : "";
  }
}
