package io.fusebox.launch;

import java.io.PrintStream;

/** {@code java -jar fusebox.jar}: the commands. */
public final class Main {

  private Main() {}

  /** Runs a command and ends the JVM with its exit code. */
  public static void main(String[] args) throws Exception {
    PayloadLoader loader = PayloadLoader.open();
    Thread.currentThread().setContextClassLoader(loader);
    Object code =
        loader
            .loadClass("io.fusebox.cli.Cli")
            .getMethod("run", String.class, String[].class, PrintStream.class, PrintStream.class)
            .invoke(null, loader.version(), args, System.out, System.err);
    System.exit((Integer) code);
  }
}
