package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fusebox.testapp.fault.Hit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The runs of the suites of retries, without the agent and with {@code retries.properties}. */
final class RetryRuns {

  static final List<String> DOORS = List.of("send", "sendAsync");

  private static final Http2Sequences HTTP2 = started();

  private RetryRuns() {}

  static Outcome plain(Jdk jdk, String scenario) {
    return plain(jdk, "retry", scenario);
  }

  static Outcome plain(Jdk jdk, String suite, String scenario) {
    return Runs.plain(jdk, suite, each -> with(ForkedJvm.on(each))).of(scenario);
  }

  static Outcome guarded(Jdk jdk, String scenario) {
    return guarded(jdk, "retry", scenario);
  }

  static Outcome guarded(Jdk jdk, String suite, String scenario) {
    Runs.Run run = guardedRun(jdk, suite);
    assertEquals(List.of(), run.finished().said("fault of the agent"));
    return run.of(scenario);
  }

  static Runs.Run guardedRun(Jdk jdk, String suite) {
    return Runs.made(jdk, suite, "guarded", with(ForkedJvm.on(jdk).agent(policies())));
  }

  /** A JVM that can find all the servers. */
  static ForkedJvm with(ForkedJvm jvm) {
    return jvm.arguments(List.of("h2sequence=" + HTTP2.port()));
  }

  /** What the HTTP/2 server saw of a scenario. */
  static List<Http2Sequences.Request> http2Requests(Outcome outcome) {
    return HTTP2.requests(outcome.id());
  }

  static void assertHits(int expected, Outcome outcome) {
    assertEquals(expected, outcome.hits().size(), () -> told(outcome));
  }

  /** With what arrived and when. */
  private static String told(Outcome outcome) {
    StringBuilder told = new StringBuilder(outcome.told());
    for (Hit hit : outcome.hits()) {
      told.append("\n  ").append(hit.method()).append(" on ").append(hit.connection());
      told.append(" after ").append(hit.millisAfter(outcome.hits().get(0))).append(" ms: ");
      told.append(hit.headers());
    }
    return told.toString();
  }

  /** The header of a scenario's hit, {@code -} where it has none. */
  static String header(Outcome outcome, int hit, String name) {
    return header(outcome.hits().get(hit), name);
  }

  static String header(Hit hit, String name) {
    return hit.headers().getOrDefault(name, "-");
  }

  static String policies() {
    try (InputStream in = RetryRuns.class.getResourceAsStream("/retries.properties")) {
      if (in == null) {
        throw new IllegalStateException("no retries.properties");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Http2Sequences started() {
    try {
      return Http2Sequences.start();
    } catch (Exception e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
