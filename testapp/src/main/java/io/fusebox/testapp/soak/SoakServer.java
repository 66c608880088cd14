package io.fusebox.testapp.soak;

import io.fusebox.testapp.fault.FaultServer;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The server of a soak, in a JVM of its own: what it holds is not to be counted. Ends when its
 * standard input does, so it does not outlive the soak.
 */
final class SoakServer implements Closeable {

  private final Process process;
  private final BufferedReader answers;
  private final int port;

  private SoakServer(Process process, BufferedReader answers, int port) {
    this.process = process;
    this.answers = answers;
    this.port = port;
  }

  /** Starts one with the JVM and the class path of this. */
  static SoakServer start() throws IOException {
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                SoakServer.class.getName())
            .redirectError(Redirect.INHERIT)
            .start();
    // Not closed: with it the process would lose its standard output.
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the server did not start");
    }
    return new SoakServer(process, out, Integer.parseInt(line));
  }

  /** The program. */
  public static void main(String[] args) throws IOException {
    try (FaultServer server = FaultServer.startForgetful()) {
      System.out.println(server.port());
      // Each byte asks what has come; an empty line ends the answer.
      while (System.in.read() >= 0) {
        server.takeArrivals().forEach((id, times) -> System.out.println(id + " " + times));
        System.out.println();
      }
    }
    System.exit(0);
  }

  int port() {
    return port;
  }

  /** How often the requests of each id have come since this was asked last. */
  Map<String, Integer> takeArrivals() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    Map<String, Integer> arrivals = new HashMap<>();
    String line = answers.readLine();
    while (line != null && !line.isEmpty()) {
      int space = line.indexOf(' ');
      arrivals.put(line.substring(0, space), Integer.parseInt(line.substring(space + 1)));
      line = answers.readLine();
    }
    if (line == null) {
      throw new IOException("the server is gone");
    }
    return arrivals;
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
