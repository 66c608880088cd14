package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.Needs;
import io.fusebox.testapp.OnEveryJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * A standard error that takes nothing stops neither a cut nor the exit, and throws at nobody. What
 * comes after it in these scripts is the command.
 */
class BrokenStderrTest {

  private static final String STUCK = "io.fusebox.testapp.safety.StuckStderr";

  private static final String CLOSED =
      """
      exec "$@" 2>&-
      """;

  /** Opening it to write waits for the reader, which is gone at once. */
  private static final String WITHOUT_A_READER =
      """
      rm -f "$PIPE"; mkfifo "$PIPE"
      : <"$PIPE" &
      exec 2>"$PIPE"
      wait
      exec "$@"
      """;

  /** It has a reader that never reads: the process itself. */
  private static final String UNREAD =
      """
      rm -f "$PIPE"; mkfifo "$PIPE"
      exec 3<>"$PIPE"
      exec "$@" 2>&3
      """;

  /** The same, full before the JVM starts. */
  private static final String FULL =
      """
      rm -f "$PIPE"; mkfifo "$PIPE"
      exec 3<>"$PIPE"
      dd if=/dev/zero of="$PIPE" oflag=nonblock bs=4096 count=1000 2>/dev/null
      exec "$@" 2>&3
      """;

  @TempDir private Path directory;

  @OnEveryJdk
  void closed(Jdk jdk) throws Exception {
    assertHarmless(jdk, CLOSED, Calls.CALLER);
  }

  @OnEveryJdk
  void pipeWhoseReaderIsGone(Jdk jdk) throws Exception {
    assertHarmless(jdk, WITHOUT_A_READER, Calls.CALLER);
  }

  @OnEveryJdk
  void pipeThatTheApplicationHasFilled(Jdk jdk) throws Exception {
    for (Finished finished : assertHarmless(jdk, UNREAD, STUCK)) {
      long lines = Long.parseLong(String.valueOf(finished.values().get("stuck.after")));
      assertTrue(lines > 10, finished::toString);
    }
  }

  @OnEveryJdk
  void pipeThatWasFullBeforeTheStart(Jdk jdk) throws Exception {
    assertHarmless(jdk, FULL, Calls.CALLER);
  }

  /** Without the agent the call hangs, with it it is cut; all else is the same. */
  private List<Finished> assertHarmless(Jdk jdk, String script, String main) throws Exception {
    List<Finished> both =
        Pairs.of(
            () -> run(jdk, "plain", script, List.of(), main),
            () -> run(jdk, "guarded", script, List.of(agent()), main));
    Finished plain = both.get(0);
    Calls.assertEnded(plain);
    Calls.assertHung(plain, "hung");
    Calls.assertReturned(plain, "answered", "ok");
    Finished guarded = both.get(1);
    Calls.assertEnded(guarded);
    Calls.assertCut(guarded, "hung");
    Calls.assertCut(guarded, "hung.async");
    Calls.assertReturned(guarded, "answered", "ok");
    return both;
  }

  private Finished run(Jdk jdk, String name, String script, List<String> options, String main)
      throws Exception {
    Needs.program("mkfifo");
    Path file = Files.writeString(directory.resolve(name + ".sh"), script);
    List<String> command = new ArrayList<>(List.of(file.toString()));
    command.add(jdk.home().resolve("bin/java").toString());
    command.addAll(options);
    // What hangs without the agent need not be watched for as long.
    command.add(options.isEmpty() ? "-Dpatience=1000" : "-Dpatience=3000");
    command.addAll(List.of("-cp", System.getProperty("fusebox.testapp.classes"), main));
    command.addAll(
        List.of(
            Calls.call("hung", "sync", "GET", "/pay/silent"),
            Calls.call("hung.async", "async", "GET", "/pay/silent"),
            Calls.call("answered", "sync", "GET", "/long/ok")));
    return ForkedJvm.on(jdk)
        .variable("PIPE", directory.resolve(name + ".pipe").toString())
        .timeoutSeconds(40)
        .tool("/bin/sh", command);
  }

  private String agent() throws Exception {
    Path file = Files.writeString(directory.resolve("policies.properties"), Calls.POLICIES);
    return "-javaagent:" + ForkedJvm.agentJar() + "=" + file;
  }
}
