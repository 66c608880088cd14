package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/** Where a value came from. Immutable; holds names only, never a value. */
public final class Origin {

  /** The agent's own default. */
  public static final Origin BUILT_IN = new Origin("built-in", null, 0);

  // Fixed at construction.
  private final String name;
  private final @Nullable String file;
  private final int line;

  private Origin(String name, @Nullable String file, int line) {
    this.name = name;
    this.file = file;
    this.line = line;
  }

  /** A line of a file; {@code file} as it is to be shown, {@code line} from 1. */
  public static Origin file(String file, int line) {
    return new Origin("file", file, line);
  }

  /** An environment variable, by its whole name. */
  public static Origin environment(String variable) {
    return new Origin("environment " + variable, null, 0);
  }

  /** A system property, by its whole name. */
  public static Origin property(String property) {
    return new Origin("-D" + property, null, 0);
  }

  /** The file's name as shown, or null where it was no file. */
  public @Nullable String file() {
    return file;
  }

  /** The line, from 1; 0 where it was no file. */
  public int line() {
    return line;
  }

  /** Whether both are of one layer: files, environment, system properties, built-in. */
  public boolean sameLayer(Origin other) {
    return layer() == other.layer();
  }

  /** Whether it is of a stronger layer than the other: properties, environment, files. */
  public boolean isAbove(Origin other) {
    return strength() > other.strength();
  }

  private int strength() {
    return isProperty() ? 3 : file != null ? 1 : this == BUILT_IN ? 0 : 2;
  }

  /** Whether it is a system property, the strongest layer. */
  public boolean isProperty() {
    return layer() == '-';
  }

  /** For example {@code policies/base.properties:12} or {@code -Dfusebox.agent.mode}. */
  @Override
  public String toString() {
    return file != null ? file + ":" + line : name;
  }

  private char layer() {
    return name.charAt(0);
  }
}
