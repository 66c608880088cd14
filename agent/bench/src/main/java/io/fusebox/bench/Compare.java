package io.fusebox.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sets whole processes beside each other: with no agent, an agent that does nothing, ours and
 * OpenTelemetry's. Tables in Markdown go to the standard output, progress to standard error. See
 * README.md for what each number is.
 */
public final class Compare {

  private interface Section {
    void run(Kit kit, Options options, Tables tables) throws Exception;
  }

  private static final Map<String, Section> SECTIONS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("hello", StartUp::hello),
              Map.entry("one-get", StartUp::oneGet),
              Map.entry("spring", StartUp::spring),
              Map.entry("spring-get", StartUp::springGet),
              Map.entry("get", Gets::send),
              Map.entry("get-async", Gets::sendAsync),
              Map.entry("okhttp", Gets::execute),
              Map.entry("okhttp-async", Gets::enqueue),
              Map.entry("heap", Heap::run),
              Map.entry("late", Lateness::run),
              Map.entry("jar", Compare::jars)));

  private static final Map<String, List<String>> GROUPS =
      Map.of(
          "startup", List.of("hello", "one-get", "spring", "spring-get"),
          "all", List.copyOf(SECTIONS.keySet()));

  private Compare() {}

  /** Arguments: sections and options, see {@link Options#USAGE}. */
  public static void main(String[] args) throws Exception {
    Options options = new Options(args);
    List<String> names = new ArrayList<>();
    for (String name : options.sections()) {
      names.addAll(GROUPS.getOrDefault(name, List.of(name)));
    }
    if (names.isEmpty() || !SECTIONS.keySet().containsAll(names)) {
      System.err.println(Options.USAGE);
      System.exit(2);
    }
    Tables tables = new Tables(System.out);
    try (Kit kit = Kit.open(options)) {
      tables.line(kit.machine());
      for (String name : names) {
        section(name).run(kit, options, tables);
        tables.line(kit.load());
      }
    }
  }

  private static Section section(String name) {
    Section section = SECTIONS.get(name);
    if (section == null) {
      throw new IllegalArgumentException(name);
    }
    return section;
  }

  private static void jars(Kit kit, Options options, Tables tables) throws Exception {
    tables.title("Size of the jar", "agent", "MB");
    tables.row("fusebox", Tables.number(kit.fuseboxBytes() / 1e6, 2));
    tables.row("OpenTelemetry", Tables.number(kit.openTelemetryBytes() / 1e6, 2));
  }
}
