package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.OnEveryJdk;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Standard output is the application's alone, and all that is added to stderr is our one line. */
class NothingElseIsPrintedTest {

  private static final String HELLO = "io.fusebox.testapp.hello.Hello";

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  @Timeout(60)
  void byAProgramThatCallsNobody(Jdk jdk) throws Exception {
    List<Finished> both =
        Pairs.of(
            () -> ForkedJvm.on(jdk).main(HELLO),
            () -> ForkedJvm.on(jdk).agent(Calls.POLICIES).main(HELLO));
    Finished plain = both.get(0);
    Finished guarded = both.get(1);
    Calls.assertEnded(guarded);
    assertEquals(plain.out(), guarded.out());
    assertEquals("", plain.err());
    assertOnlyStatus(guarded, jdk.feature() < 11 ? "not in this Java" : "armed at first use");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.Jdks#all")
  @Timeout(60)
  void withAnEmptyFile(Jdk jdk) throws Exception {
    Finished guarded = ForkedJvm.on(jdk).agent("").main(HELLO);
    Calls.assertEnded(guarded);
    assertTrue(
        guarded
            .err()
            .matches("fusebox: \\S+ on Java \\S+: \\S+: 0 policies, enforce; nothing to arm\\R"),
        guarded::toString);
  }

  @OnEveryJdk
  void byAProgramThatMakesOneCall(Jdk jdk) throws Exception {
    List<String> call = List.of(Calls.call("get", "sync", "GET", "/long/ok"));
    List<Finished> both =
        Pairs.of(
            () -> ForkedJvm.on(jdk).arguments(call).main(Calls.CALLER),
            () -> ForkedJvm.on(jdk).agent(Calls.POLICIES).arguments(call).main(Calls.CALLER));
    Finished plain = both.get(0);
    Finished guarded = both.get(1);
    Calls.assertReturned(guarded, "get", "ok");
    assertEquals(plain.out().lines().count(), guarded.out().lines().count(), guarded::toString);
    assertEquals("", plain.err());
    assertOnlyStatus(guarded, "armed at first use");
  }

  private static void assertOnlyStatus(Finished finished, String state) {
    assertTrue(
        finished
            .err()
            .matches(
                "fusebox: \\S+ on Java \\S+: \\S+: 2 policies, enforce; java\\.net\\.http: "
                    + state
                    + "; OkHttp: armed at first use\\R"),
        finished::toString);
  }
}
