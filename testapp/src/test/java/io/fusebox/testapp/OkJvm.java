package io.fusebox.testapp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A JDK with one of the OkHttps that are covered.
 *
 * @param jdk on which the program runs
 * @param library the version's first two numbers
 */
record OkJvm(Jdk jdk, String library) {

  private static final Path LIBRARIES = Path.of(System.getProperty("fusebox.okhttp.libraries"));
  private static final List<String> ALL = List.of("3.12", "3.14", "4.12", "5.5");

  /** Every pair; Java 8 goes with 3.x and 4.x. */
  static Stream<OkJvm> all() {
    List<OkJvm> all = new ArrayList<>();
    for (Jdk jdk : Jdks.all().toList()) {
      for (String library : ALL) {
        if (jdk.feature() >= 11 || !library.startsWith("5")) {
          all.add(new OkJvm(jdk, library));
        }
      }
    }
    return all.stream();
  }

  /** The same version where plain runs are made: what it does alone depends on no JDK. */
  OkJvm plain() {
    List<Jdk> jdks = Jdks.withHttpClient().toList();
    Jdk chosen = jdks.stream().filter(one -> one.feature() == 17).findFirst().orElse(jdks.get(0));
    return new OkJvm(chosen, library);
  }

  ForkedJvm start() {
    return ForkedJvm.on(jdk).libraries(libraries());
  }

  /** The directory of that OkHttp and what it needs. */
  Path libraries() {
    return LIBRARIES.resolve(library);
  }

  /** As it can stand in the id of a request. */
  String id() {
    return jdk.feature() + "x" + library;
  }

  @Override
  public String toString() {
    return "OkHttp " + library + " on " + jdk;
  }
}
