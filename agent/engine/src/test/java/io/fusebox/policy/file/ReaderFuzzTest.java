package io.fusebox.policy.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.policy.PolicySet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ReaderFuzzTest {

  private static final String VALID =
      String.join(
          "\n",
          "# policies",
          "include = base",
          "requires = 0.1",
          "agent.mode = enforce",
          "default.timeout.connect = 300ms",
          "policy.payments.match = pay.internal:8443, https://\u00fc.example/v1/**",
          "policy.payments.timeout.total = 800ms",
          "policy.catalog.match = *.catalog.internal/v1/**, GET|HEAD https://cdn.example.com,"
              + " [::1]",
          "policy.catalog.extends = payments",
          "policy.orders-db.match = jdbc:postgresql://db1.internal:5432,b:1/orders",
          "policy.orders-db.timeout.read : \\",
          "   2s",
          "policy.all.match = *",
          "policy.all.mode = off",
          "default.retry.methods = +POST, -TRACE",
          "default.fallback.header.Content-Type = text/plain",
          "policy.payments.scope = policy",
          "policy.payments.retry.attempts = 3",
          "policy.payments.retry.statuses = 503, 500",
          "policy.payments.retry.backoff.base = 50ms",
          "policy.payments.retry.backoff.cap = 1s",
          "policy.payments.retry.budget.floor = 0.2",
          "policy.payments.retry.budget.ratio = 20%",
          "policy.payments.retry.idempotency-key = Idempotency-Key",
          "policy.catalog.retry.statuses = +500",
          "policy.catalog.breaker = on",
          "policy.catalog.breaker.failure-rate = off",
          "policy.catalog.breaker.consecutive = 5",
          "policy.catalog.breaker.max-open = 5m",
          "policy.catalog.bulkhead = 20",
          "policy.catalog.fallback.on = timeout, status",
          "policy.catalog.fallback.status = 200",
          "policy.catalog.fallback.body = {}",
          "policy.catalog.fallback.header.X-Why = fallback",
          "");

  private static final String[] PIECES = {
    "\\u00",
    "\\",
    "\n",
    "=",
    ":",
    "#",
    "@",
    "//",
    "*",
    "[",
    "]",
    ",",
    " ",
    "|",
    "policy.",
    ".match",
    "jdbc:",
    "99999999999999999999",
    "\0",
    "\u3002",
    "/**",
    "%",
    "include = f",
    "extends",
    "+",
    "-",
    "off",
    "none",
    "retry.",
    "breaker.",
    "fallback.header.",
    "0.",
    "\ud83d\ude00",
    "?"
  };

  @TempDir private Path directory;

  @Test
  void mutatedFilesGiveProblemsAndNothingElse() {
    PolicyFiles files = new PolicyFiles(directory).file("base", "policy.all.timeout.total = 1s");
    assertNotNull(files.file("f", VALID).load("f").policies(), () -> files.errors("f"));
    Random random = new Random(42);
    long end = System.nanoTime() + 2_000_000_000L;
    for (int i = 0; i < 20_000 && System.nanoTime() - end < 0; i++) {
      StringBuilder text = new StringBuilder(VALID);
      for (int n = 1 + random.nextInt(4); n > 0; n--) {
        int at = random.nextInt(text.length());
        int to = Math.min(text.length(), at + random.nextInt(8));
        text.replace(at, to, random.nextBoolean() ? PIECES[random.nextInt(PIECES.length)] : "");
      }
      files.bytes("f", text.toString().getBytes(StandardCharsets.UTF_8));
      assertClean(files.load("f"), text.toString());
    }
  }

  @Test
  void randomBytesGiveProblemsAndNothingElse() {
    PolicyFiles files = new PolicyFiles(directory);
    Random random = new Random(43);
    for (int i = 0; i < 500; i++) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      for (int j = 0; j < bytes.length && i % 2 == 0; j++) {
        bytes[j] = (byte) (1 + (bytes[j] & 0x7e));
      }
      assertClean(files.bytes("f", bytes).load("f"), Arrays.toString(bytes));
    }
  }

  private static void assertClean(LoadResult result, String input) {
    assertEquals(result.policies() == null, result.errorCount() > 0, input);
    PolicySet set = result.policies();
    if (set != null) {
      set.matchHttp("GET", "https", "pay.internal", -1, "/");
    }
    for (Problem problem : result.errors()) {
      String message = problem.message();
      assertTrue(message.matches("\\P{Cntrl}+"), () -> message + " from " + input);
      assertTrue(message.length() < 2_000, message);
    }
  }

  @Test
  void tenThousandPoliciesLoadInWellUnderASecond() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      text.append("policy.p").append(i).append(".match = h").append(i % 5_000).append(".internal");
      text.append(i < 5_000 ? "\n" : "/v1/x" + i + "/**, one.internal/x" + i + "\n");
      text.append("policy.p").append(i).append(".timeout.total = 800ms\n");
      text.append(i == 0 ? "" : "policy.p" + i + ".extends = p" + (i - 1) + "\n");
    }
    PolicyFiles files = new PolicyFiles(directory).file("f", text.toString());
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long start = System.nanoTime();
      PolicySet set = files.load("f").policies();
      best = Math.min(best, System.nanoTime() - start);
      assertNotNull(set);
      assertEquals(10_000, set.policies().size());
    }
    long millis = best / 1_000_000;
    assertTrue(millis < 1_000, () -> millis + " ms");
  }

  @Test
  void tenThousandEqualMatchesAreAnErrorEachAndNoMore() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      text.append("policy.p").append(i).append(".match = same.internal/*/x/**\n");
    }
    assertEquals(
        9_999, new PolicyFiles(directory).file("f", text.toString()).load("f").errorCount());
  }
}
