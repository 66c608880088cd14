package io.fusebox.testapp;

/** Callbacks run where they ran without the agent, and what they do there disturbs no clock. */
class CallbacksTest {

  @OnEveryJdk
  void runOnTheSameKindOfThread(Jdk jdk) {
    for (String scenario : new String[] {"thread.success", "thread.failure"}) {
      Outcome plain = Runs.plain(jdk, "http").of(scenario);
      Runs.guarded(jdk, "http").of(scenario).assertReturned(plain.field("value"));
    }
  }

  @OnEveryJdk
  void meetTheSameTypesOfException(Jdk jdk) {
    Outcome plain = Runs.plain(jdk, "http").of("thread.failure.type");
    plain.assertReturned("CompletionException < HttpTimeoutException");
    Runs.guarded(jdk, "http").of("thread.failure.type").assertReturned(plain.field("value"));
  }

  @OnEveryJdk
  void thatBlockDoNotDelayOtherCuts(Jdk jdk) throws InterruptedException {
    Runs.plain(jdk, "load").of("callbacks.block").assertHung();
    Outcome guarded = Runs.guarded(jdk, "load").of("callbacks.block");
    guarded.assertCutByTotal(300);
    guarded.assertElapsed(300, 600);
  }
}
