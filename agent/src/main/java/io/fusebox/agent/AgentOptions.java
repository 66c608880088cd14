package io.fusebox.agent;

import java.io.File;
import org.jspecify.annotations.Nullable;

/** What stands behind {@code -javaagent:fusebox.jar=}: {@code FILE[,strict]}. Immutable. */
final class AgentOptions {

  private static final String STRICT = ",strict";
  private static final String DEFAULT_NAME = "fusebox.properties";

  private final File file;
  private final boolean named;
  private final boolean strict;

  private AgentOptions(File file, boolean named, boolean strict) {
    this.file = file;
    this.named = named;
    this.strict = strict;
  }

  /**
   * Reads the argument. Only a {@code ,strict} at the very end is an option: commas and spaces may
   * be part of a path.
   *
   * @param argument may be null or empty: then it is {@code fusebox.properties} beside the jar
   * @param jar the agent's jar
   */
  static AgentOptions parse(@Nullable String argument, File jar) {
    String text = argument == null ? "" : argument;
    boolean strict = text.endsWith(STRICT) || text.equals("strict");
    String path = strict ? text.substring(0, Math.max(0, text.length() - STRICT.length())) : text;
    return path.isEmpty()
        ? new AgentOptions(new File(jar.getParentFile(), DEFAULT_NAME), false, strict)
        : new AgentOptions(new File(path), true, strict);
  }

  /** The policy file. */
  File file() {
    return file;
  }

  /** Whether there is a file to read: a default that is not there was not asked for. */
  boolean hasFile() {
    return named || file.exists();
  }

  /** Whether errors in the file end the JVM before main. */
  boolean strict() {
    return strict;
  }

  /** What may be wrong with a file that is not there: a misspelt option; empty if nothing. */
  String hint() {
    String path = file.getPath();
    if (!named || file.exists()) {
      return "";
    }
    int comma = path.lastIndexOf(',');
    for (int at = comma; at > 0; at = path.lastIndexOf(',', at - 1)) {
      if (new File(path.substring(0, at)).exists()) {
        return hint(path.substring(at + 1));
      }
    }
    // No file by any of the names: only what can hardly be a part of one is told.
    String last = path.substring(comma + 1);
    return last.trim().equalsIgnoreCase(STRICT.substring(1)) ? hint(last) : "";
  }

  private static String hint(String options) {
    StringBuilder hint = new StringBuilder();
    for (String option : options.split(",", -1)) {
      if (!option.equals(STRICT.substring(1))) {
        hint.append(hint.length() == 0 ? "'" : ", '").append(option).append('\'');
      }
    }
    return hint.append(" is no option (the only one is: strict)").toString();
  }
}
