package io.fusebox.bench;

import io.fusebox.policy.PolicySet;
import io.fusebox.policy.file.LoadResult;
import io.fusebox.policy.file.PolicyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * 10,000 policies: 4,000 hosts, 2,000 hosts with a port, 2,000 suffixes, 1,990 paths over 10 hosts,
 * and 10 suffixes nested into each other that take only paths nobody asks for.
 */
final class ManyPolicies {

  private ManyPolicies() {}

  static String host(int i) {
    return "svc-" + i + ".prod.internal";
  }

  static String suffix(int i) {
    return "zone-" + i + ".example.com";
  }

  static String pathHost(int i) {
    return "api-" + i % 10 + ".prod.internal";
  }

  static String path(int i) {
    return "/v" + i % 3 + "/tenants/t" + i + "/orders";
  }

  /** A host below {@code depth} suffixes that are known. */
  static String nested(int depth) {
    return "n.".repeat(depth) + "deep.example.org";
  }

  static PolicySet read() throws IOException {
    Path file = Files.createTempFile("fusebox-bench", ".properties");
    try {
      Files.writeString(file, text());
      LoadResult result = PolicyReader.load(file.toFile(), "0.1.0", Map.of(), new Properties());
      PolicySet set = result.policies();
      if (set == null || set.policies().size() != 10_000) {
        throw new IllegalStateException("bad policies: " + result.errorLines());
      }
      return set;
    } finally {
      Files.delete(file);
    }
  }

  private static String text() {
    StringBuilder text = new StringBuilder(1 << 20);
    for (int i = 0; i < 4_000; i++) {
      policy(text, "host", i, host(i));
    }
    for (int i = 4_000; i < 6_000; i++) {
      policy(text, "port", i, host(i) + ":8443");
    }
    for (int i = 0; i < 2_000; i++) {
      policy(text, "suffix", i, "*." + suffix(i));
    }
    for (int i = 0; i < 1_990; i++) {
      policy(text, "path", i, pathHost(i) + path(i) + "/**");
    }
    for (int i = 0; i < 10; i++) {
      policy(text, "nested", i, "GET|PUT https://*." + nested(i) + "/a/*/b/**");
    }
    return text.toString();
  }

  private static void policy(StringBuilder text, String kind, int i, String match) {
    String prefix = "policy." + kind + "-" + i + ".";
    text.append(prefix).append("match = ").append(match).append('\n');
    text.append(prefix).append("timeout.total = 800ms\n");
  }
}
