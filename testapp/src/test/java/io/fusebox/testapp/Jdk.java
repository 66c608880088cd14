package io.fusebox.testapp;

import java.nio.file.Path;

/**
 * A JDK to fork.
 *
 * @param feature its version, for example 17
 * @param home where it is
 */
public record Jdk(int feature, Path home) {

  @Override
  public String toString() {
    return "Java " + feature;
  }
}
