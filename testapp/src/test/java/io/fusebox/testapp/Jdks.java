package io.fusebox.testapp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The JDKs that scenarios run on: those of the file that {@code -Dtestapp.jdks} or else {@code
 * TESTAPP_JDKS} names, with lines {@code VERSION HOME}; without it the running one.
 */
public final class Jdks {

  private Jdks() {}

  public static Stream<Jdk> all() {
    return areGiven() ? read(Path.of(file())).stream() : Stream.of(running());
  }

  /** Whether such a file is named: then this is the matrix, and not somebody's own run. */
  static boolean areGiven() {
    return !file().isEmpty();
  }

  /** Those that have {@code java.net.http}. */
  public static Stream<Jdk> withHttpClient() {
    return all().filter(jdk -> jdk.feature() >= 11);
  }

  private static String file() {
    String variable = System.getenv("TESTAPP_JDKS");
    return System.getProperty("testapp.jdks", variable == null ? "" : variable);
  }

  private static Jdk running() {
    return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
  }

  private static List<Jdk> read(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(line -> line.trim().split("\\s+", 2))
          .filter(words -> words.length == 2)
          .map(words -> new Jdk(Integer.parseInt(words[0]), Path.of(words[1])))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
