package io.fusebox.policy;

import io.fusebox.policy.file.LoadResult;
import io.fusebox.policy.file.PolicyFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Policy sets for tests: one policy for each match, named p0, p1 and so on. */
final class Policies {

  private Policies() {}

  static PolicySet of(String... matches) {
    LoadResult result = load(matches);
    PolicySet set = result.policies();
    if (set == null) {
      throw new IllegalArgumentException(String.join("\n", result.errorLines()));
    }
    return set;
  }

  static LoadResult load(String... matches) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < matches.length; i++) {
      text.append("policy.p").append(i).append(".match = ").append(matches[i]).append('\n');
      text.append("policy.p").append(i).append(".timeout.total = 1s\n");
    }
    try {
      Path directory = Files.createTempDirectory("fusebox");
      try {
        return new PolicyFiles(directory).file("f", text.toString()).load("f");
      } finally {
        Files.delete(directory.resolve("f"));
        Files.delete(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The match that governs the call, or "none". */
  static String winner(
      PolicySet set, String method, String scheme, String host, int port, String path) {
    Policy policy = set.matchHttp(method, scheme, host, port, path);
    MatchResult result = set.explainHttp(method, scheme, host, port, path);
    Policy explained = result == null ? null : result.policy();
    if (policy != explained) {
      throw new AssertionError(policy + " is found, " + explained + " is explained");
    }
    return result == null ? "none" : result.match().text();
  }
}
