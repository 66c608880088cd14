package io.fusebox.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a subcommand: version, help, or usage. */
@Command(
    name = "java -jar fusebox.jar",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Timeouts, retries and circuit breakers for JVM services from a policy file.",
    footer = {
      "",
      "On a service: java -javaagent:fusebox.jar=FILE[,strict] ...",
      "Exit codes: 0 success, 2 wrong arguments or a wrong policy file."
    })
final class FuseboxCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    CommandLine commands = spec.commandLine();
    throw new ParameterException(commands, "a command is missing: check or explain");
  }
}
