package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The jar may stand on the command line of every Java from 8 on. */
class OldJavaTest {

  private static final String HELLO = "io.fusebox.testapp.hello.Hello";

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  void helloRunsAsWithoutTheAgent(Jdk jdk) throws Exception {
    Finished plain = ForkedJvm.on(jdk).main(HELLO);
    Finished guarded = ForkedJvm.on(jdk).agent(Runs.policies()).main(HELLO);
    assertEquals(plain.out(), guarded.out());
    assertEquals(0, guarded.exitCode(), guarded::err);
    assertEquals(1, guarded.err().lines().count(), guarded::err);
    String expected =
        jdk.feature() < 11 ? "java.net.http: not in this Java" : "java.net.http: armed";
    assertEquals(1, guarded.said(expected).size(), guarded::err);
  }
}
