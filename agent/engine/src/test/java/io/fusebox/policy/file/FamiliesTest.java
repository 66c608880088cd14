package io.fusebox.policy.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.engine.BreakerSettings;
import io.fusebox.engine.Jitter;
import io.fusebox.engine.RetrySettings;
import io.fusebox.policy.FallbackSettings;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Retries, breaker, bulkhead and fallback as a file says them. */
@Timeout(20)
class FamiliesTest {

  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;

  @TempDir private Path directory;

  private PolicyFiles files() {
    return new PolicyFiles(directory);
  }

  private PolicyFiles file(String... lines) {
    return files().file("f", lines);
  }

  /** The policy 'a' of a file whose first line is its match. */
  private Policy a(String... lines) {
    String[] all = new String[lines.length + 1];
    all[0] = "policy.a.match = a.internal";
    System.arraycopy(lines, 0, all, 1, lines.length);
    return policy(file(all).load("f"), "a");
  }

  private static Policy policy(LoadResult result, String name) {
    PolicySet set = result.policies();
    assertNotNull(set, () -> String.join("\n", result.errorLines()));
    for (Policy policy : set.policies()) {
      if (policy.name().equals(name)) {
        return policy;
      }
    }
    throw new AssertionError("no policy " + name);
  }

  private static RetrySettings retry(Policy policy) {
    RetrySettings retry = policy.retry();
    assertNotNull(retry);
    return retry;
  }

  private static BreakerSettings breaker(Policy policy) {
    BreakerSettings breaker = policy.breaker();
    assertNotNull(breaker);
    return breaker;
  }

  private static FallbackSettings fallback(Policy policy) {
    FallbackSettings fallback = policy.fallback();
    assertNotNull(fallback);
    return fallback;
  }

