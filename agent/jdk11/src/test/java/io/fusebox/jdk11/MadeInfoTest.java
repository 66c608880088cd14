package io.fusebox.jdk11;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fusebox.policy.PolicySet;
import io.fusebox.policy.file.PolicyReader;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The head of a response that is made up is what the policy says, and true of its body. */
class MadeInfoTest {

  @TempDir Path directory;

  @Test
  void isA503WithoutABodyWhereThePolicySaysNoMore() throws IOException {
    MadeInfo info = made();
    assertEquals(503, info.statusCode());
    assertEquals(Map.of("content-length", List.of("0")), info.headers().map());
  }

  @Test
  void hasTheStatusOfThePolicy() throws IOException {
    assertEquals(200, made("fallback.status = 200").statusCode());
  }

  @Test
  void countsTheBytesOfItsBodyAndNotTheLetters() throws IOException {
    MadeInfo info = made("fallback.body = {\"a\": \"\u00fc\u20ac\"}");
    assertEquals(List.of("14"), info.headers().allValues("Content-Length"));
  }

  @Test
  void hasTheHeadersOfThePolicy() throws IOException {
    MadeInfo info =
        made(
            "fallback.header.Content-Type = application/json",
            "fallback.header.X-From = fallback, made up");
    assertEquals(List.of("application/json"), info.headers().allValues("content-type"));
    assertEquals(List.of("fallback, made up"), info.headers().allValues("x-from"));
  }

  @Test
  void saysNothingOfABodyWhereItsStatusHasNone() throws IOException {
    MadeInfo info = made("fallback.status = 204", "fallback.body = x");
    assertEquals(Map.of(), info.headers().map());
  }

  @Test
  void isOfTheOldestVersionThatEverybodyHandles() throws IOException {
    assertEquals(HttpClient.Version.HTTP_1_1, made().version());
  }

  private MadeInfo made(String... keys) throws IOException {
    StringBuilder text =
        new StringBuilder("policy.p.match = a.test\npolicy.p.fallback.on = timeout\n")
            .append("policy.p.timeout.total = 1s\n");
    for (String key : keys) {
      text.append("policy.p.").append(key).append('\n');
    }
    Path file = Files.writeString(directory.resolve("p.properties"), text);
    PolicySet policies =
        Objects.requireNonNull(PolicyReader.load(file.toFile(), "0.1.0").policies());
    return new MadeInfo(Objects.requireNonNull(policies.policies().get(0).fallback()));
  }
}
