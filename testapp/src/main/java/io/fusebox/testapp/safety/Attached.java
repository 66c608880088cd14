package io.fusebox.testapp.safety;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.Arrays;

/**
 * Makes its first call, lets another JVM attach an agent to this one, and makes the others with the
 * same client: {@code JAVA AGENT FILE CALL...}, calls as those of {@link Caller}.
 */
public final class Attached {

  private Attached() {}

  /** See above. */
  public static void main(String[] args) throws Exception {
    Caller caller = new Caller(System.out);
    caller.call(args[3]);
    attach(args[0], args[1], args[2]);
    for (String call : Arrays.asList(args).subList(4, args.length)) {
      caller.call(call);
    }
  }

  private static void attach(String java, String agent, String file)
      throws IOException, InterruptedException {
    String pid = String.valueOf(ProcessHandle.current().pid());
    int exitCode =
        new ProcessBuilder(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                "--add-modules",
                "jdk.attach",
                Attacher.class.getName(),
                pid,
                agent,
                file)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT)
            .start()
            .waitFor();
    if (exitCode != 0) {
      throw new IllegalStateException("cannot attach: exit code " + exitCode);
    }
  }
}
