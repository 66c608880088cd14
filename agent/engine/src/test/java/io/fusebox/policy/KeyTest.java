package io.fusebox.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTest {

  @Test
  void theTableIsConsistent() {
    for (int i = 0; i < Key.ALL.size(); i++) {
      Key key = Key.ALL.get(i);
      assertEquals(i, key.index(), key.name());
      assertTrue(key.builtIn().equals("-") || key.accepts(key.builtIn()), key.name());
      assertTrue(key.doc().endsWith("."), key.name());
      assertFalse(key.allowed().isEmpty());
    }
  }

  /** Else two keys of two policies could share an environment variable. */
  @Test
  void noKeyEndsAsAVariableOfAnother() {
    for (Key key : Key.ALL) {
      for (Key other : Key.ALL) {
        boolean policies = key.isIn(Key.POLICY) && other.isIn(Key.POLICY) && key != other;
        assertFalse(policies && variable(key).endsWith("_" + variable(other)), key + ", " + other);
      }
    }
  }

  private static String variable(Key key) {
    return key.name().toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  @ParameterizedTest
  @CsvSource({
    "1ms, 1000000",
    "250ms, 250000000",
    "2s, 2000000000",
    "1m, 60000000000",
    "1h, 3600000000000",
    "24h, 86400000000000",
    "86400s, 86400000000000",
    "007s, 7000000000",
    "none, 9223372036854775807",
    "off, 9223372036854775807"
  })
  void durationsAreRead(String text, long nanos) {
    assertEquals(nanos, Setting.parseNanos(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0ms",
        "0",
        "5",
        "-5s",
        "+5s",
        "1.5s",
        "5 s",
        "5S",
        "25h",
        "86401s",
        "86400001ms",
        "1441m",
        "99999999999999999999ms",
        "9223372036854775807h",
        "ms",
        "5d",
        "5us",
        "5ns",
        "1s500ms",
        "on",
        "\u0665s"
      })
  void anythingElseIsNone(String text) {
    assertEquals(-1, Setting.parseNanos(text));
  }
}
