package io.fusebox.engine;

/**
 * Reads the three forms of date that HTTP knows: {@code Sun, 06 Nov 1994 08:49:37 GMT}, {@code
 * Sunday, 06-Nov-94 08:49:37 GMT} and {@code Sun Nov 6 08:49:37 1994}, each to the letter but that
 * the first may have a day of one digit, as {@link
 * java.time.format.DateTimeFormatter#RFC_1123_DATE_TIME} writes it. That the day of the week is the
 * right one is not asked: it says nothing that the date does not.
 *
 * <p>Walks through one text; not thread-safe. By hand, because a formatter of java.time loads
 * hundreds of classes at its first use, on somebody's call.
 */
final class HttpDate {

  /** What cannot be read. */
  static final long NONE = Long.MIN_VALUE;

  private static final String[] DAYS = {
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"
  };
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

  private final String text;
  private int at;
  private boolean wrong;

  private HttpDate(String text) {
    this.text = text;
  }

  /**
   * Milliseconds since 1970, or {@link #NONE}. Never throws.
   *
   * @param text without blanks around
   * @param reference what to take for now, in milliseconds since 1970: a year of two digits is
   *     looked for within 50 years of it
   */
  static long millis(String text, long reference) {
    HttpDate date = new HttpDate(text);
    long millis = date.read(reference);
    return date.wrong || date.at != text.length() ? NONE : millis;
  }

  private long read(long reference) {
    int comma = text.indexOf(',');
    if (comma < 0) {
      return asctime();
    }
    boolean longName = comma > 3;
    dayName(comma);
    skip(", ");
    boolean oneDigit = !longName && at + 1 < text.length() && text.charAt(at + 1) == ' ';
    long day = number(oneDigit ? 1 : 2);
    skip(longName ? "-" : " ");
    int month = month();
    skip(longName ? "-" : " ");
    long year = longName ? nearest(number(2), reference) : number(4);
    skip(" ");
    long time = time();
    skip(" GMT");
    return millis(year, month, day, time);
  }

  private long asctime() {
    dayName(3);
    skip(" ");
    int month = month();
    skip(" ");
    long day = padded();
    skip(" ");
    long time = time();
    skip(" ");
    return millis(number(4), month, day, time);
  }

  /** Three letters, or the whole name. */
  private void dayName(int length) {
    for (String day : DAYS) {
      if (text.regionMatches(0, day, 0, length) && (length == 3 || day.length() == length)) {
        at = length;
        return;
      }
    }
    wrong = true;
  }

  /** 1 to 12. */
  private int month() {
    for (int month = 1; month <= 12; month++) {
      if (text.regionMatches(at, MONTHS, (month - 1) * 3, 3)) {
        at += 3;
        return month;
      }
    }
    wrong = true;
    return 1;
  }

  /** Milliseconds of the day. The 60th second is a leap second. */
  private long time() {
    long hour = number(2);
    skip(":");
    long minute = number(2);
    skip(":");
    long second = number(2);
    wrong |= hour > 23 || minute > 59 || second > 60;
    return ((hour * 60 + minute) * 60 + second) * 1000;
  }

  /** Two digits, or a blank and one. */
  private long padded() {
    if (at < text.length() && text.charAt(at) == ' ') {
      at++;
      return number(1);
    }
    return number(2);
  }

  private long number(int digits) {
    long number = 0;
    for (int end = at + digits; at < end; at++) {
      int digit = at < text.length() ? text.charAt(at) - '0' : -1;
      if (digit < 0 || digit > 9) {
        wrong = true;
        return 0;
      }
      number = number * 10 + digit;
    }
    return number;
  }

  private void skip(String expected) {
    wrong |= !text.startsWith(expected, at);
    at += expected.length();
  }

  /** The year with these last two digits that is more than -50 and at most 50 from now. */
  private static long nearest(long digits, long reference) {
    // Exact to a day or so, which is enough to tell a century by.
    long now = 1970 + Math.floorDiv(reference, 31_556_952_000L);
    return now + 50 - Math.floorMod(now + 50 - digits, 100L);
  }

  private long millis(long year, int month, long day, long timeOfDay) {
    wrong |= day < 1 || day > daysOf(month, year);
    // Years that begin in March put the leap day last.
    long shifted = month > 2 ? year : year - 1;
    long days =
        shifted * 365
            + Math.floorDiv(shifted, 4L)
            - Math.floorDiv(shifted, 100L)
            + Math.floorDiv(shifted, 400L)
            + (153 * ((month + 9) % 12) + 2) / 5
            + day
            - 719_469;
    return days * 86_400_000 + timeOfDay;
  }

  private static int daysOf(int month, long year) {
    if (month == 2) {
      return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }
}
