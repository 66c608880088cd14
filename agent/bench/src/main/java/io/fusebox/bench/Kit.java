package io.fusebox.bench;

import io.fusebox.bench.app.Hello;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * What all comparisons need: the agents, a directory that is gone afterwards, the server. Our jar
 * is copied there first, so that a build under way cannot change it between two runs.
 */
final class Kit implements AutoCloseable {

  // Fixed at construction.
  private final Options options;
  private final Path target;
  private final Path work;
  private final Path fusebox;
  private final Path noOp;
  private final Process server;
  private final int port;
  // One thread only.
  private int files;

  private Kit(Options options, Path target, Path work) throws IOException {
    this.options = options;
    this.target = target;
    this.work = work;
    this.fusebox = Files.copy(options.fusebox(target), work.resolve("fusebox.jar"));
    this.noOp = noOpAgent(work.resolve("no-op.jar"));
    List<String> command = command(List.of(), "LoopbackServer");
    this.server =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String line =
        new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII))
            .readLine();
    this.port = Integer.parseInt(line);
  }

  static Kit open(Options options) throws IOException, URISyntaxException {
    Path own = Path.of(Kit.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return new Kit(options, own.resolveSibling(""), Files.createTempDirectory("fusebox-bench"));
  }

  // The contenders.

  Contender noAgent(String name) {
    return new Contender(name, List.of(), 1);
  }

  Contender noOpAgent() {
    return new Contender("no-op agent", List.of("-javaagent:" + noOp), 1);
  }

  Contender fusebox(String name, String policies) throws IOException {
    Path file = work.resolve("policies-" + ++files + ".properties");
    Files.writeString(file, policies);
    return new Contender("fusebox, " + name, List.of("-javaagent:" + fusebox + "=" + file), 1);
  }

  Contender openTelemetry() {
    return new Contender(
        "OpenTelemetry",
        List.of(
            "-javaagent:" + openTelemetryJar(),
            "-Dotel.traces.exporter=none",
            "-Dotel.metrics.exporter=none",
            "-Dotel.logs.exporter=none"),
        options.otelEvery());
  }

  /** None, no-op, ours with and without a match, OpenTelemetry. */
  List<Contender> usual(boolean noOpToo) throws IOException {
    List<Contender> contenders = new ArrayList<>();
    contenders.add(noAgent("no agent"));
    contenders.add(noAgent("no agent, once more"));
    if (noOpToo) {
      contenders.add(noOpAgent());
      contenders.add(fusebox("empty file", ""));
    }
    contenders.add(fusebox("nothing matches", policy("elsewhere.internal", "timeout.total=5s")));
    contenders.add(fusebox("matched, total", policy(options.host(), "timeout.total=5s")));
    if (!noOpToo) {
      contenders.add(
          fusebox(
              "matched, all clocks",
              policy(
                  options.host(),
                  "timeout.total=5s",
                  "timeout.attempt=4s",
                  "timeout.read=3s",
                  "timeout.connect=2s")));
      contenders.add(
          fusebox(
              "matched, total, retries, breaker, bulkhead",
              policy(
                  options.host(),
                  "timeout.total=5s",
                  "retry.attempts=3",
                  "breaker=on",
                  "bulkhead=100")));
    }
    contenders.add(openTelemetry());
    return contenders;
  }

  static String policy(String match, String... settings) {
    StringBuilder text = new StringBuilder("policy.bench.match=").append(match).append('\n');
    for (String setting : settings) {
      text.append("policy.bench.").append(setting).append('\n');
    }
    return text.toString();
  }

  // The programs.

  /** The command for a program of io.fusebox.bench.app, with nothing but that on its class path. */
  List<String> command(List<String> jvmArgs, String program, String... args) {
    return command(target.resolve("classes").toString(), jvmArgs, program, args);
  }

  /** The same, with all libraries on its class path. */
  List<String> commandWithLibraries(List<String> jvmArgs, String program, String... args) {
    String path = target.resolve("classes") + ":" + target.resolve("lib") + "/*";
    return command(path, jvmArgs, program, args);
  }

  private List<String> command(
      String classPath, List<String> jvmArgs, String program, String... args) {
    List<String> command = new ArrayList<>();
    command.add(options.java());
    command.addAll(options.jvmArgs());
    command.addAll(jvmArgs);
    command.add("-cp");
    command.add(classPath);
    command.add(Hello.class.getPackageName() + "." + program);
    command.addAll(List.of(args));
    return command;
  }

  int port() {
    return port;
  }

  String url(String path) {
    return "http://" + options.host() + ":" + port + path;
  }

  Path file(String name) {
    return work.resolve(name);
  }

  // What goes with the numbers.

  long fuseboxBytes() throws IOException {
    return Files.size(fusebox);
  }

  long openTelemetryBytes() throws IOException {
    return Files.size(openTelemetryJar());
  }

  /** Where and of what this was measured. */
  String machine() throws IOException {
    CRC32 crc = new CRC32();
    crc.update(Files.readAllBytes(fusebox));
    String version = new Child(List.of(options.java(), "-version")).run().stderrLine("version");
    return String.format(
        Locale.ROOT,
        "%s, %d cores, %s, fusebox.jar %d bytes, crc %08x; %s",
        LocalDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.MINUTES),
        Runtime.getRuntime().availableProcessors(),
        version,
        fuseboxBytes(),
        crc.getValue(),
        load());
  }

  /** How busy the machine is: more than 1.5 means that others were there too. */
  String load() {
    return Tables.number(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(), 1)
        + " = load average of the last minute";
  }

  private Path openTelemetryJar() {
    return target.resolve("agents").resolve("opentelemetry-javaagent.jar");
  }

  private static Path noOpAgent(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", NoOpAgent.class.getName());
    String name = NoOpAgent.class.getName().replace('.', '/') + ".class";
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        InputStream in = NoOpAgent.class.getClassLoader().getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("no " + name);
      }
      out.putNextEntry(new ZipEntry(name));
      in.transferTo(out);
    }
    return jar;
  }

  @Override
  public void close() throws IOException {
    server.getOutputStream().close();
    try (Stream<Path> left = Files.list(work)) {
      for (Path path : left.toList()) {
        Files.delete(path);
      }
    }
    Files.delete(work);
  }
}
