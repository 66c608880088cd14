package io.fusebox.testapp.database;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** H2 over TCP, in a JVM of its own. It has a mark only in its statements, so it is not asked. */
final class H2Server implements DatabaseServer {

  private static final Map<String, H2Server> SHARED = new ConcurrentHashMap<>();

  private final Process java;
  private final int port;

  private H2Server(Process java, int port) {
    this.java = java;
    this.port = port;
  }

  /** That of a version, which all tests share; it ends with their JVM. */
  static H2Server shared(String library) {
    return SHARED.computeIfAbsent(library, H2Server::start);
  }

  /** Another, which only some tests use. */
  static H2Server start(String library) {
    Path classes = Driver.TARGET.resolve("classes");
    String path =
        classes + File.pathSeparator + Driver.TARGET.resolve("libraries/" + library + "/*");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String main = "io.fusebox.testapp.databases.H2Host";
    try {
      Process process =
          new ProcessBuilder(List.of(java, "-cp", path, main))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "h2-end"));
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = out.readLine();
      if (line == null || !line.startsWith("port=")) {
        throw new IllegalStateException("H2 did not start: " + line);
      }
      return new H2Server(process, Integer.parseInt(line.substring(5)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public long process() {
    return java.pid();
  }

  @Override
  public boolean has(long asked) {
    return asked == java.pid();
  }

  /** Not known: 0. */
  @Override
  public int running(String mark) {
    return 0;
  }
}
