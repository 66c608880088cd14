package io.fusebox.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ThrottleTest {

  private static final long SECOND = 1_000_000_000L;

  private final Throttle throttle = new Throttle();

  @Test
  void oneLineInTenSecondsPassesAndTellsOfTheOthers() {
    long start = Long.MAX_VALUE - SECOND;
    assertEquals(0, throttle.held("pay", start));
    assertEquals(Throttle.HOLD, throttle.held("pay", start + 1));
    assertEquals(Throttle.HOLD, throttle.held("pay", start + 9 * SECOND));
    assertEquals(2, throttle.held("pay", start + 10 * SECOND));
    assertEquals(0, throttle.held("pay", start + 20 * SECOND));
  }

  @Test
  void subjectsDoNotHoldEachOtherBack() {
    assertEquals(0, throttle.held("pay", 0));
    assertEquals(0, throttle.held("catalog", 0));
  }

  @Test
  void subjectsWithoutEndDoNotFillTheMemory() {
    for (int i = 0; i < 100_000; i++) {
      assertEquals(0, throttle.held("host" + i, 0));
    }
  }

  @Test
  void whatIsHeldBackAtTheEndIsToldOnce() {
    throttle.held("pay", 0);
    throttle.held("pay", 1);
    throttle.held("pay", 2);
    throttle.held("catalog", 0);
    assertEquals(Map.of("pay", 2L), throttle.takeHeld());
    assertEquals(Map.of(), throttle.takeHeld());
  }

  @Test
  void whatWasHeldBackOfForgottenSubjectsIsToldToo() {
    for (int i = 0; i < 2_000; i++) {
      throttle.held("host" + i, 0);
      throttle.held("host" + i, 1);
    }
    long told = 0;
    for (long held : throttle.takeHeld().values()) {
      told += held;
    }
    assertEquals(2_000, told);
  }
}
