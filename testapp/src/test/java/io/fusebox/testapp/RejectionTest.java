package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A call that is rejected costs nothing: no request, no thread, next to no time. */
class RejectionTest {

  @OnEveryJdk
  void thousandRejectionsTakeLessThanThousandCallsAndReachNobody(Jdk jdk) {
    States.assertPlain(jdk, "rejections", "503*3, 200*10, then, 200*1000");
    States.assertGuarded(jdk, "rejections", "503*3, rejected*10, then, rejected*1000", 3);
    for (String door : States.DOORS) {
      Outcome outcome = StateRuns.guarded(jdk).of("rejections" + door);
      // In a JVM that has hardly begun to compile; later it is microseconds.
      assertTrue(Long.parseLong(outcome.field("took")) < 2000, outcome::told);
    }
  }

  @OnEveryJdk
  void callbackMeetsThemAsWhatTheClientFailsWith(Jdk jdk) {
    StateRuns.guarded(jdk)
        .of("rejections.callback.async")
        .assertReturned("CompletionException < rejected");
  }

  @OnEveryJdk
  void noThreadIsMadeForThem(Jdk jdk) {
    for (String door : States.DOORS) {
      Outcome outcome = StateRuns.guarded(jdk).of("rejections" + door);
      assertEquals("[]", outcome.field("threads"), outcome::told);
      assertEquals("0", outcome.field("tasks"), outcome::told);
    }
  }
}
