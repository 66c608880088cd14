package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.fault.FaultServer;
import io.fusebox.testapp.fault.Hit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls for {@link Caller}: how they are written, and what became of them. */
final class Calls {

  static final String CALLER = "io.fusebox.testapp.safety.Caller";

  /**
   * Cuts what is below /pay/ at 300 ms, and what is below /long/ only after so long that a good
   * call is never cut, however busy the machine is.
   */
  static final String POLICIES =
      """
      policy.pay.match = 127.0.0.1/pay/**
      policy.pay.timeout.total = 300ms
      policy.long.match = 127.0.0.1/long/**
      policy.long.timeout.total = 20s
      """;

  /** Lives as long as the test JVM. */
  static final FaultServer SERVER = started();

  private static final AtomicInteger IDS = new AtomicInteger();

  private Calls() {}

  /** A name that no other call has, for the server's record. */
  static String newId() {
    return "safety" + IDS.incrementAndGet();
  }

  /** An argument; {@code pathAndQuery} begins with a slash. */
  static String call(String name, String kind, String method, String pathAndQuery) {
    return name + "=" + kind + "," + method + "," + url(pathAndQuery);
  }

  static String url(String pathAndQuery) {
    return "http://127.0.0.1:" + SERVER.port() + pathAndQuery;
  }

  /**
   * A call that hangs and is cut, one that answers, both in both ways, and one that is cancelled.
   */
  static List<String> allKinds() {
    return List.of(
        call("hung", "sync", "GET", "/pay/silent"),
        call("hung.async", "async", "GET", "/pay/silent"),
        call("cancelled", "cancel", "GET", "/pay/silent"),
        call("answered", "sync", "GET", "/long/ok"),
        call("answered.async", "async", "GET", "/long/ok"));
  }

  /** One of the calls that hang, and one that answers. */
  static List<String> two() {
    return List.of(
        call("hung", "sync", "GET", "/pay/silent"), call("answered", "sync", "GET", "/long/ok"));
  }

  /** Both of {@link #two} went as they should with {@link #POLICIES}. */
  static void assertGuarded(Finished finished) {
    assertEnded(finished);
    assertCut(finished, "hung");
    assertReturned(finished, "answered", "ok");
    assertEquals(List.of(), finished.said("fault of the agent"));
  }

  /** All of {@link #allKinds} went as they should with {@link #POLICIES}. */
  static void assertAllGuarded(Finished finished) {
    assertEnded(finished);
    assertCut(finished, "hung");
    assertCut(finished, "hung.async");
    assertEquals("cancelled true", finished.values().get("cancelled"), finished::toString);
    assertReturned(finished, "answered", "ok");
    assertReturned(finished, "answered.async", "ok");
    assertEquals(List.of(), finished.said("fault of the agent"));
  }

  /** It came to its end by itself, with exit code 0. */
  static void assertEnded(Finished finished) {
    assertTrue(finished.ended(), () -> "took too long: " + finished);
    assertEquals(0, finished.exitCode(), finished::toString);
  }

  static void assertCut(Finished finished, String name) {
    String outcome = String.valueOf(finished.values().get(name));
    String expected =
        "threw java\\.net\\.http\\.HttpTimeoutException: GET 127\\.0\\.0\\.1:[0-9]+ cut after"
            + " [0-9]+ ms: policy pay, timeout\\.total = 300ms, attempt 1";
    assertTrue(outcome.matches(expected), finished::toString);
    long millis = Long.parseLong(String.valueOf(finished.values().get(name + ".millis")));
    assertTrue(millis >= 300, () -> "early: " + finished);
  }

  static void assertReturned(Finished finished, String name, String body) {
    assertEquals("returned 200 " + body, finished.values().get(name), finished::toString);
  }

  static void assertHung(Finished finished, String name) {
    assertEquals("hung", finished.values().get(name), finished::toString);
  }

  /** The server saw one request of this id. */
  static void assertArrivedOnce(String id, Finished finished) {
    List<Hit> hits = SERVER.hits(id);
    assertEquals(1, hits.size(), () -> id + ": " + finished);
  }

  private static FaultServer started() {
    try {
      return FaultServer.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
