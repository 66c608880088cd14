package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.FaultServer;
import io.fusebox.testapp.fault.Hit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The policies of the cookbook do what its page says, and the page quotes them as they are. */
@Timeout(90)
class CookbookTest {

  private static final Path ROOT = ForkedJvm.agentJar().resolve("../../..").normalize();
  private static final Path POLICIES = ROOT.resolve("policies/cookbook");
  private static final Pattern QUOTE = Pattern.compile("```properties\n(.*?)```", Pattern.DOTALL);

  @Test
  void pageQuotesItsFiles() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String file : List.of("payments", "search", "model-api", "kubernetes")) {
      lines.addAll(Files.readAllLines(POLICIES.resolve(file + ".properties")));
    }
    Matcher quote = QUOTE.matcher(Files.readString(ROOT.resolve("agent/docs/cookbook.md")));
    int quotes = 0;
    while (quote.find()) {
      quote.group(1).lines().forEach(line -> assertTrue(lines.contains(line), line));
      quotes++;
    }
    assertEquals(4, quotes);
  }

  @Test
  void paymentWhoseReplyIsLostIsSentAgainWithItsKey() throws Exception {
    try (FaultServer server = FaultServer.start()) {
      server.route("/v1/charges", "reply-lost-once?key=cookbook");
      server.route("/v1/receipts", "busy-once?key=cookbook");
      Map<String, String> values =
          run(
              server,
              "payments",
              "https://api.pay.example",
              "POST /v1/charges",
              "GET /v1/receipts");
      assertEquals("returned 200 charged", values.get("call0"));
      assertEquals("returned 200 here you are", values.get("call1"));
      List<Hit> charges = hits(server, "/v1/charges");
      assertEquals(2, charges.size());
      String key = charges.get(0).headers().get("idempotency-key");
      assertNotNull(key);
      assertEquals(key, charges.get(1).headers().get("idempotency-key"));
      assertEquals("2", charges.get(1).headers().get("x-envoy-attempt-count"));
    }
  }

  @Test
  void queryIsSentAgainAndWriteIsNot() throws Exception {
    try (FaultServer server = FaultServer.start()) {
      server.route("/items/_search", "busy-once?key=query");
      server.route("/items/_doc", "busy-once?key=write");
      server.route("/items/full", "slow?delay=0&status=429");
      Map<String, String> values =
          run(
              server,
              "search",
              "*.search.internal:9200",
              "POST /items/_search",
              "POST /items/_doc",
              "GET /items/full");
      assertEquals("returned 200 here you are", values.get("call0"));
      assertEquals("returned 503 busy", values.get("call1"));
      assertEquals(1, hits(server, "/items/_doc").size());
      assertEquals("returned 429 slow", values.get("call2"));
      assertEquals(1, hits(server, "/items/full").size());
    }
  }

  @Test
  void suggestionThatIsLateOrFailsIsNone() throws Exception {
    try (FaultServer server = FaultServer.start()) {
      server.route("/late/_suggest", "silent");
      server.route("/failing/_suggest", "slow?delay=0&status=503");
      Map<String, String> values =
          run(
              server,
              "search",
              "*.search.internal:9200",
              "GET /late/_suggest",
              "POST /failing/_suggest");
      assertEquals("returned 200 {\"suggest\": []}", values.get("call0"));
      assertEquals("returned 200 {\"suggest\": []}", values.get("call1"));
    }
  }

  @Test
  void modelApiIsObeyedAndLeftAloneWhenItHasHadEnough() throws Exception {
    try (FaultServer server = FaultServer.start()) {
      server.route("/v1/soon", "throttled-once?key=soon&after=1");
      server.route("/v1/later", "throttled-once?key=later&after=20");
      server.route("/v1/enough", "slow?delay=0&status=429");
      String enough = "POST /v1/enough";
      Map<String, String> values =
          run(
              server,
              "model-api",
              "https://api.model.example",
              "POST /v1/soon",
              "POST /v1/later",
              enough,
              enough,
              enough,
              enough,
              enough);
      assertEquals("returned 200 done", values.get("call0"));
      assertTrue(
          Long.parseLong(String.valueOf(values.get("call0.millis"))) >= 1000, values::toString);
      assertEquals("returned 429 ", values.get("call1"));
      assertTrue(
          Long.parseLong(String.valueOf(values.get("call1.millis"))) < 1000, values::toString);
      assertEquals(1, hits(server, "/v1/later").size());
      String rejected = String.valueOf(values.get("call6"));
      assertTrue(rejected.startsWith("threw java.lang.FuseboxRejectedException: POST "), rejected);
      assertTrue(rejected.contains("breaker of policy model open for "), rejected);
      // The 429 of /v1/later is the first of the ten.
      assertEquals(9, hits(server, "/v1/enough").size());
    }
  }

  /** Makes the calls under a policy of the cookbook whose host is that server. */
  private static Map<String, String> run(
      FaultServer server, String policy, String host, String... calls) throws Exception {
    String address = "127.0.0.1:" + server.port();
    String text = Files.readString(POLICIES.resolve(policy + ".properties"));
    String scheme = host.startsWith("https:") ? "http://" : "";
    String here = text.replace(host, scheme + address);
    assertFalse(here.equals(text), "no " + host + " in " + policy);
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < calls.length; i++) {
      String[] words = calls[i].split(" ", 2);
      arguments.add("call" + i + "=sync," + words[0] + ",http://" + address + words[1]);
    }
    Finished finished =
        ForkedJvm.on(new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home"))))
            .agent(here)
            .option("-Dpatience=20000")
            .arguments(arguments)
            .main("io.fusebox.testapp.safety.Caller");
    assertEquals(0, finished.exitCode(), finished::toString);
    assertEquals(List.of(), finished.said("fault of the agent"));
    return finished.values();
  }

  private static List<Hit> hits(FaultServer server, String path) {
    return server.hits().stream()
        .filter(hit -> hit.target().equals(path))
        .collect(Collectors.toList());
  }
}
