package io.fusebox.testapp.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How one scenario went in one run.
 *
 * @param run of all scenarios of that driver
 * @param name the scenario's
 */
record DatabaseOutcome(DatabaseRun run, String name) {

  /** How long a statement may take to be cancelled before its socket is closed: the default. */
  static final long GRACE_MILLIS = 250;

  /** How much later than that a cut may be on a busy machine. It may never be earlier. */
  static final long LATENESS_MILLIS = 1200;

  /**
   * Longer than what a policy here allows a statement. A server measures by a clock that may be
   * set, so it says little more than that.
   */
  static final long TOO_LONG_MILLIS = 550;

  /** The longest that anything takes that nobody cuts, on a busy machine. */
  static final long PATIENCE_MILLIS = 9000;

  private static final String NONE = "-";

  /** A field that the scenario reported; {@code -} where it did not. */
  String field(String field) {
    String prefix = run.jvm().driver().database() + "." + name + "/";
    return run.values().getOrDefault(prefix + field, NONE);
  }

  long elapsed() {
    return Long.parseLong(field("elapsed"));
  }

  /** Its connections, as the relay saw them. */
  Relay relay() {
    return run.relays().of(name);
  }

  /** It was not over by its bound. */
  void assertHung() {
    assertEquals(NONE, field("fault"), this::told);
    assertEquals("hung", field("outcome"), this::told);
  }

  void assertReturned(String value) {
    assertEquals(NONE, field("fault"), this::told);
    assertEquals("returned", field("outcome"), this::told);
    assertEquals(value, field("value"), this::told);
  }

  /** It threw, with nothing of ours in it. */
  void assertThrewItself() {
    assertEquals("threw", field("outcome"), this::told);
    assertTrue(!said().contains("policy "), this::told);
  }

  void assertElapsed(long from, long to) {
    assertTrue(elapsed() >= from && elapsed() <= to, () -> from + " to " + to + ": " + told());
  }

  /** The SQLState of what it threw, of which only the beginning may be meant. */
  void assertState(String beginning) {
    assertTrue(field("state").startsWith(beginning), () -> beginning + ": " + told());
  }

  /**
   * Its policy cut it: never early, free within the grace, with an exception that says why in its
   * chain or attached to it.
   *
   * @param bound as the file has it, in milliseconds
   */
  void assertCut(String key, long bound) {
    assertEquals(NONE, field("fault"), this::told);
    assertEquals("threw", field("outcome"), this::told);
    assertElapsed(bound, bound + GRACE_MILLIS + LATENESS_MILLIS);
    Matcher message = saysWhy(key, bound).matcher(said());
    assertTrue(message.find(), this::told);
    assertTrue(Long.parseLong(message.group(1)) >= bound, this::told);
  }

  /** The same where the grace was not needed. */
  void assertCutAtOnce(String key, long bound) {
    assertCut(key, bound);
    assertElapsed(bound, bound + LATENESS_MILLIS);
  }

  /** Some message of what it threw has that. */
  void assertSays(String text) {
    assertTrue(said().contains(text), this::told);
  }

  private Pattern saysWhy(String key, long bound) {
    return Pattern.compile(
        "127\\.0\\.0\\.1:"
            + relay().port()
            + " cut after ([0-9]+) ms: policy "
            + name
            + ", "
            + key.replace(".", "\\.")
            + " = "
            + bound
            + "ms");
  }

  /** The connection lives, and does what it is told. */
  void assertUnhurt() {
    assertEquals(NONE, field("fault"), this::told);
    assertEquals("false", field("closed"), this::told);
    assertEquals("1", field("after"), this::told);
  }

  /** The connection is dead, says so without delay, and in a way in which pools understand it. */
  void assertPoisoned() {
    assertEquals(NONE, field("fault"), this::told);
    assertEquals("true", field("closed"), this::told);
    assertNotEquals("1", field("after"), this::told);
    assertTrue(Long.parseLong(field("after.millis")) < LATENESS_MILLIS, this::told);
    assertState("08");
  }

  /** The server runs nothing of it any more. */
  void assertGoneFromServer() {
    assertEquals("0", field("running"), this::told);
  }

  /** The client closed the first connection to its relay by then, and not before its bound. */
  void assertClosedAfter(long bound) throws InterruptedException {
    long closed = relay().passages().get(0).closedAfterMillis(1000);
    long latest = bound + GRACE_MILLIS + LATENESS_MILLIS;
    assertTrue(closed >= bound && closed <= latest, () -> "closed at " + closed + ": " + told());
  }

  /** All messages: those of the chain, and what is attached. */
  private String said() {
    return field("messages") + " | " + field("suppressed");
  }

  /** All that is known, for a failure's message. */
  String told() {
    String prefix = run.jvm().driver().database() + "." + name + "/";
    StringBuilder told = new StringBuilder(run.name() + " " + name);
    run.values().entrySet().stream()
        .filter(line -> line.getKey().startsWith(prefix))
        .sorted(Map.Entry.comparingByKey())
        .forEach(line -> told.append("\n  ").append(line));
    return told.toString();
  }
}
