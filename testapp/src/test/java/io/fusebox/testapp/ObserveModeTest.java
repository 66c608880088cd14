package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Under observe nothing is cut, and all that would have been is said. */
class ObserveModeTest {

  @OnEveryJdk
  void callsGoOnAndAreCounted(Jdk jdk) {
    Runs.Run run =
        Runs.made(
            jdk,
            "observe",
            "observed",
            ForkedJvm.on(jdk).agent("agent.mode = observe\n" + Runs.policies()));
    run.of("observe.drip").assertReturned("xxxxxxxxxx");
    run.of("observe.slow").assertReturned("slow");
    run.of("observe.quick").assertReturned("ok");
    run.of("observe.silent").assertHung();
    Finished finished = run.finished();
    assertSaid(finished, 1, "would have cut: GET 127.0.0.1:" + Servers.HTTP.port() + " cut after");
    assertSaid(finished, 1, "policy total500, timeout.total = 500ms, attempt 1");
    assertSaid(finished, 1, "policy total300, timeout.total = 300ms, attempt 1");
    assertSaid(finished, 1, "policy read400, timeout.read = 400ms, attempt 1");
    assertSaid(finished, 1, "policy total500: 1 call, 1 would have been cut by timeout.total");
    assertSaid(finished, 1, "policy total300: 1 call, 1 would have been cut by timeout.total");
    assertSaid(finished, 1, "policy read400: 1 call, 1 would have been cut by timeout.read");
    assertSaid(finished, 0, "fault of the agent");
  }

  private static void assertSaid(Finished finished, int least, String text) {
    int lines = finished.said(text).size();
    assertEquals(least > 0, lines > 0, () -> text + " in:\n" + finished.err());
  }
}
