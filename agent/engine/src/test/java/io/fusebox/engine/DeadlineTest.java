package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same at four points of a ticker's range: it may start anywhere and wrap. */
class DeadlineTest {

  @ParameterizedTest
  @ValueSource(longs = {0, -5, Long.MAX_VALUE - 3, Long.MIN_VALUE})
  void runsDownToZeroAndStaysThere(long start) {
    Deadline deadline = Deadline.after(10, start);
    assertEquals(10, deadline.timeLeftNanos(start));
    assertEquals(1, deadline.timeLeftNanos(start + 9));
    assertFalse(deadline.isExpired(start + 9));
    assertEquals(0, deadline.timeLeftNanos(start + 10));
    assertEquals(0, deadline.timeLeftNanos(start + 1_000));
    assertTrue(deadline.isExpired(start + 10));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -5, Long.MAX_VALUE - 3, Long.MIN_VALUE})
  void theEarlierOfTwoCounts(long start) {
    Deadline early = Deadline.after(10, start);
    Deadline late = Deadline.after(20, start);
    assertSame(early, early.min(late));
    assertSame(early, late.min(early));
    assertSame(early, early.min(Deadline.NONE));
    assertSame(early, Deadline.NONE.min(early));
    assertSame(Deadline.NONE, Deadline.NONE.min(Deadline.NONE));
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE / 2})
  void whatIsTooFarToReachIsNone(long nanos) {
    assertSame(Deadline.NONE, Deadline.after(nanos, 7));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void whatHasPassedIsNotForEver(long nanos) {
    assertTrue(Deadline.after(nanos, 7).isExpired(7));
    assertEquals(0, Deadline.after(nanos, 7).timeLeftNanos(7));
  }
}
