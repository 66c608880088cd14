package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a test needs of the machine. On a developer's, a test that lacks it is skipped; where the
 * JDKs of the matrix are given it fails, or nobody would notice that it never runs.
 */
public final class Needs {

  private Needs() {}

  /** Goes on if it is there. */
  public static void that(boolean there, String what) {
    if (Jdks.areGiven()) {
      assertTrue(there, () -> "the matrix needs " + what);
    }
    assumeTrue(there, () -> "needs " + what);
  }

  /** A program of the system. */
  public static void program(String name) {
    boolean there = false;
    for (String directory : System.getenv("PATH").split(":", -1)) {
      there |= Files.isExecutable(Path.of(directory, name));
    }
    that(there, "the program " + name);
  }
}
