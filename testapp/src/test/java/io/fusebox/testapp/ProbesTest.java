package io.fusebox.testapp;

import static io.fusebox.testapp.States.assertGuarded;

/** A breaker that is open lets a few calls find out, after its time, and goes by what they find. */
class ProbesTest {

  @OnEveryJdk
  void mostOfTheProbesSucceedAndItCloses(Jdk jdk) {
    // Rejections are no failures: a hundred of them change nothing.
    assertGuarded(jdk, "probes.close", "503*2, rejected*100, 200*3, 503, 200", 7);
  }

  @OnEveryJdk
  void mostOfTheProbesFailAndItOpensAgain(Jdk jdk) {
    assertGuarded(jdk, "probes.reopen", "503*5, rejected*2, 200*4", 9);
  }

  @OnEveryJdk
  void whereOnlyARowDecidesOneProbeIsEnough(Jdk jdk) {
    assertGuarded(jdk, "probes.one", "503*2, rejected, 200*2", 4);
  }

  @OnEveryJdk
  void timeOpenDoublesUpToItsBound(Jdk jdk) {
    assertGuarded(jdk, "probes.doubling", "503*2, rejected, 200*2", 4);
  }

  @OnEveryJdk
  void twoHundredCallsAtOnceAreFiveProbes(Jdk jdk) {
    assertGuarded(jdk, "probes.stampede", "503*2, 200*5, rejected*195", 7);
  }

  @OnEveryJdk
  void probeThatHangsLosesItsPlace(Jdk jdk) {
    assertGuarded(jdk, "probes.hung", "503, rejected*2, 200*2, hangs", 4);
  }

  @OnEveryJdk
  void probeWhoseBodyTakesLongerThanItsLeaseHasSucceeded(Jdk jdk) {
    assertGuarded(jdk, "probes.long-body", "503, rejected, 200*2, arrives", 4);
  }

  @OnEveryJdk
  void probeThatTimesOutHasFailed(Jdk jdk) {
    assertGuarded(jdk, "probes.timed-out", "503, timeout, rejected, 200*2", 4);
  }

  @OnEveryJdk
  void cancelledProbesGiveTheirPlacesBackOnce(Jdk jdk) {
    assertGuarded(
        jdk,
        "probes.cancelled",
        "503*2, rejected, cancelled*5, rejected, cancelled*5, 200*5, rejected*7",
        17);
  }

  @OnEveryJdk
  void probeThatSaysNothingGivesItsPlaceBack(Jdk jdk) {
    assertGuarded(jdk, "probes.neutral", "503, 429*3, 200*2", 6);
  }

  @OnEveryJdk
  void whatWasBegunBeforeItOpenedCountsNothingLater(Jdk jdk) {
    assertGuarded(jdk, "probes.late", "503*2, 200, 503*5, 200*3", 11);
  }

  @OnEveryJdk
  void streamHasSucceededWithItsHead(Jdk jdk) {
    assertGuarded(jdk, "probes.stream", "503, head 200, 200*3, whole", 5);
  }

  @OnEveryJdk
  void goodAnswersWhoseBodiesAreClosedCloseIt(Jdk jdk) {
    for (String scenario : new String[] {"probes.closed-unread", "probes.closed-early"}) {
      assertGuarded(jdk, scenario, "503*2, 200*5, then, 200*12", 19);
    }
  }

  @OnEveryJdk
  void bodyHasSucceededWithItsEnd(Jdk jdk) {
    assertGuarded(jdk, "probes.body", "503, head 200, rejected*2, whole, 200*2", 4);
  }
}
