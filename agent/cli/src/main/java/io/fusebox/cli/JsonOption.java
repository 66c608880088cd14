package io.fusebox.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What every command that reads a policy file takes: help, version, and whether it prints JSON. */
@Command(mixinStandardHelpOptions = true)
final class JsonOption {

  @Option(names = "--json", description = "Print JSON.")
  boolean isSet;
}
