package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Our reader of dates beside that of java.time. */
class HttpDatePropertyTest {

  private static final long YEAR_0 = -62_167_219_200L;
  private static final long YEAR_9999 = 253_402_300_799L;
  private static final long NOW = Instant.parse("2026-06-01T12:00:00Z").toEpochMilli();

  private static final DateTimeFormatter IMF = form("EEE, dd MMM uuuu HH:mm:ss 'GMT'");
  private static final DateTimeFormatter ONE_DIGIT = form("EEE, d MMM uuuu HH:mm:ss 'GMT'");
  private static final DateTimeFormatter RFC850 = form("EEEE, dd-MMM-uu HH:mm:ss 'GMT'");
  private static final DateTimeFormatter ASCTIME = form("EEE MMM ppd HH:mm:ss uuuu");

  // Without the day of the week, which we do not check against the date.
  private static final DateTimeFormatter IMF_REST = form(", dd MMM uuuu HH:mm:ss 'GMT'");
  private static final List<String> DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");

  @Property(tries = 2000)
  void everySecondOfTenThousandYearsIsReadInThreeForms(
      @ForAll @LongRange(min = YEAR_0, max = YEAR_9999) long second) {
    ZonedDateTime time = Instant.ofEpochSecond(second).atZone(ZoneOffset.UTC);
    assertEquals(second * 1000, HttpDate.millis(IMF.format(time), NOW));
    assertEquals(second * 1000, HttpDate.millis(ASCTIME.format(time), NOW));
    assertEquals(second * 1000, HttpDate.millis(ONE_DIGIT.format(time), NOW));
  }

  @Property(tries = 2000)
  void aYearOfTwoDigitsIsTheOneNearestToNow(
      @ForAll @IntRange(min = -49 * 365, max = 49 * 365) int days,
      @ForAll @LongRange(min = 0, max = 86_399) long seconds,
      @ForAll @IntRange(max = 300) int yearsFromNow) {
    ZonedDateTime now = Instant.ofEpochMilli(NOW).atZone(ZoneOffset.UTC).plusYears(yearsFromNow);
    ZonedDateTime time = now.plusDays(days).plusSeconds(seconds);
    long expected = time.toEpochSecond() * 1000;
    assertEquals(expected, HttpDate.millis(RFC850.format(time), now.toEpochSecond() * 1000));
  }

  @Provide
  Arbitrary<Character> characters() {
    return Arbitraries.chars().with("0123456789 :,-GMTJanFebSu\u0660");
  }

  /** One character changed, left out or put in: what is still a date is the same date for both. */
  @Property(tries = 5000)
  void whatIsNearlyADateIsReadAsJavaTimeReadsIt(
      @ForAll @LongRange(min = YEAR_0, max = YEAR_9999) long second,
      @ForAll @IntRange(max = 28) int at,
      @ForAll("characters") char with,
      @ForAll @IntRange(max = 2) int how) {
    String text = IMF.format(Instant.ofEpochSecond(second).atZone(ZoneOffset.UTC));
    String rest = text.substring(how == 2 ? at : Math.min(text.length(), at + 1));
    String damaged = text.substring(0, at) + (how == 0 ? "" : with) + rest;
    assertEquals(reference(damaged), HttpDate.millis(damaged, NOW), damaged);
  }

  @Property(tries = 3000)
  void noTextMakesItThrow(@ForAll String text, @ForAll long reference) {
    long millis = HttpDate.millis(text, reference);
    assertTrue(millis == HttpDate.NONE || text.length() >= 24);
  }

  @Property(tries = 3000)
  void noPieceOfADateMakesItThrow(
      @ForAll @IntRange(max = 30) int from, @ForAll @IntRange(max = 30) int to) {
    for (String date :
        List.of(
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994")) {
      String piece = date.substring(Math.min(from, date.length()));
      piece = piece.substring(0, Math.min(to, piece.length()));
      boolean whole = piece.equals(date);
      assertEquals(whole, HttpDate.millis(piece, NOW) != HttpDate.NONE, piece);
    }
  }

  @Example
  void daysThatNoMonthHasAreNoDates() {
    assertNone("Wed, 30 Feb 2028 08:49:37 GMT");
    assertNone("Wed, 29 Feb 2027 08:49:37 GMT");
    assertNone("Wed, 29 Feb 2100 08:49:37 GMT");
    assertNone("Wed, 31 Apr 2027 08:49:37 GMT");
    assertNone("Wed, 00 Apr 2027 08:49:37 GMT");
    assertNone("Wed, 01 Apr 2027 24:00:00 GMT");
    assertNone("Wed, 01 Apr 2027 08:60:00 GMT");
  }

  @Example
  void otherZonesAndOtherFormsAreNoDates() {
    assertNone("Sun, 06 Nov 1994 08:49:37 CET");
    assertNone("Sun, 06 Nov 1994 08:49:37 +0000");
    assertNone("1994-11-06T08:49:37Z");
    assertNone("Sund, 06-Nov-94 08:49:37 GMT");
    assertNone("Su, 06 Nov 1994 08:49:37 GMT");
    assertNone("sun, 06 nov 1994 08:49:37 gmt");
  }

  @Example
  void aLeapSecondIsTheNextSecond() {
    assertEquals(
        Instant.parse("2017-01-01T00:00:00Z").toEpochMilli(),
        HttpDate.millis("Sat, 31 Dec 2016 23:59:60 GMT", NOW));
  }

  private static void assertNone(String text) {
    assertEquals(HttpDate.NONE, HttpDate.millis(text, NOW), text);
  }

  private static long reference(String text) {
    // java.time reads years before the year 0.
    if (text.length() < 3 || text.indexOf('-') >= 0 || !DAYS.contains(text.substring(0, 3))) {
      return HttpDate.NONE;
    }
    // java.time knows no second 60.
    boolean leap = text.endsWith(":60 GMT");
    String second59 = leap ? text.replace(":60 GMT", ":59 GMT") : text;
    String rest = second59.substring(3).replaceFirst("^, (?=[0-9] )", ", 0");
    try {
      long second = ZonedDateTime.parse(rest, IMF_REST).toEpochSecond();
      return (leap ? second + 1 : second) * 1000;
    } catch (DateTimeParseException e) {
      return HttpDate.NONE;
    }
  }

  private static DateTimeFormatter form(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH)
        .withResolverStyle(ResolverStyle.STRICT)
        .withZone(ZoneOffset.UTC);
  }
}