  @Test
  void withoutASwitchNothingIsArmed() {
    Policy policy =
        a(
            "policy.a.scope = policy",
            "policy.a.retry.methods = +POST",
            "policy.a.retry.layer = mesh",
            "policy.a.breaker.consecutive = 5",
            "policy.a.fallback.body = x",
            "policy.a.fallback.header.x = y");
    assertNull(policy.retry());
    assertNull(policy.breaker());
    assertNull(policy.fallback());
    assertEquals(0, policy.bulkhead());
    assertFalse(policy.armsAnything());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "timeout.read = 1s",
        "retry.attempts = 1",
        "retry.attempts = 3",
        "retry.idempotency-key = Idempotency-Key",
        "breaker = on",
        "breaker = open",
        "bulkhead = 1",
        "fallback.on = status"
      })
  void eachSwitchArms(String line) {
    assertTrue(a("policy.a." + line).armsAnything());
    assertFalse(a("policy.a." + line, "policy.a.mode = off").armsAnything());
  }

  @ParameterizedTest
  @CsvSource({
    "timeout.total, 1s",
    "timeout.connect, 1s",
    "retry.attempts, 3",
    "retry.idempotency-key, Key",
    "breaker, on",
    "bulkhead, 5",
    "fallback.on, timeout"
  })
  void offEndsTheInheritanceOfEverySwitch(String key, String value) {
    PolicyFiles files =
        file(
            "default." + key + " = " + value,
            "policy.a.match = a",
            "policy.b.match = b",
            "policy.b." + key + " = off",
            "policy.c.match = c",
            "policy.c.extends = b");
    LoadResult result = files.load("f");
    assertTrue(policy(result, "a").armsAnything());
    assertFalse(policy(result, "b").armsAnything());
    assertFalse(policy(result, "c").armsAnything());
  }

  @Test
  void builtInRetriesAreThoseOfTheReference() {
    RetrySettings retry = retry(a("policy.a.retry.attempts = 3", "policy.a.timeout.total = 1s"));
    assertEquals(3, retry.attempts());
    for (String method : new String[] {"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"}) {
      assertTrue(retry.allowsMethod(method), method);
    }
    assertFalse(retry.allowsMethod("POST") || retry.allowsMethod("get"));
    StringBuilder statuses = new StringBuilder();
    for (int status = 100; status < 600; status++) {
      statuses.append(retry.retriesStatus(status) ? status + " " : "");
    }
    assertEquals("408 425 429 502 503 504 ", statuses.toString());
    assertEquals(100 * MILLI, retry.baseNanos());
    assertEquals(2 * SECOND, retry.capNanos());
    assertEquals(Jitter.FULL, retry.jitter());
    assertEquals(30 * SECOND, retry.afterMaxNanos());
    assertEquals(10, retry.budget().ratioPercent());
    assertEquals(1_000, retry.budget().floorPerThousandSeconds());
    assertEquals(10 * SECOND, retry.budget().windowNanos());
    assertNull(retry.keyHeader());
    assertEquals("x-envoy-attempt-count", retry.attemptHeader());
    assertFalse(retry.leftToMesh());
  }

  @Test
  void retriesAreAsTheFileSays() {
    RetrySettings retry =
        retry(
            a(
                "policy.a.retry.attempts = 10",
                "policy.a.retry.methods = GET, REPORT",
                "policy.a.retry.statuses = 500 503",
                "policy.a.retry.backoff.base = 1s",
                "policy.a.retry.backoff.cap = 1m",
                "policy.a.retry.jitter = decorrelated",
                "policy.a.retry.after.max = 2m",
                "policy.a.retry.budget.ratio = 0%",
                "policy.a.retry.budget.floor = 0.2",
                "policy.a.retry.budget.window = 1m",
                "policy.a.retry.idempotency-key = X-Request-Key",
                "policy.a.retry.layer = mesh",
                "policy.a.retry.attempt-header = none"));
    assertEquals(10, retry.attempts());
    assertTrue(retry.allowsMethod("REPORT") && !retry.allowsMethod("PUT"));
    assertTrue(retry.retriesStatus(500) && !retry.retriesStatus(502));
    assertEquals(SECOND, retry.baseNanos());
    assertEquals(60 * SECOND, retry.capNanos());
    assertEquals(Jitter.DECORRELATED, retry.jitter());
    assertEquals(120 * SECOND, retry.afterMaxNanos());
    assertEquals(0, retry.budget().ratioPercent());
    assertEquals(200, retry.budget().floorPerThousandSeconds());
    assertEquals(60 * SECOND, retry.budget().windowNanos());
    assertEquals("X-Request-Key", retry.keyHeader());
    assertNull(retry.attemptHeader());
    assertTrue(retry.leftToMesh());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1000",
    "0.2, 200",
    "0.001, 1",
    "0.125, 125",
    "1000, 1000000",
    "007, 7000"
  })
  void theFloorIsExact(String floor, int perThousandSeconds) {
    RetrySettings retry =
        retry(a("policy.a.retry.attempts = 2", "policy.a.retry.budget.floor = " + floor));
    assertEquals(perThousandSeconds, retry.budget().floorPerThousandSeconds());
  }

  @Test
  void aKeyAloneIsNoRetry() {
    RetrySettings retry = retry(a("policy.a.retry.idempotency-key = Key"));
    assertEquals(1, retry.attempts());
    assertEquals("Key", retry.keyHeader());
    retry = retry(a("policy.a.retry.attempts = off", "policy.a.retry.idempotency-key = Key"));
    assertEquals(1, retry.attempts());
  }

  @Test
  void aBreakerIsAsTheReferenceSays() {
    BreakerSettings breaker = breaker(a("policy.a.breaker = on"));
    assertEquals(10 * SECOND, breaker.windowNanos());
    assertEquals(20, breaker.minCalls());
    assertEquals(50, breaker.failureRate());
    assertEquals(BreakerSettings.OFF, breaker.consecutive());
    assertEquals(Policy.NONE, breaker.slowCallNanos());
    assertEquals(80, breaker.slowRate());
    assertEquals(30 * SECOND, breaker.openForNanos());
    assertEquals(30 * SECOND, breaker.maxOpenNanos());
    assertTrue(breaker.jitter());
    assertEquals(5, breaker.probes());
    assertEquals(31 * SECOND, breaker.leaseNanos());
    assertFalse(breaker.counts429());
    assertFalse(breaker.forcedOpen());
  }

  @Test
  void aBreakerIsAsTheFileSays() {
    BreakerSettings breaker =
        breaker(
            a(
                "policy.a.breaker = open",
                "policy.a.breaker.window = 1m",
                "policy.a.breaker.min-calls = 10000",
                "policy.a.breaker.failure-rate = 99%",
                "policy.a.breaker.consecutive = 1000",
                "policy.a.breaker.slow-call = 700ms",
                "policy.a.breaker.slow-rate = 100%",
                "policy.a.breaker.open-for = 1s",
                "policy.a.breaker.max-open = 1h",
                "policy.a.breaker.jitter = off",
                "policy.a.breaker.probes = 100",
                "policy.a.breaker.count-429 = on"));
    assertEquals(60 * SECOND, breaker.windowNanos());
    assertEquals(10_000, breaker.minCalls());
    assertEquals(99, breaker.failureRate());
    assertEquals(1_000, breaker.consecutive());
    assertEquals(700 * MILLI, breaker.slowCallNanos());
    assertEquals(100, breaker.slowRate());
    assertEquals(SECOND, breaker.openForNanos());
    assertEquals(3_600 * SECOND, breaker.maxOpenNanos());
    assertFalse(breaker.jitter());
    assertEquals(100, breaker.probes());
    assertTrue(breaker.counts429());
    assertTrue(breaker.forcedOpen());
  }

  @ParameterizedTest
  @CsvSource({"2s, 5s, 3", "none, 5s, 6", "2s, none, 3", "none, none, 31"})
  void aProbesLeaseIsAttemptElseTotalElseThirtySecondsAndOneMore(
      String attempt, String total, int seconds) {
    BreakerSettings breaker =
        breaker(
            a(
                "policy.a.breaker = on",
                "policy.a.timeout.attempt = " + attempt,
                "policy.a.timeout.total = " + total));
    assertEquals(seconds * SECOND, breaker.leaseNanos());
  }

  @Test
  void oneProbeIsEnoughWhereOnlyARowOfFailuresDecides() {
    String[] lines = {
      "policy.a.breaker = on",
      "policy.a.breaker.consecutive = 5",
      "policy.a.breaker.failure-rate = off",
      "policy.a.timeout.total = 1s"
    };
    assertEquals(1, breaker(a(lines)).probes());
    lines[3] = "policy.a.breaker.probes = 3";
    assertEquals(3, breaker(a(lines)).probes());
    lines[3] = "policy.a.breaker.slow-call = 1s";
    assertEquals(5, breaker(a(lines)).probes());
  }

  @Test
  void aBreakerThatNothingCouldOpenIsAnError() {
    assertEquals(
        "f:3: policy.a.breaker.failure-rate = off (nothing could open the breaker of policy 'a':"
            + " expected a rate, or breaker.consecutive or breaker.slow-call besides)",
        file("policy.a.match = a", "policy.a.breaker = on", "policy.a.breaker.failure-rate = off")
            .errors("f"));
    a("policy.a.breaker = open", "policy.a.breaker.failure-rate = off");
  }

  @Test
  void stateIsSharedOnlyBeyondHosts() {
    assertFalse(a("policy.a.breaker = on").sharesState());
    assertFalse(a("policy.a.breaker = on", "policy.a.scope = host").sharesState());
    assertTrue(a("policy.a.breaker = on", "policy.a.scope = policy").sharesState());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 100_000})
  void aBulkheadHasABound(int most) {
    assertEquals(most, a("policy.a.bulkhead = " + most).bulkhead());
  }

  @Test
  void aFallbackIsAsTheFileSays() {
    FallbackSettings fallback = fallback(a("policy.a.fallback.on = timeout, deadline"));
    assertTrue(fallback.onTimeout() && fallback.onDeadline());
    assertFalse(fallback.onRejected() || fallback.onStatus());
    assertEquals("503 '' {}", words(fallback));
    fallback =
        fallback(
            a(
                "policy.a.fallback.on = rejected status",
                "policy.a.fallback.status = 200",
                "policy.a.fallback.body = {\"a\":\\n\u00fc}",
                "policy.a.fallback.header.Content-Type = text/plain; charset=utf-8",
                "policy.a.fallback.header.x.y = z"));
    assertTrue(fallback.onRejected() && fallback.onStatus());
    assertEquals(
        "200 '{\"a\":\n\u00fc}' {Content-Type=text/plain; charset=utf-8, x.y=z}", words(fallback));
    FallbackSettings made = fallback;
    assertThrows(UnsupportedOperationException.class, () -> made.headers().put("more", "headers"));
  }

  private static String words(FallbackSettings fallback) {
    return fallback.status() + " '" + fallback.body() + "' " + fallback.headers();
  }

  /** The word status needs them, though nothing is tried again. */
  @Test
  void aFallbackCoversTheStatusesThatRetriesName() {
    PolicyFiles files =
        file(
            "policy.a.match = a",
            "policy.a.fallback.on = status",
            "policy.a.retry.statuses = -503, +500");
    FallbackSettings fallback = fallback(policy(files.load("f"), "a"));
    assertTrue(fallback.coversStatus(500) && fallback.coversStatus(408));
    assertFalse(fallback.coversStatus(503) || fallback.coversStatus(200));
    assertFalse(fallback.coversStatus(-1));
    assertEquals("", files.warnings("f"));
    assertFalse(fallback(a("policy.a.fallback.on = timeout")).coversStatus(503));
  }

  @Test
  void headersAreInheritedOneByOne() {
    PolicyFiles files =
        files()
            .file(
                "base",
                "default.fallback.header.A = base",
                "default.fallback.header.B = base",
                "policy.p.match = p",
                "policy.p.fallback.on = timeout",
                "policy.p.timeout.total = 1s",
                "policy.p.fallback.header.c = p",
                "policy.p.fallback.header.D = p")
            .file(
                "f",
                "include = base",
                "default.fallback.header.b = f",
                "policy.a.match = a",
                "policy.a.extends = p",
                "policy.a.fallback.header.C = a",
                "policy.a.fallback.header.d =");
    LoadResult result = files.load("f");
    assertEquals("{b=f, A=base, C=a}", fallback(policy(result, "a")).headers().toString());
    assertEquals("{b=f, A=base, c=p, D=p}", fallback(policy(result, "p")).headers().toString());
    assertEquals("p", policy(result, "p").setting("fallback.header.C").value());
    assertEquals("", files.warnings("f"));
  }

  @Test
  void oneHeaderInTwoCasesIsADuplicate() {
    assertEquals(
        "f:4: policy.a.fallback.header.x-why = 2 (a duplicate: it is set in line 3 already)",
        file(
                "policy.a.match = a",
                "policy.a.fallback.on = timeout",
                "policy.a.fallback.header.X-Why = 1",
                "policy.a.fallback.header.x-why = 2")
            .errors("f"));
  }

  @Test
  void aVariableNamesAHeader() {
    PolicyFiles files =
        file(
            "policy.a.match = a",
            "policy.a.timeout.total = 1s",
            "policy.a.fallback.on = timeout",
            "policy.a.fallback.header.X_Why = file",
            "policy.a.fallback.header.Retry-After = 1");
    files
        .environment("FUSEBOX_POLICY_A_FALLBACK_HEADER_CONTENT_TYPE", "text/plain")
        .environment("FUSEBOX_POLICY_A_FALLBACK_HEADER_X_WHY", "variable")
        .environment("FUSEBOX_DEFAULT_FALLBACK_HEADER_Z", "z")
        .property("fusebox.policy.a.fallback.header.Retry-After", "2")
        .environment("FUSEBOX_POLICY_A_FALLBACK_HEADER_RETRY_AFTER", "3");
    assertEquals(
        "{z=z, X_Why=variable, Retry-After=2, content-type=text/plain}",
        fallback(policy(files.load("f"), "a")).headers().toString());
    assertEquals("", files.warnings("f"));
  }

  @Test
  void aVariableOfAKnownKeyIsNoHeader() {
    PolicyFiles files =
        file(
            "policy.a.match = a",
            "policy.a-fallback-header.match = b",
            "policy.a-fallback-header.timeout.total = 1s");
    files.environment("FUSEBOX_POLICY_A_FALLBACK_HEADER_TIMEOUT_TOTAL", "2s");
    assertEquals(2 * SECOND, policy(files.load("f"), "a-fallback-header").totalNanos());
    files
        .environment("FUSEBOX_POLICY_B_FALLBACK_HEADER_X", "x")
        .environment("FUSEBOX_POLICY_A_FALLBACK_HEADER_", "x");
    assertEquals(2, files.load("f").warningCount());
  }

  @ParameterizedTest
  @CsvSource({
    "retry.backoff.base, 3s, retry.backoff.cap, 2s",
    "breaker.open-for, 1m, breaker.max-open, 59s"
  })
  void twoThatDoNotFitAreAnErrorThatNamesBoth(String lower, String low, String upper, String high) {
    for (String scope : new String[] {"policy.a.", "default."}) {
      String errors =
          file("policy.a.match = a", scope + lower + " = " + low, scope + upper + " = " + high)
              .errors("f");
      assertEquals(
          "f:3: "
              + (scope + upper + " = " + high)
              + " (expected at least "
              + (scope + lower + " = " + low)
              + ", f:2)",
          errors);
    }
  }

  @Test
  void ofTwoThatWereNotWrittenForEachOtherTheWeakerGivesWay() {
    PolicyFiles files =
        file(
            "default.retry.backoff.base = 1s",
            "default.retry.attempts = 2",
            "default.timeout.total = 1m",
            "policy.a.match = a",
            "policy.a.retry.backoff.cap = 500ms",
            "policy.b.match = b",
            "policy.b.retry.backoff.base = 3s",
            "policy.c.match = c",
            "policy.c.extends = b");
    LoadResult result = files.load("f");
    assertEquals(500 * MILLI, retry(policy(result, "a")).baseNanos());
    assertEquals(500 * MILLI, retry(policy(result, "a")).capNanos());
    assertEquals(3 * SECOND, retry(policy(result, "c")).baseNanos());
    assertEquals(3 * SECOND, retry(policy(result, "c")).capNanos());
    assertEquals(
        "f:1: default.retry.backoff.base = 1s (lowered for policy 'a' to its retry.backoff.cap ="
            + " 500ms, f:5)\n"
            + "f:7: policy.b.retry.backoff.base = 3s (retry.backoff.cap, built-in 2s, is raised to"
            + " it)",
        files.warnings("f"));
  }

  @Test
  void anOverrideOfOneMovesTheOther() {
    PolicyFiles files =
        file(
            "policy.a.match = a",
            "policy.a.breaker = on",
            "policy.a.breaker.open-for = 10s",
            "policy.a.breaker.max-open = 20s");
    files.environment("FUSEBOX_POLICY_A_BREAKER_OPEN_FOR", "1m");
    BreakerSettings breaker = breaker(policy(files.load("f"), "a"));
    assertEquals(60 * SECOND, breaker.openForNanos());
    assertEquals(60 * SECOND, breaker.maxOpenNanos());
    assertEquals(
        "f:4: policy.a.breaker.max-open = 20s (raised for policy 'a' to its breaker.open-for = 1m,"
            + " environment FUSEBOX_POLICY_A_BREAKER_OPEN_FOR)",
        files.warnings("f"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "retry.methods = GET; it tunes retries, and retry.attempts is not set",
        "retry.attempt-header = none; it tunes retries, and retry.attempts is not set",
        "breaker.window = 20s; it tunes the breaker, and breaker is not on",
        "breaker.count-429 = on; it tunes the breaker, and breaker is not on",
        "fallback.status = 200; it tunes the fallback, and fallback.on is not set",
        "fallback.header.X = y; it tunes the fallback, and fallback.on is not set",
        "stream = on; it tunes timeouts, and none is set",
      })
  void tuningWithoutItsSwitchIsAWarning(String line, String why) {
    assertEquals(
        "f:2: policy.a." + line + " (" + why + ")",
        file("policy.a.match = a", "policy.a." + line).warnings("f"));
    assertEquals(
        "f:2: default." + line + " (" + why + ")",
        file("policy.a.match = a", "default." + line).warnings("f"));
  }

  @Test
  void aScopeWithoutStateIsAWarning() {
    assertEquals(
        "f:2: policy.a.scope = policy (it tunes retries, breaker and bulkhead, and none is set)",
        file("policy.a.match = a", "policy.a.scope = policy").warnings("f"));
  }

  @Test
  void aSwitchThatIsOffOnPurposeNeedsNoWarning() {
    assertEquals(
        "",
        file(
                "policy.a.match = a",
                "policy.a.breaker = off",
                "policy.a.breaker.window = 20s",
                "policy.a.retry.attempts = off",
                "policy.a.retry.methods = GET",
                "policy.a.fallback.on = off",
                "policy.a.fallback.header.x = y")
            .warnings("f"));
  }

  @Test
  void aKeyIsNoSwitchForTheRestOfRetries() {
    assertEquals(
        "f:3: policy.a.retry.methods = GET (it tunes retries, and retry.attempts is not set)",
        file(
                "policy.a.match = a",
                "policy.a.retry.idempotency-key = Key",
                "policy.a.retry.methods = GET")
            .warnings("f"));
  }

  @Test
  void attemptsThatAreWrittenDownLimitSends() {
    assertTrue(retry(a("policy.a.retry.attempts = 1")).limitsSends());
    assertTrue(retry(a("policy.a.retry.attempts = 3")).limitsSends());
    assertTrue(retry(a("default.retry.attempts = 1")).limitsSends());
    String key = "policy.a.retry.idempotency-key = Key";
    assertFalse(retry(a(key)).limitsSends());
    assertFalse(retry(a(key, "policy.a.retry.attempts = off")).limitsSends());
    assertFalse(
        retry(a("policy.a.retry.attempts = 3", "policy.a.retry.layer = mesh")).limitsSends());
  }

  @Test
  void retriesWithoutATimeoutAreAWarning() {
    assertEquals(
        "f:2: policy.a.retry.attempts = 2 (no timeout but connect is set for policy 'a': nothing"
            + " bounds an attempt)",
        file("policy.a.match = a", "policy.a.retry.attempts = 2", "policy.a.timeout.connect = 1s")
            .warnings("f"));
    assertEquals("", file("policy.a.match = a", "policy.a.retry.attempts = 1").warnings("f"));
    assertEquals(
        1,
        file("policy.a.match = a", "policy.b.match = b", "default.retry.attempts = 2")
            .load("f")
            .warningCount());
  }

  @Test
  void whatIsForHttpOnlyIsAWarningBesideJdbcMatches() {
    assertEquals(
        "f:2: policy.a.retry.idempotency-key = Key (it is for HTTP only, and policy 'a'"
            + " matches JDBC only)\n"
            + "f:3: policy.a.fallback.on = timeout (it is for HTTP only, and policy 'a' matches"
            + " JDBC only)\n"
            + "f:4: policy.a.fallback.status = 200 (it is for HTTP only, and policy 'a' matches"
            + " JDBC only)\n"
            + "f:5: policy.a.retry.attempts = 2 (not done for JDBC by this version, and policy 'a'"
            + " matches JDBC only)\n"
            + "f:6: policy.a.timeout.read = 1s (not done for JDBC by this version, and policy 'a'"
            + " matches JDBC only)",
        file(
                "policy.a.match = jdbc:x:*",
                "policy.a.retry.idempotency-key = Key",
                "policy.a.fallback.on = timeout",
                "policy.a.fallback.status = 200",
                "policy.a.retry.attempts = 2",
                "policy.a.timeout.read = 1s",
                "policy.a.timeout.total = 1s")
            .warnings("f"));
  }

  @Test
  void oneHeaderForBothIsAnError() {
    assertEquals(
        "f:2: policy.a.retry.idempotency-key = X-Envoy-Attempt-Count (expected another header than"
            + " retry.attempt-header, built-in)",
        file("policy.a.match = a", "policy.a.retry.idempotency-key = X-Envoy-Attempt-Count")
            .errors("f"));
  }

  @Test
  void aReasonThatNeverComesIsAWarning() {
    assertEquals(
        "f:1: default.fallback.on = timeout, deadline (no call has a deadline in this version: it"
            + " will never be the reason)",
        file(
                "default.fallback.on = timeout, deadline",
                "policy.a.match = a",
                "policy.b.match = b",
                "default.timeout.total = 1s")
            .warnings("f"));
  }

  @Test
  void aBodyOfAStatusThatHasNoneIsAWarning() {
    for (String status : new String[] {"204", "304"}) {
      assertEquals(
          "f:3: policy.a.fallback.status = "
              + status
              + " (such an answer has no body, and the fallback.body of policy 'a' is not sent)",
          file(
                  "policy.a.match = a",
                  "policy.a.fallback.on = status",
                  "policy.a.fallback.status = " + status,
                  "policy.a.fallback.body = {}")
              .warnings("f"));
    }
  }

  @Test
  void methodsThatOnlyLookLikeSeveralAreAWarning() {
    assertEquals(
        "f:4: policy.a.retry.methods = GET|HEAD, VERSION-CONTROL, M_1 ('GET|HEAD' is one method;"
            + " expected commas or spaces between several)",
        file(
                "policy.a.match = a",
                "policy.a.timeout.total = 1s",
                "policy.a.retry.attempts = 2",
                "policy.a.retry.methods = GET|HEAD, VERSION-CONTROL, M_1")
            .warnings("f"));
  }

  @Test
  void aMethodInTheWrongCaseIsAWarning() {
    String[] lines = {
      "policy.a.match = a",
      "policy.a.timeout.total = 1s",
      "policy.a.retry.attempts = 2",
      "policy.a.retry.methods = get, Custom, PUT"
    };
    assertEquals(
        "f:4: policy.a.retry.methods = get, Custom, PUT (methods are case-sensitive; did you mean"
            + " GET?)",
        file(lines).warnings("f"));
    RetrySettings retry = retry(policy(file(lines).load("f"), "a"));
    assertTrue(retry.allowsMethod("get") && retry.allowsMethod("Custom"));
    assertFalse(retry.allowsMethod("GET"));
  }
}
