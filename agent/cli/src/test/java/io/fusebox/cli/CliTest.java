package io.fusebox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class CliTest {

  @TempDir private Path directory;

  private String out = "";
  private String err = "";

  @BeforeEach
  void writeFiles() throws IOException {
    file("base", "default.timeout.connect = 300ms", "default.timeout.read = 5s");
    file(
        "good",
        "include = base",
        "policy.payments.match = pay.internal:8443",
        "policy.payments.timeout.total = 800ms",
        "policy.all.match = *.internal",
        "policy.all.timeout.total = 200ms",
        "policy.db.match = jdbc:postgresql:*",
        "policy.db.timeout.total = 3s",
        "policy.off.match = other.example",
        "policy.off.mode = off");
    file("bad", "policy.a.match = a", "policy.a.timout.total = 5s", "policy.a.timeout.total = 5");
  }

  private void file(String name, String... lines) throws IOException {
    Files.write(directory.resolve(name), String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  private int run(String... args) {
    for (int i = 0; i < args.length; i++) {
      args[i] = args[i].startsWith("@") ? directory + "/" + args[i].substring(1) : args[i];
    }
    return runAsIs(args);
  }

  private int runAsIs(String... args) {
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    int code = Cli.run("1.1.0", args, stream(outBytes), stream(errBytes));
    out = text(outBytes);
    err = text(errBytes);
    assertFalse((out + err).contains("\tat "), err);
    assertFalse((out + err).contains("\u001b"), "no colours");
    return code;
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private String text(ByteArrayOutputStream bytes) {
    return bytes
        .toString(StandardCharsets.UTF_8)
        .replace(directory + "/", "")
        .replace("\r\n", "\n");
  }

  private static Map<?, ?> map(@Nullable Object json) {
    return assertInstanceOf(Map.class, json);
  }

  private static List<?> list(@Nullable Object json) {
    return assertInstanceOf(List.class, json);
  }

  @Test
  void aGoodFileIsOk() {
    assertEquals(0, run("check", "@good"));
    assertEquals("good: OK, 4 policies (3 enforce, 1 off), 4 matches, 2 files, 1 warning\n", out);
  }

  @Test
  void aBadFileIsToldAndTheOthersAreStillChecked() {
    assertEquals(2, run("check", "@bad", "@base", "@gone"));
    assertEquals("base: OK, 0 policies, 0 matches, 1 file, 1 warning\n", out);
    assertEquals(
        "bad:2: unknown key 'policy.a.timout.total' (did you mean 'policy.a.timeout.total'?)\n"
            + "bad:3: policy.a.timeout.total = 5 (a unit is missing: did you mean 5s or 5ms?)\n"
            + "bad: 2 errors\n"
            + "warning: base:1: default.timeout.connect = 300ms (the file has no policy: its"
            + " defaults reach no call)\n"
            + "gone: no such file\n"
            + "gone: 1 error\n",
        err);
  }

  @Test
  void anAtSignIsPartOfAFilesName() throws IOException {
    // From the directory of the build: a path that begins with a directory begins with no @.
    Path file = Files.createTempFile(Path.of(""), "@x", ".properties");
    try {
      assertEquals(0, runAsIs("check", file.toString()));
      assertEquals(file + ": OK, 0 policies, 0 matches, 1 file, 0 warnings\n", out);
      assertEquals(2, runAsIs("check", "@" + file));
      assertEquals("@" + file + ": no such file\n@" + file + ": 1 error\n", err);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void checkSpeaksJson() {
    assertEquals(2, run("check", "--json", "@good", "@bad"));
    List<?> files = list(JsonReader.read(out));
    Map<?, ?> good = map(files.get(0));
    assertEquals(true, good.get("ok"));
    assertEquals("4", good.get("policies"));
    assertEquals("4", good.get("matches"));
    assertEquals("2", good.get("files"));
    Map<?, ?> bad = map(files.get(1));
    assertEquals(false, bad.get("ok"));
    assertEquals(2, list(bad.get("errors")).size());
    assertEquals("", err);
  }

  @Test
  void aCallIsExplained() {
    assertEquals(
        0, run("explain", "@good", "POST https://joe:secret@pay.internal:8443/v1/charges?card=1"));
    assertTrue(
        out.startsWith(
            "POST https://pay.internal:8443/v1/charges\n"
                + "  policy   payments, mode enforce\n"
                + "  match    pay.internal:8443  (host and port; good:2)\n"
                + "  outranks *.internal  (suffix internal; good:4), policy all\n"),
        out);
    assertTrue(
        out.contains("  timeout.connect  300ms              base:1  default.timeout.connect\n"),
        out);
    assertTrue(
        out.contains(
            "  timeout.total    800ms              good:3  policy.payments.timeout.total\n"),
        out);
    assertTrue(out.contains("  timeout.attempt  none               built-in\n"), out);
    assertTrue(out.contains("HttpRequest.timeout"), out);
    assertTrue(out.contains("timeout.read comes from default."), out);
  }

  @Test
  void theMethodMayBeAnArgumentOfItsOwnOrMissing() {
    assertEquals(0, run("explain", "@good", "PUT", "http://x.internal"));
    assertTrue(out.startsWith("PUT http://x.internal/\n"), out);
    assertEquals(0, run("explain", "@good", "http://x.internal"));
    assertTrue(out.startsWith("GET http://x.internal/\n"), out);
    assertTrue(out.contains("200ms       good:5, lowered from 300ms"), out);
  }

  @Test
  void aCallWithoutPolicyIsSaidToBeUntouched() {
    assertEquals(0, run("explain", "@good", "https://nowhere.example/"));
    assertEquals(
        "GET https://nowhere.example/\n"
            + "  no policy matches: the call runs as if the agent were not there\n",
        out);
  }

  @Test
  void aJdbcUrlIsExplainedWithoutItsPassword() {
    assertEquals(0, run("explain", "@good", "jdbc:postgresql://db/x?password=secret"));
    assertTrue(out.startsWith("jdbc:postgresql://db/x\n  policy   db, mode enforce\n"), out);
    assertTrue(out.contains("Statement.cancel"), out);
  }

  @Test
  void theUserAndTheApplicationOfAJdbcUrlTakePart() throws IOException {
    file(
        "narrowed",
        "policy.db.match = jdbc:postgresql:*",
        "policy.db.timeout.total = 3s",
        "policy.etl.match = jdbc:postgresql:*",
        "policy.etl.match.user = etl",
        "policy.etl.match.application = nightly run",
        "policy.etl.timeout.total = 1h",
        "policy.etl.jdbc.long = cut");
    String url = "jdbc:postgresql://db/x?password=secret&user=";
    assertEquals(0, run("explain", "@narrowed", url + "etl&ApplicationName=nightly+run"));
    assertTrue(out.startsWith("jdbc:postgresql://db/x\n  policy   etl, mode enforce\n"), out);
    assertTrue(out.contains("(any URL of postgresql, user, application; narrowed:3)"), out);
    assertTrue(out.contains("  match.user        etl "), out);
    assertTrue(out.contains("  match.application nightly run "), out);
    assertTrue(out.contains("  jdbc.cancel-grace 250ms "), out);
    assertTrue(out.contains("  jdbc.long         cut "), out);
    assertEquals(0, run("explain", "@narrowed", url + "web"));
    assertTrue(out.contains("  policy   db, mode enforce\n"), out);
    assertFalse(out.contains("match.user") || out.contains("secret"), out);
    assertEquals(0, run("check", "@narrowed"));
    assertTrue(out.startsWith("narrowed: OK, 2 policies (2 enforce), 2 matches"), out);
    String wrapped = "jdbc-secretsmanager:postgresql://db/x?user=etl";
    assertEquals(0, run("explain", "@narrowed", wrapped));
    assertTrue(out.contains("  policy   db, mode enforce\n"), out);
    assertEquals(0, run("explain", "@narrowed", "jdbc:h2:mem:x"));
    assertTrue(out.contains("no policy matches"), out);
  }

  @Test
  void explainSpeaksJson() {
    assertEquals(0, run("explain", "--json", "@good", "https://pay.internal:8443/"));
    Map<?, ?> object = map(JsonReader.read(out));
    assertEquals("payments", object.get("policy"));
    assertEquals("host and port", object.get("why"));
    assertEquals("pay.internal:8443", object.get("match"));
    assertEquals("good:2", object.get("matchOrigin"));
    List<?> settings = list(object.get("settings"));
    assertEquals(8, settings.size());
    Map<?, ?> connect = map(settings.get(3));
    assertEquals("timeout.connect", connect.get("key"));
    assertEquals("default.timeout.connect", connect.get("from"));
    assertEquals("base:1", connect.get("origin"));
    assertTrue(connect.containsKey("note"));
    assertEquals("all", map(list(object.get("others")).get(0)).get("policy"));
    assertEquals(0, run("explain", "--json", "@good", "https://nowhere/"));
    assertTrue(map(JsonReader.read(out)).containsKey("policy"));
    assertEquals(2, run("explain", "--json", "@bad", "https://a/"));
    assertEquals(2, list(map(JsonReader.read(out)).get("errors")).size());
  }

  private void armed() throws IOException {
    file(
        "armed",
        "default.retry.statuses = -503",
        "policy.pay.match = pay.internal",
        "policy.pay.timeout.total = 2s",
        "policy.pay.retry.attempts = 3",
        "policy.pay.retry.statuses = +500",
        "policy.pay.breaker = on",
        "policy.pay.breaker.failure-rate = off",
        "policy.pay.breaker.consecutive = 5",
        "policy.bare.match = bare.internal",
        "policy.bare.bulkhead = 20",
        "policy.soft.match = soft.internal",
        "policy.soft.timeout.total = 1s",
        "policy.soft.fallback.on = timeout, status",
        "policy.soft.fallback.body = {\"items\":\\n[]}",
        "policy.soft.fallback.header.Content-Type = application/json");
  }

  @Test
  void everyArmedFamilyIsExplainedWithTheLineOfEachValue() throws IOException {
    armed();
    assertEquals(0, run("explain", "@armed", "POST http://pay.internal/"));
    String[] parts = out.split("\n\n", -1);
    assertEquals(
        "  mode                  enforce                            built-in\n"
            + "  match                 pay.internal                       armed:2 "
            + " policy.pay.match\n"
            + "  extends               -                                  built-in\n"
            + "  scope                 host                               built-in",
        parts[1]);
    assertEquals(
        "  retry.attempts        3                                  armed:4 "
            + " policy.pay.retry.attempts\n"
            + "  retry.methods         GET HEAD OPTIONS TRACE PUT DELETE  built-in\n"
            + "  retry.statuses        408 425 429 502 504 500            armed:5, +500 over"
            + " default.retry.statuses, armed:1",
        String.join("\n", Arrays.asList(parts[3].split("\n", -1)).subList(0, 3)));
    assertTrue(parts[4].startsWith("  breaker               on  "), out);
    assertTrue(
        parts[4].contains(
            "  breaker.max-open      30s                                built-in, as"
                + " breaker.open-for\n"),
        out);
    assertTrue(
        parts[4].contains(
            "  breaker.probes        1                                  built-in, only"
                + " breaker.consecutive decides\n"),
        out);
    assertFalse(out.contains("fallback"), out);
    assertFalse(out.contains("bulkhead"), out);
  }

  @Test
  void whatArmsNothingIsLeftOut() throws IOException {
    armed();
    assertEquals(0, run("explain", "@armed", "http://bare.internal/"));
    assertEquals(
        "GET http://bare.internal/\n"
            + "  policy   bare, mode enforce\n"
            + "  match    bare.internal  (host; armed:9)\n"
            + "\n"
            + "  mode             enforce        built-in\n"
            + "  match            bare.internal  armed:9  policy.bare.match\n"
            + "  extends          -              built-in\n"
            + "  scope            host           built-in\n"
            + "\n"
            + "  bulkhead         20             armed:10  policy.bare.bulkhead\n"
            + "\n"
            + "  - At most 20 operations are in flight at once, for each host and port; the next is"
            + " rejected without a wait.\n",
        out);
  }

  @Test
  void theLimitsOfAFamilyAreStated() throws IOException {
    armed();
    assertEquals(0, run("explain", "@armed", "POST http://pay.internal/"));
    assertTrue(
        out.contains(
            "  - POST is not retried unless nothing of it has arrived: it is not one of"
                + " retry.methods, and there is no idempotency key.\n"),
        out);
    assertTrue(
        out.contains(
            "  - The breaker opens, for each host and port, when 5 in a row have failed.\n"),
        out);
    assertEquals(0, run("explain", "@armed", "http://pay.internal/"));
    assertTrue(out.contains("  - GET is retried, at most 3 sends in all.\n"), out);
    assertTrue(
        out.contains(": 10% of the operations that succeed within 10s, and 1 each second.\n"), out);
    assertEquals(0, run("explain", "@armed", "http://soft.internal/"));
    assertTrue(out.contains("  - An answer with status 503 is made up on: timeout, status."), out);
  }

  @Test
  void aBodyIsShownOnOneLine() throws IOException {
    armed();
    assertEquals(0, run("explain", "@armed", "http://soft.internal/"));
    assertTrue(out.contains("  fallback.body                {\"items\":\\u000a[]} "), out);
    assertTrue(out.contains("  fallback.header.Content-Type application/json "), out);
    // What the word status means depends on it.
    assertTrue(out.contains("  retry.statuses  "), out);
    assertFalse(out.contains("retry.attempts"), out);
  }

  @Test
  void jsonHasTheArmedFamiliesAndNoOthers() throws IOException {
    armed();
    assertEquals(0, run("explain", "--json", "@armed", "http://pay.internal/"));
    StringBuilder keys = new StringBuilder();
    for (Object setting : list(map(JsonReader.read(out)).get("settings"))) {
      String key = String.valueOf(map(setting).get("key"));
      keys.append(key.indexOf('.') < 0 ? key : key.substring(0, key.indexOf('.'))).append(' ');
    }
    assertEquals(
        "mode match extends scope "
            + "timeout ".repeat(4)
            + "stream "
            + "retry ".repeat(13)
            + "breaker ".repeat(12),
        keys.toString());
  }

  @Test
  void checkCountsWhatArmsAnything() throws IOException {
    armed();
    assertEquals(0, run("check", "@armed"));
    assertEquals("armed: OK, 3 policies (3 enforce), 3 matches, 1 file, 0 warnings\n", out);
    file("idle", "policy.a.match = a", "policy.a.retry.methods = get");
    assertEquals(0, run("check", "@idle"));
    assertEquals(
        "idle: OK, 1 policy (1 enforce; 1 without a switch), 1 match, 1 file, 2 warnings\n", out);
    assertEquals(
        "warning: idle:2: policy.a.retry.methods = get (methods are case-sensitive; did you mean"
            + " GET?)\n"
            + "warning: idle:2: policy.a.retry.methods = get (it tunes retries, and retry.attempts"
            + " is not set)\n",
        err);
  }

  @Test
  void explainingWithABadFileGivesItsErrors() {
    assertEquals(2, run("explain", "@bad", "https://a/"));
    assertEquals("", out);
    assertTrue(err.startsWith("bad:2: unknown key"), err);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pay.internal:8443/x",
        "ftp://a/",
        "https://",
        "https:///x",
        "https://a:0/",
        "https://a:99999",
        "https://a:b",
        "https://::1/",
        "https://[::1",
        "G(T https://a",
        "https://a/b c",
        "",
        "GET "
      })
  void aBadCallIsTold(String call) {
    assertEquals(2, run("explain", "@good", call));
    assertTrue(err.contains("is no call (expected "), err);
  }

  @ParameterizedTest
  @CsvSource({
    "--version, 0",
    "--help, 0",
    "check --help, 0",
    "check --version, 0",
    "explain --help, 0",
    "check, 2",
    "explain, 2",
    "explain x, 2",
    "nonsense, 2",
    "--nonsense, 2",
    "check --nonsense x, 2"
  })
  void usageIsTold(String line, int code) {
    assertEquals(code, run(line.split(" ", -1)));
    assertFalse((code == 0 ? out : err).isEmpty());
    assertEquals("", code == 0 ? err : out);
  }

  @Test
  void withoutArgumentsThereIsUsage() {
    assertEquals(2, run());
    assertTrue(err.startsWith("Usage: java -jar fusebox.jar"), err);
    assertEquals(0, run("--version"));
    assertEquals("fusebox 1.1.0\n", out);
  }

  @Test
  void jsonEscapesWhatItHasTo() {
    assertEquals(
        "[\n  \"a\\\"\\\\\\u000a\\u00fc\",\n  1,\n  true,\n  null,\n  {},\n  []\n]",
        Json.of(Arrays.asList("a\"\\\n\u00fc", 1, true, null, Map.of(), List.of())));
  }
}
