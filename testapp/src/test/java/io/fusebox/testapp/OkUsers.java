package io.fusebox.testapp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Programs with libraries that are built on OkHttp, each on the versions that go together. */
final class OkUsers {

  /** The suite of all of them: one JVM for each pair, for most of it is waiting. */
  static final String SUITE = "users";

  static final String MAIN = "io.fusebox.testapp.users.UserScenarios";

  private static final Path USERS = Path.of(System.getProperty("fusebox.users"));
  private static final List<String> RETROFIT = List.of("3.14", "4.12", "5.5");
  private static final List<String> FEIGN = List.of("4.12", "5.5");

  private OkUsers() {}

  /** Where Retrofit is: 2.9.0, 2.12.0 and 3.0.0. */
  static Stream<OkJvm> retrofit() {
    return OkJvm.all().filter(jvm -> RETROFIT.contains(jvm.library()));
  }

  /** Where OpenFeign is: 11.10 and 13.12. */
  static Stream<OkJvm> feign() {
    return OkJvm.all().filter(jvm -> FEIGN.contains(jvm.library()));
  }

  static ForkedJvm start(OkJvm jvm) {
    return jvm.start()
        .libraries(USERS.resolve("libraries").resolve(jvm.library()))
        .classes(USERS.resolve("classes"))
        .arguments(List.of("parts=" + parts(jvm)));
  }

  private static String parts(OkJvm jvm) {
    List<String> parts = new ArrayList<>(List.of("own"));
    if (RETROFIT.contains(jvm.library())) {
      parts.add("retrofit");
    }
    if (FEIGN.contains(jvm.library())) {
      parts.add("feign");
    }
    return String.join(",", parts);
  }

  static Outcome plain(OkJvm jvm, String scenario) {
    return OkRuns.plain(jvm, SUITE).of(scenario);
  }

  static Outcome guarded(OkJvm jvm, String scenario) {
    return OkRuns.guarded(jvm, SUITE).of(scenario);
  }
}
