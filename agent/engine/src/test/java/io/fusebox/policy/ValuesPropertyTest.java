package io.fusebox.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class ValuesPropertyTest {

  @Property(tries = 500)
  void aPercentageIsReadWithinItsRangeOnly(@ForAll @IntRange(min = -50, max = 1_500) int number) {
    String text = number + "%";
    assertEquals(number >= 0 && number <= 100, Key.RETRY_RATIO.accepts(text));
    assertEquals(number >= 1 && number <= 99, Key.BREAKER_RATE.accepts(text));
    assertEquals(number >= 1 && number <= 100, Key.BREAKER_SLOW_RATE.accepts(text));
    assertFalse(Key.RETRY_RATIO.accepts(Integer.toString(number)));
    assertEquals(Math.max(-1, number), number < 0 ? -1 : Values.percent(text));
  }

  @Property(tries = 500)
  void aDecimalIsReadToTheThousandth(@ForAll @IntRange(min = 0, max = 1_000_000) int thousandths) {
    String text = new java.math.BigDecimal(thousandths).movePointLeft(3).toPlainString();
    assertEquals(thousandths, Values.thousandths(text));
    assertTrue(Key.RETRY_FLOOR.accepts(text), text);
    assertEquals(-1, Values.thousandths(text + "1"));
  }

  @Property(tries = 500)
  void aListIsReadAsItWasJoined(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 100, max = 599) Integer> statuses,
      @ForAll @IntRange(min = 0, max = 3) int separator) {
    String by = new String[] {",", ", ", " ", " , "}[separator];
    StringBuilder text = new StringBuilder();
    Set<String> expected = new LinkedHashSet<>();
    for (int status : statuses) {
      text.append(text.length() == 0 ? "" : by).append(status);
      expected.add(Integer.toString(status));
    }
    assertTrue(Key.RETRY_STATUSES.accepts(text.toString()), text.toString());
    Setting setting = new Setting(Key.RETRY_STATUSES, "", text.toString(), Origin.file("f", 1));
    assertEquals(expected, Values.set(setting));
  }

  /** Whatever the text, it is read or refused, and what is accepted can be read. */
  @Property(tries = 2_000)
  void anyTextIsReadOrRefused(
      @ForAll @StringLength(max = 12) @CharRange(from = ' ', to = '~') String text) {
    String value = text.trim();
    for (Key key : Key.ALL) {
      if (key.accepts(value) && key.isList()) {
        assertFalse(Values.items(value) == null, value);
      }
      if (key.accepts(value) && key.isCount() && !value.equals("off")) {
        assertEquals(Long.parseLong(value), Values.count(value));
      }
    }
  }
}
