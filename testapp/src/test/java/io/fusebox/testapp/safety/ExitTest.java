package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.OnEveryJdk;
import java.util.ArrayList;
import java.util.List;

/** What is said at exit holds what the application's own shutdown hooks have done. */
class ExitTest {

  private static final String PROGRAM = "io.fusebox.testapp.safety.CallsAtExit";

  @OnEveryJdk
  void callsOfShutdownHooksAreCutAndCounted(Jdk jdk) throws Exception {
    List<String> arguments = arguments(1, 0, "first", "second", "third");
    Finished plain = ForkedJvm.on(jdk).option("-Dpatience=500").arguments(arguments).main(PROGRAM);
    Calls.assertHung(plain, "second");
    Finished guarded = guarded(jdk, arguments);
    for (String call : List.of("first", "second", "third")) {
      Calls.assertCut(guarded, call);
    }
    assertSaid(guarded, "at exit: policy pay: ", "3 calls, 3 cut by timeout.total");
  }

  @OnEveryJdk
  void firstCallMayBeThatOfAShutdownHook(Jdk jdk) throws Exception {
    Finished finished = guarded(jdk, arguments(0, 0, "only"));
    Calls.assertCut(finished, "only");
    assertSaid(finished, "at exit: policy pay: ", "1 call, 1 cut by timeout.total");
  }

  @OnEveryJdk
  void linesThatWereHeldBackAreCounted(Jdk jdk) throws Exception {
    Finished finished = guarded(jdk, arguments(3, 0, "first", "second", "third"));
    assertEquals(1, finished.said(" cut after ").size(), finished::err);
    assertSaid(
        finished,
        "at exit: 2 more like it: ",
        "GET 127.0.0.1:" + Calls.SERVER.port() + " cut by policy pay, timeout.total");
  }

  @OnEveryJdk
  void longShutdownIsToldOfOnItsWayToo(Jdk jdk) throws Exception {
    // Its hook ends the JVM as one is killed: nothing comes after it.
    Finished killed = guarded(jdk, arguments(1, -4_000, "first"));
    assertSaid(killed, "at exit: policy pay: ", "1 call, 1 cut by timeout.total");
    Finished unchanged = guarded(jdk, arguments(1, 3_500, "first"));
    assertSaid(unchanged, "at exit: policy pay: ", "1 call, 1 cut by timeout.total");
  }

  private static void assertSaid(Finished finished, String about, String what) {
    assertEquals(List.of("fusebox: " + about + what), finished.said(about), finished::toString);
  }

  private static Finished guarded(Jdk jdk, List<String> arguments) throws Exception {
    Finished finished = ForkedJvm.on(jdk).agent(Calls.POLICIES).arguments(arguments).main(PROGRAM);
    Calls.assertEnded(finished);
    return finished;
  }

  private static List<String> arguments(int before, long millis, String... hung) {
    List<String> arguments = new ArrayList<>(List.of("" + before, "" + millis));
    for (String name : hung) {
      arguments.add(Calls.call(name, "sync", "GET", "/pay/silent"));
    }
    return arguments;
  }
}
