package io.fusebox.cli;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/**
 * The commands. Exit codes: 0 for success, 2 for anything that is wrong with the input, be it an
 * argument or a policy file. Results go to the first stream, what is wrong to the second; no
 * colours, no stack traces. Stateless; thread-safe.
 */
public final class Cli {

  /** The input was fine. */
  public static final int OK = 0;

  /** An argument or a policy file is wrong. */
  public static final int BAD_INPUT = 2;

  private Cli() {}

  /**
   * Runs one command.
   *
   * @param version the version of this jar, which {@code requires} in a file is compared with
   * @param args the arguments as main got them
   * @return the exit code
   */
  public static int run(String version, String[] args, PrintStream out, PrintStream err) {
    PrintWriter outWriter = writer(out);
    PrintWriter errWriter = writer(err);
    CommandLine commands =
        new CommandLine(new FuseboxCommand())
            .addSubcommand(new CheckCommand(version))
            .addSubcommand(new ExplainCommand(version))
            .setExpandAtFiles(false)
            .setOut(outWriter)
            .setErr(errWriter)
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .setExecutionExceptionHandler(
                (e, command, parsed) -> {
                  command.getErr().println("fusebox: internal error: " + e);
                  return BAD_INPUT;
                });
    commands.getCommandSpec().version("fusebox " + version);
    for (CommandLine command : commands.getSubcommands().values()) {
      command.getCommandSpec().version("fusebox " + version);
    }
    try {
      if (args.length == 0) {
        commands.usage(errWriter);
        return BAD_INPUT;
      }
      return commands.execute(args);
    } catch (OutOfMemoryError e) {
      errWriter.println("fusebox: out of memory (expected a smaller file, or java -Xmx with more)");
      return BAD_INPUT;
    } finally {
      outWriter.flush();
      errWriter.flush();
    }
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }
}
