package io.fusebox.testapp;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A program of the test application in a JVM of its own. One thread. */
public final class ForkedJvm {

  private static final String CLASSES = System.getProperty("fusebox.testapp.classes");
  private static final String JAR = System.getProperty("fusebox.jar");

  private final Jdk jdk;
  private final List<String> options = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private @Nullable String policies;
  private @Nullable Path directory;
  private long timeoutSeconds = 60;
  private String libraries = "";

  private ForkedJvm(Jdk jdk) {
    this.jdk = jdk;
  }

  public static ForkedJvm on(Jdk jdk) {
    return new ForkedJvm(jdk);
  }

  /** The built agent. */
  public static Path agentJar() {
    return Path.of(JAR).toAbsolutePath().normalize();
  }

  /** With the agent, and a policy file of this text. */
  public ForkedJvm agent(String policyText) {
    policies = policyText;
    return this;
  }

  /** An option of the JVM. */
  public ForkedJvm option(String option) {
    options.add(option);
    return this;
  }

  /** A variable of the process's environment. */
  public ForkedJvm variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  public ForkedJvm workingDirectory(Path path) {
    directory = path;
    return this;
  }

  /** Every jar of a directory on the class path, too, after those of earlier ones. */
  public ForkedJvm libraries(Path of) {
    return classes(of.resolve("*"));
  }

  /** A directory of classes, or a jar, on the class path, too. */
  public ForkedJvm classes(Path path) {
    libraries += File.pathSeparator + path;
    return this;
  }

  /** After so long the process is killed, and the run fails. */
  public ForkedJvm timeoutSeconds(long seconds) {
    timeoutSeconds = seconds;
    return this;
  }

  public ForkedJvm arguments(List<String> more) {
    arguments.addAll(more);
    return this;
  }

  /** Runs a main class from this module. */
  public Finished main(String mainClass) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    Path temporary = Files.createTempDirectory("fusebox-fork");
    String text = policies;
    if (text != null) {
      Path file = Files.writeString(temporary.resolve("policies.properties"), text);
      command.add("-javaagent:" + agentJar() + "=" + file);
    }
    command.addAll(options);
    command.addAll(List.of("-cp", CLASSES + libraries, mainClass));
    command.addAll(arguments);
    return run(command, temporary);
  }

  /** Runs a jar's own main class. */
  public Finished jar(Path jar) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("-jar", jar.toString()));
    command.addAll(arguments);
    return run(command, Files.createTempDirectory("fusebox-fork"));
  }

  /**
   * Runs a program of the JDK with these arguments and nothing else: {@code java}, {@code jcmd}.
   */
  public Finished tool(String name, List<String> toolArguments)
      throws IOException, InterruptedException {
    return run(name, toolArguments, Files.createTempDirectory("fusebox-fork"));
  }

  private Finished run(List<String> javaArguments, Path temporary)
      throws IOException, InterruptedException {
    return run("java", javaArguments, temporary);
  }

  private Finished run(String program, List<String> programArguments, Path temporary)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(jdk.home().resolve("bin").resolve(program).toString());
    command.addAll(programArguments);
    // Files, not pipes: nobody has to read while the process runs.
    Path out = temporary.resolve("out");
    Path err = temporary.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    if (directory != null) {
      builder.directory(directory.toFile());
    }
    withoutNeighbours(builder.environment());
    builder.environment().putAll(environment);
    Process process = builder.start();
    boolean ended = process.waitFor(timeoutSeconds, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    Finished finished = new Finished(ended, process.exitValue(), read(out), read(err));
    for (String name : List.of("policies.properties", "out", "err")) {
      Files.deleteIfExists(temporary.resolve(name));
    }
    Files.deleteIfExists(temporary);
    return finished;
  }

  /** What would reach into the fork from outside. */
  private static void withoutNeighbours(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.startsWith("FUSEBOX_"));
    environment.remove("JAVA_TOOL_OPTIONS");
    environment.remove("JDK_JAVA_OPTIONS");
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
