package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetryAfterTest {

  private static final String SENT = "Sun, 06 Nov 1994 08:49:37 GMT";
  private static final long SENT_MILLIS = Instant.parse("1994-11-06T08:49:37Z").toEpochMilli();
  private static final long NONE = RetryAfter.NONE;

  @Test
  void secondsAreSeconds() {
    assertEquals(0, of("0"));
    assertEquals(2 * Retries.SECOND, of("2"));
    assertEquals(120 * Retries.SECOND, of("0120"));
  }

  @Test
  void blanksAroundAreNoPartOfTheValue() {
    assertEquals(2 * Retries.SECOND, of(" 2 "));
    assertEquals(2 * Retries.SECOND, of("\t2"));
  }

  @Test
  void whatIsNoWholeNumberIsIgnored() {
    for (String value : List.of("1.5", "-3", "+3", "abc", "", " ", "1 2", "1,2", "0x1", "1s")) {
      assertEquals(NONE, of(value), "'" + value + "'");
    }
  }

  @Test
  void digitsOfOtherScriptsAreNotDigits() {
    assertEquals(NONE, of("\u0662"));
  }

  @Test
  void numbersThatNoLongHoldsAreBeyondEverything() {
    assertEquals(RetryAfter.BEYOND, of("99999999999999999999"));
    assertEquals(RetryAfter.BEYOND, of("9223372037"));
    assertEquals(RetryAfter.BEYOND, of("9".repeat(10_000)));
    assertEquals(9_223_372_036L * Retries.SECOND, of("9223372036"));
  }

  @Test
  void aDateThatHasPassedIsNow() {
    assertEquals(0, dated("Sun, 06 Nov 1994 08:49:36 GMT", SENT, 0));
    assertEquals(0, dated(SENT, SENT, 0));
  }

  @Test
  void aDateIsComparedWithTheDateOfTheResponse() {
    long wrongClock = SENT_MILLIS + 3_600_000;
    assertEquals(2 * Retries.SECOND, dated("Sun, 06 Nov 1994 08:49:39 GMT", SENT, wrongClock));
  }

  @Test
  void aDateIsComparedWithOurClockWhereTheResponseHasNone() {
    assertEquals(
        1500 * Retries.MILLI, dated("Sun, 06 Nov 1994 08:49:39 GMT", null, SENT_MILLIS + 500));
  }

  @Test
  void aDateOfTheResponseThatCannotBeReadIsAsNone() {
    assertEquals(
        2 * Retries.SECOND, dated("Sun, 06 Nov 1994 08:49:39 GMT", "yesterday", SENT_MILLIS));
  }

  @Test
  void allThreeFormsOfADateAreRead() {
    assertEquals(2 * Retries.SECOND, dated("Sunday, 06-Nov-94 08:49:39 GMT", SENT, SENT_MILLIS));
    assertEquals(2 * Retries.SECOND, dated("Sun Nov  6 08:49:39 1994", SENT, SENT_MILLIS));
    assertEquals(
        2 * Retries.SECOND,
        dated("Sun Nov  6 08:49:39 1994", "Sunday, 06-Nov-94 08:49:37 GMT", SENT_MILLIS));
  }

  @Test
  void aDateOfAnotherMillenniumIsBeyondEverything() {
    assertEquals(RetryAfter.BEYOND, dated("Fri, 31 Dec 9999 23:59:59 GMT", SENT, SENT_MILLIS));
    assertEquals(RetryAfter.BEYOND, dated("Fri, 31 Dec 9999 23:59:59 GMT", null, Long.MIN_VALUE));
  }

  @Test
  void theLongerOfTwoHeadersCounts() {
    assertEquals(3 * Retries.SECOND, of("1", "3"));
    assertEquals(3 * Retries.SECOND, of("3", "1"));
    assertEquals(3 * Retries.SECOND, of("nonsense", "3"));
    assertEquals(0, of("-1", "0"));
  }

  @Test
  void withoutTheHeaderThereIsNothing() {
    assertEquals(NONE, RetryAfter.nanos(List.of(), SENT, SENT_MILLIS));
  }

  private static long of(String... values) {
    return RetryAfter.nanos(List.of(values), null, SENT_MILLIS);
  }

  private static long dated(String value, @Nullable String date, long wallMillis) {
    return RetryAfter.nanos(List.of(value), date, wallMillis);
  }
}
