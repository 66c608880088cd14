package io.fusebox.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the command line says. */
final class Options {

  static final String USAGE =
      """
      java -jar agent/bench/target/fusebox-bench.jar SECTION... [OPTION...]
      sections: hello one-get spring spring-get (together: startup) get get-async okhttp okhttp-async heap late jar; all
        --rounds=N      each round runs each contender once, in random order (default: 20)
        --calls=N       GETs measured in each process; as many to warm up (default: 20000)
        --cuts=N        calls cut in each process (default: 500)
        --otel-every=N  OpenTelemetry takes part in every Nth round only; 0: never (default: 4)
        --host=NAME     how the server on loopback is asked for (default: 127.0.0.1)
        --fusebox=JAR   default: agent/target/fusebox.jar beside this module
        --java=JAVA     default: the java that runs this
        --jvm=OPTION    of the JVMs that are measured, as often as needed: -Xint
        --quick         short for --rounds=3 --calls=3000 --cuts=40 --otel-every=3: shows that it
                        runs, its numbers are worth nothing\
      """;

  private final List<String> sections = new ArrayList<>();
  private final List<String> jvmArgs = new ArrayList<>();
  private int rounds = 20;
  private int calls = 20_000;
  private int cuts = 500;
  private int otelEvery = 4;
  private String host = "127.0.0.1";
  private String fusebox = "";
  private String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

  Options(String[] args) {
    for (String arg : args) {
      int equals = arg.indexOf('=');
      if (arg.startsWith("--")) {
        set(equals < 0 ? arg : arg.substring(0, equals), arg.substring(equals + 1));
      } else {
        sections.add(arg);
      }
    }
  }

  private void set(String name, String value) {
    switch (name) {
      case "--rounds" -> rounds = Integer.parseInt(value);
      case "--calls" -> calls = Integer.parseInt(value);
      case "--cuts" -> cuts = Integer.parseInt(value);
      case "--otel-every" -> otelEvery = Integer.parseInt(value);
      case "--host" -> host = value;
      case "--fusebox" -> fusebox = value;
      case "--java" -> java = value;
      case "--jvm" -> jvmArgs.add(value);
      case "--quick" -> {
        rounds = 3;
        calls = 3_000;
        cuts = 40;
        otelEvery = 3;
      }
      default -> throw new IllegalArgumentException(name + "\n" + USAGE);
    }
  }

  List<String> sections() {
    return sections;
  }

  int rounds() {
    return rounds;
  }

  int calls() {
    return calls;
  }

  int cuts() {
    return cuts;
  }

  int otelEvery() {
    return otelEvery;
  }

  String host() {
    return host;
  }

  List<String> jvmArgs() {
    return jvmArgs;
  }

  String java() {
    return java;
  }

  /** The agent's jar; {@code target} is this module's. */
  Path fusebox(Path target) {
    Path jar =
        fusebox.isEmpty()
            ? target.resolve("../../target/fusebox.jar").normalize()
            : Path.of(fusebox);
    if (!Files.isRegularFile(jar)) {
      throw new IllegalArgumentException("no agent at " + jar + ": build it, or name --fusebox");
    }
    return jar;
  }
}
