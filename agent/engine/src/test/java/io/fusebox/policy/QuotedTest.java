package io.fusebox.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotedTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "https://u:p@h/x https://***@h/x",
        "https://u:p/w,q@h/x https://***@h/x",
        "u:p@h ***@h",
        "u:p//w@h ***@h",
        "jdbc:oracle:thin:scott/tiger@//h:1/x jdbc:oracle:***@//h:1/x",
        "jdbc:x://h/db?user=u&password=p&a=b jdbc:x://h/db?user=u&password=***",
        "jdbc:x://h;PWD=p;a=b jdbc:x://h;PWD=***",
        "http://h/\u0130?Password=p http://h/\\u0130?Password=***",
        "http://h/?token=t&password=p http://h/?token=***",
        "800ms 800ms",
      })
  void secretsAreCutOut(String text, String quoted) {
    assertEquals(quoted, Quoted.of(text));
  }

  @Test
  void whatIsLeftIsOneShortLineOfAscii() {
    assertEquals("a\\u000ab\\u00fc\\u001b[31m", Quoted.of("a\nb\u00fc\u001b[31m"));
    assertEquals(120, Quoted.of("x".repeat(500)).length());
    assertEquals("x...", Quoted.of("x".repeat(500)).substring(116));
  }

  @Test
  void whatComesLaterMakesASecretOfWhatIsShown() {
    assertEquals("***@h", Quoted.of("u:" + "p".repeat(500) + "@h"));
    String lateSecret = "a=b;token=t" + ";c".repeat(500) + ";password=p";
    assertEquals("a=b;token=***", Quoted.of(lateSecret));
  }
}
