package io.fusebox.policy.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(20)
class ErrorsTest {

  private static final String DURATION =
      "expected a whole number and ms, s, m or h, from 1ms to 24h, or none";

  @TempDir private Path directory;

  private PolicyFiles files() {
    return new PolicyFiles(directory);
  }

  /** The one error that the line gives as the second line of a file that is right without it. */
  private String error(String line) {
    return files().file("f", "policy.a.match = a.internal", line).errors("f");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5 | a unit is missing: did you mean 5s or 5ms?",
        "5000000 | a unit is missing: did you mean 5000000ms?",
        "99999999999999999999 | a unit is missing: %",
        "0 | %",
        "0ms | expected at least 1ms; none for no limit",
        "-5s | %",
        "1.5s | did you mean 1500ms? %",
        "0.0001s | %",
        "1.5 | %",
        "25h | expected at most 24h; none for no limit",
        "99999999999999999999s | expected at most 24h; none for no limit",
        "100000d | %",
        "5 s | did you mean 5s? %",
        "5S | did you mean 5s? %",
        "30sec | did you mean 30s? %",
        "2 minutes | did you mean 2m? %",
        "250millis | did you mean 250ms? %",
        "true | %",
        "on | %",
        "false | did you mean off? %",
        "NONE | did you mean none? %",
      })
  void aMalformedDurationIsTold(String value, String why) {
    assertEquals(
        "f:2: policy.a.timeout.total = " + value + " (" + why.replace("%", DURATION) + ")",
        error("policy.a.timeout.total = " + value));
  }

  @ParameterizedTest
  @CsvSource({
    "Transfer-Encoding, belongs to the connection",
    "TE, belongs to the connection",
    "Trailer, belongs to the connection",
    "Keep-Alive, belongs to the connection",
    "Proxy-Connection, belongs to the connection",
    "HTTP2-Settings, belongs to the connection",
    "Authorization, carries credentials",
    "proxy-authorization, carries credentials",
    "Cookie, carries credentials",
  })
  void aHeaderThatWouldChangeTheRequestIsTold(String header, String why) {
    for (String key : new String[] {"retry.idempotency-key", "retry.attempt-header"}) {
      assertEquals(
          "f:2: policy.a." + key + " = " + header + " (it " + why + ": expected another header)",
          error("policy.a." + key + " = " + header));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "policy.a.stream = true; (did you mean on? expected auto, on or off)",
        "policy.a.stream = false; (did you mean off? expected auto, on or off)",
        "policy.a.stream = maybe; (expected auto, on or off)",
        "policy.a.mode = true; (expected enforce, observe or off)",
        "policy.a.mode = On; (expected enforce, observe or off)",
        "policy.a.mode = yes; (expected enforce, observe or off)",
        "policy.a.mode = Observe; (did you mean observe? expected enforce, observe or off)",
        "default.mode = no; (did you mean off? expected enforce, observe or off)",
        "agent.mode = on; (expected enforce, observe or off)",
        "policy.a.mode = Enforce; (did you mean enforce? expected enforce, observe or off)",
        "agent.mode = ; (expected enforce, observe or off)",
        "policy.a.timeout.total = ; (" + DURATION + ")",
        "policy.a.extends = b c; (expected the name of a policy)",
        "policy.a.extends = b; (no such policy)",
        "policy.a.extends = aa; (no such policy: did you mean 'a'?)",
        "requires = soon; (expected a version such as 1.2)",
        "requires = 1.2.3.4.5; (expected a version such as 1.2)",
        "include = ; (expected file names, separated by commas)",
        "include = f2,; (an empty name: is there a comma too many?)",
        "include = f2; (f2: no such file)",
        "policy.a.timeout.total = 2s # why; (comments stand on lines of their own: this one belongs"
            + " to the value)",
        "policy.a.timeout.total = # why; (comments stand on lines of their own: this one belongs to"
            + " the value)",
        "policy.a.match = b; (a duplicate: it is set in line 1 already)",
      })
  void aMalformedValueIsTold(String line, String why) {
    assertEquals("f:2: " + line + (line.endsWith("=") ? "  " : " ") + why, error(line));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "policy.a.timout.total; did you mean 'policy.a.timeout.total'?",
        "policy.a.tiemout.total; did you mean 'policy.a.timeout.total'?",
        "polcy.a.timeout.total; did you mean 'policy.a.timeout.total'?",
        "policy.a.Mode; did you mean 'policy.a.mode'?",
        "default.timeout.reed; did you mean 'default.timeout.read'?",
        "agent.mod; did you mean 'agent.mode'?",
        "includes; did you mean 'include'?",
        "policy.a.frobnicate; expected policy.a. and one of: mode, match, match.*, extends, scope,"
            + " timeout.*, stream, retry.*, breaker, breaker.*, bulkhead, fallback.*, jdbc.*",
        "policy.a; expected policy.a. and one of: mode, match, match.*, extends, scope, timeout.*,"
            + " stream, retry.*, breaker, breaker.*, bulkhead, fallback.*, jdbc.*",
        "policy.a.retry.attempt; did you mean 'policy.a.retry.attempts'?",
        "policy.a.retries; expected policy.a. and one of: mode, match, match.*, extends, scope,"
            + " timeout.*, stream, retry.*, breaker, breaker.*, bulkhead, fallback.*, jdbc.*",
        "policy.a.retry.max-attempts; did you mean 'policy.a.retry.attempts'?",
        "policy.a.breaker.wait-duration-in-open-state; expected policy.a. and one of: breaker,"
            + " breaker.window, breaker.min-calls, breaker.failure-rate, breaker.consecutive,"
            + " breaker.slow-call, breaker.slow-rate, breaker.open-for, breaker.max-open,"
            + " breaker.jitter, breaker.probes, breaker.count-429",
        "policy.a.fallback.headers; did you mean 'policy.a.fallback.status'?",
        "policy.a.fallback.header.; expected policy.a. and one of: fallback.on, fallback.status,"
            + " fallback.body, fallback.header.NAME",
        "policy.a.deadline; expected policy.a. and one of: mode, match, match.*, extends, scope,"
            + " timeout.*, stream, retry.*, breaker, breaker.*, bulkhead, fallback.*, jdbc.*",
        "policy.a.jdbc.retry; expected policy.a. and one of: jdbc.cancel-grace, jdbc.long",
        "default.scope; expected default. and one of: mode, timeout.*, stream, retry.*, breaker,"
            + " breaker.*, bulkhead, fallback.*, jdbc.*",
        "policy.a_b.match; expected policy.NAME.KEY, the name of letters, digits and '-'",
        "policy..match; expected policy.NAME.KEY, the name of letters, digits and '-'",
        "default.match; expected default. and one of: mode, timeout.*, stream, retry.*, breaker,"
            + " breaker.*, bulkhead, fallback.*, jdbc.*",
        "inbound.deadline; expected include, requires, agent.mode, default.KEY or policy.NAME.KEY",
      })
  void anUnknownKeyIsTold(String key, String hint) {
    assertEquals("f:2: unknown key '" + key + "' (" + hint + ")", error(key + " = 5s"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "retry.attempts = 0; (did you mean off? expected a whole number from 1 to 10, or off)",
        "retry.attempts = 11; (expected a whole number from 1 to 10, or off)",
        "retry.attempts = three; (expected a whole number from 1 to 10, or off)",
        "retry.attempts = false; (did you mean off? expected a whole number from 1 to 10, or off)",
        "retry.attempts = -1; (expected a whole number from 1 to 10, or off)",
        "retry.budget.ratio = 140%; (expected 0% to 100%)",
        "retry.budget.ratio = 10; (did you mean 10%? expected 0% to 100%)",
        "retry.budget.ratio = 0.1; (did you mean 10%? expected 0% to 100%)",
        "retry.budget.ratio = .25; (did you mean 25%? expected 0% to 100%)",
        "retry.budget.ratio = 10 %; (did you mean 10%? expected 0% to 100%)",
        "retry.budget.ratio = 1.5%; (expected 0% to 100%)",
        "breaker.failure-rate = 100%; (expected 1% to 99%, or off)",
        "breaker.failure-rate = 0%; (expected 1% to 99%, or off)",
        "breaker.failure-rate = none; (did you mean off? expected 1% to 99%, or off)",
        "breaker.slow-rate = 101%; (expected 1% to 100%)",
        "retry.budget.floor = 0.0001; (expected a number such as 0.2, from 0 to 1,000)",
        "retry.budget.floor = 1001; (expected a number such as 0.2, from 0 to 1,000)",
        "retry.budget.floor = -1; (expected a number such as 0.2, from 0 to 1,000)",
        "retry.budget.floor = 1.; (expected a number such as 0.2, from 0 to 1,000)",
        "retry.budget.window = 500ms; (expected a whole number and ms, s, m or h, from 1s to 1m)",
        "retry.budget.window = 2m; (expected a whole number and ms, s, m or h, from 1s to 1m)",
        "breaker.window = 11m; (expected a whole number and ms, s, m or h, from 1s to 10m)",
        "breaker.window = 30; (a unit is missing: did you mean 30s?)",
        "breaker.open-for = none; (expected a whole number and ms, s, m or h, from 1ms to 24h)",
        "breaker.slow-call = 2; (a unit is missing: did you mean 2s or 2ms?)",
        "breaker.min-calls = 10,000; (did you mean 10000? expected a whole number from 1 to"
            + " 10,000)",
        "breaker.consecutive = 1001; (expected a whole number from 1 to 1,000, or off)",
        "breaker.probes = 0; (expected a whole number from 1 to 100)",
        "breaker = true; (did you mean on? expected on, off or open)",
        "breaker = false; (did you mean off? expected on, off or open)",
        "breaker = ON; (did you mean on? expected on, off or open)",
        "breaker = closed; (expected on, off or open)",
        "breaker.jitter = true; (did you mean on? expected on or off)",
        "breaker.count-429 = yes; (did you mean on? expected on or off)",
        "bulkhead = 100001; (expected a whole number from 1 to 100,000, or off)",
        "retry.jitter = off; (did you mean none? expected full, equal, decorrelated or none)",
        "retry.layer = sidecar; (expected app or mesh)",
        "scope = hosts; (expected host or policy)",
        "retry.idempotency-key = on; (did you mean Idempotency-Key? expected a header name such as"
            + " Idempotency-Key, or off)",
        "retry.idempotency-key = none; (did you mean off? expected a header name such as"
            + " Idempotency-Key, or off)",
        "retry.idempotency-key = Content-Length; (the client sets it itself: expected another"
            + " header)",
        "retry.idempotency-key = My Key; (expected a header name such as Idempotency-Key, or off)",
        "retry.attempt-header = off; (did you mean none? expected a header name, or none)",
        "retry.attempt-header = host; (the client sets it itself: expected another header)",
        "fallback.status = 199; (expected a whole number from 200 to 599)",
        "fallback.header.X-Why = a\\tb; (expected text without control characters, or nothing for"
            + " no such header)",
        "fallback.header.Content-Length = 5; (the agent sets it: expected another header)",
        "fallback.header.Transfer-Encoding = x; (the agent sets it: expected another header)",
        "fallback.header.Keep-Alive = 5; (it belongs to the connection: expected another header)",
        "fallback.header.Trailer = X; (it belongs to the connection: expected another header)",
        "fallback.on = none; (did you mean off? expected a list of timeout, rejected, deadline and"
            + " status, or off)",
        "fallback.on = timeouts; (not 'timeouts': expected a list of timeout, rejected, deadline"
            + " and status, or off)",
        "fallback.on = Status; (did you mean status? expected a list of timeout, rejected, deadline"
            + " and status, or off)",
      })
  void aMalformedValueOfAFamilyIsTold(String line, String why) {
    String shown = line.replace("\\t", "\\u0009");
    assertEquals("f:2: policy.a." + shown + " " + why, error("policy.a." + line));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "503,; an empty item: is there a comma too many? %",
        "503,,504; an empty item: is there a comma too many? %",
        "+500, 503; expected + or - before every item, or before none",
        "500, -503; expected + or - before every item, or before none",
        "+500, -500; it adds 500 and takes it away",
        "5xx; not '5xx': %",
        "+99; not '+99': %",
        "600, 503, x; not '600', 'x': %",
        "off; did you mean none? %",
        "+none; not '+none': %",
        "1, 2, 3, 4, 5, 6; not '1', '2', '3', '4', '5': %",
      })
  void aMalformedListIsTold(String list, String why) {
    String allowed =
        "expected statuses from 100 to 599, or +STATUS and -STATUS to change what is inherited, or"
            + " none";
    assertEquals(
        "f:2: policy.a.retry.statuses = " + list + " (" + why.replace("%", allowed) + ")",
        error("policy.a.retry.statuses = " + list));
  }

  @Test
  void secretInTheNameOfAnIncludeIsNotShown() {
    assertEquals(
        "f:2: include = f2?password=*** (f2?password=***: no such file)",
        error("include = f2?password=hunter2"));
  }

  @Test
  void everyBadEntryOfAMatchIsTold() {
    assertEquals(
        "f:2: policy.b.match = b:0, c, -d, d/x* (b:0: expected a port from 1 to 65535)\n"
            + "f:2: policy.b.match = b:0, c, -d, d/x* (-d: expected a host whose labels neither"
            + " begin nor end with '-')\n"
            + "f:2: policy.b.match = b:0, c, -d, d/x* (d/x*: expected * as a whole path segment, or"
            + " ** as the last one)",
        error("policy.b.match = b:0, c, -d, d/x*"));
  }

  /** What is right of such a list takes part in what is found by looking at all policies. */
  @Test
  void anOverlapIsToldBesideABadEntry() {
    assertEquals(
        "f:2: policy.b.match = a.internal, c:0 ('a.internal' and 'a.internal' of policy 'a', f:1,"
            + " can match one call with equal rank: expected one of them to be more specific)\n"
            + "f:2: policy.b.match = a.internal, c:0 (c:0: expected a port from 1 to 65535)",
        sorted(error("policy.b.match = a.internal, c:0")));
  }

  private static String sorted(String lines) {
    String[] all = lines.split("\n", -1);
    Arrays.sort(all);
    return String.join("\n", all);
  }

  @Test
  void allErrorsAreTold() {
    files().file("sub/base", "policy.b.timeout.total = 0", "x = 1");
    String errors =
        files()
            .file(
                "f",
                "include = sub/base",
                "y = 2",
                "policy.b.match = b.internal:99999",
                "policy.c.mode = off",
                "policy.d.match = d, e",
                "policy.e.match = e")
            .errors("f");
    assertEquals(
        String.join(
            "\n",
            "f:2: unknown key 'y' (expected include, requires, agent.mode, default.KEY or"
                + " policy.NAME.KEY)",
            "f:3: policy.b.match = b.internal:99999 (expected a port from 1 to 65535)",
            "f:4: policy 'c' has no match (expected policy.c.match)",
            "f:6: policy.e.match = e ('e' and 'e' of policy 'd', f:5, can match one call with equal"
                + " rank: expected one of them to be more specific)",
            "sub/base:1: policy.b.timeout.total = 0 (" + DURATION + ")",
            "sub/base:2: unknown key 'x' (expected include, requires, agent.mode, default.KEY or"
                + " policy.NAME.KEY)"),
        errors);
  }

  @Test
  void noMoreThanAHundredErrorsArePrinted() {
    String[] lines = new String[5_000];
    Arrays.setAll(lines, i -> "x" + i + " = 1");
    LoadResult result = files().file("f", lines).load("f");
    List<String> printed = result.errorLines();
    assertEquals(101, printed.size());
    assertEquals("and 4900 more", printed.get(100));
    assertEquals(5_000, result.errorCount());
    assertEquals(1_000, result.errors().size());
    assertNull(result.policies());
  }

  @ParameterizedTest
  @CsvSource({"connect", "attempt"})
  void aPolicysOwnTimeoutAboveItsTotalIsAnError(String key) {
    String errors =
        files()
            .file(
                "f",
                "policy.a.match = a",
                "policy.a.timeout.total = 800ms",
                "policy.a.timeout." + key + " = 1s")
            .errors("f");
    assertEquals(
        "f:3: policy.a.timeout."
            + key
            + " = 1s (expected at most policy.a.timeout.total = 800ms, f:2)",
        errors);
  }

  @Test
  void aCycleOfPoliciesIsAnError() {
    String errors =
        files()
            .file(
                "f",
                "policy.a.match = a",
                "policy.a.extends = b",
                "policy.b.match = b",
                "policy.b.extends = c",
                "policy.c.match = c",
                "policy.c.extends = b")
            .errors("f");
    assertEquals("f:6: policy.c.extends = b (a cycle: b extends c extends b)", errors);
    assertEquals("f:2: policy.a.extends = a (a cycle: a extends a)", error("policy.a.extends = a"));
  }

  @Test
  void namesThatShareVariablesAreAnError() {
    String errors =
        files().file("f", "policy.pay-it.match = a", "policy.Pay-it.match = b").errors("f");
    assertEquals(
        "f:2: policy 'Pay-it' has the environment variables of policy 'pay-it' (f:1),"
            + " FUSEBOX_POLICY_PAY_IT_... (expected names that differ by more than case)",
        errors);
  }

  @Test
  void aFileThatIsTooNewSaysOnlyThat() {
    PolicyFiles files = files().file("f", "policy.a.future = 1", "requires = 1.2", "x = y");
    assertEquals(
        "f:2: requires = 1.2 (the file is too new for this agent, version 1.1.0)",
        files.errors("f"));
    files = files().file("f", "requires = 1.1");
    assertNotNull(files.load("f", "1.1").policies());
    assertNotNull(files.load("f", "1.1.0-SNAPSHOT").policies());
    assertNotNull(files.load("f", "1.10").policies());
    assertNotNull(files.load("f", "development").policies());
    assertNull(files.load("f", "1.0.9").policies());
  }

  @Test
  void whatIsNoFileIsTold() {
    files().file("sub/x");
    assertEquals("missing: no such file", files().errors("missing"));
    assertEquals("sub: is a directory (expected a file)", files().errors("sub"));
    assertEquals(
        "f:2: include = sub (sub: is a directory (expected a file))", error("include = sub"));
  }

  @Test
  void whatIsNoTextIsTold() {
    PolicyFiles files = files();
    files.bytes("zero", "a\r\nb\r\n\0".getBytes(StandardCharsets.UTF_8));
    files.bytes("latin", "#\n#\n# \u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    files.bytes("overlong", new byte[] {'#', (byte) 0xc0, (byte) 0xaf});
    files.bytes("surrogate", new byte[] {'#', (byte) 0xed, (byte) 0xa0, (byte) 0x80});
    files.bytes("cut", new byte[] {'\r', '#', (byte) 0xe2, (byte) 0x82});
    assertEquals(
        "zero:3: a zero byte: this is no text file (expected UTF-8 text)", files.errors("zero"));
    assertEquals("latin:3: byte 0xe9 is not UTF-8 (expected UTF-8 text)", files.errors("latin"));
    assertEquals(
        "overlong:1: byte 0xc0 is not UTF-8 (expected UTF-8 text)", files.errors("overlong"));
    assertEquals(
        "surrogate:1: byte 0xed is not UTF-8 (expected UTF-8 text)", files.errors("surrogate"));
    assertEquals("cut:2: byte 0xe2 is not UTF-8 (expected UTF-8 text)", files.errors("cut"));
  }

  @Test
  void aFileHasALargestSize() {
    byte[] content = new byte[10 << 20];
    Arrays.fill(content, (byte) '#');
    assertEquals(
        "f: is too large: 10485760 bytes (expected at most 8388608, 8 MiB)",
        files().bytes("f", content).errors("f"));
    assertEquals("", files().bytes("f", Arrays.copyOf(content, 8 << 20)).errors("f"));
  }

  @Test
  void anEscapeThatIsMalformedIsTold() {
    assertEquals(
        "f:2: 'policy.a.timeout.total': malformed \\u escape (expected \\u and four hexadecimal"
            + " digits)",
        error("policy.a.timeout.total = \\u12x4"));
  }

  @Test
  void noSecretIsTold() {
    String[] lines = {
      "policy.b.match = https://joe:hunter2@b.internal/x",
      "policy.b.match = jdbc:x://b/db?password=hunter2",
      "policy.b.match = https://joe:hunt,er2@b.internal, c:0",
      "policy.b.match = joe:hunt,er2:x@b.internal, c:0",
      "policy.b.match = d:0, https://joe:hunt, er2@b.internal, c:0",
      "policy.b.match = https://joe:x/hunt,er2.a:0/er2@b.internal, c:0, d/@me",
      "https\\://joe\\:hunter2@b = 1",
      "policy.b.timeout.total = joe:hunter2@b",
    };
    for (String line : lines) {
      String errors = error(line);
      assertFalse(errors.isEmpty());
      assertFalse(errors.contains("hunt") || errors.contains("er2"), errors);
    }
    assertTrue(
        error(lines[0]).startsWith("f:2: policy.b.match = https://***@b.internal/x (user-info"));
  }

  @Test
  void aLineBreakInAValueStaysOutOfTheMessage() {
    assertEquals(
        "f:2: policy.a.mode = off\\u000af:1: all is well (expected enforce, observe or off)",
        error("policy.a.mode = off\\nf:1: all is well"));
  }

  @Test
  void linesAreCountedOverContinuationsAndEveryLineEnd() {
    String text =
        "\ufeffpolicy.a.match = \\\r\n"
            + "  a.internal, \\\r"
            + "  b.internal\r"
            + "# c\n\n"
            + "x = 1\r\n\r\n"
            + "y\\\n"
            + " = 2\n"
            + "z = 3";
    String errors = files().bytes("f", text.getBytes(StandardCharsets.UTF_8)).errors("f");
    assertEquals("f:6: f:8: f:10: ", errors.replaceAll("unknown key .*\\)\n?", ""));
  }
}
