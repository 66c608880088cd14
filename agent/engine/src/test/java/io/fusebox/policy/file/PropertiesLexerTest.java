package io.fusebox.policy.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The lexer against {@link Properties#load}, which it has to agree with. */
class PropertiesLexerTest {

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            "a", "b", "key", "=", ":", " ", "\t", "\f", "\n", "\r", "\r\n", "\\", "\\\\", "#", "!",
            "\\u0041", "\\n", "\\t", "\\=", "\\:", "\\ ", "\\#", "\u00fc", "\\\n", "\\\r\n", "\\\r",
            "\\u00zz", "\\q");
    return pieces.list().ofMaxSize(25).map(list -> String.join("", list));
  }

  @Property(tries = 5_000)
  void itReadsWhatPropertiesReads(@ForAll("texts") String text) throws IOException {
    Properties expected = new Properties();
    boolean malformed = false;
    try {
      expected.load(new StringReader(text));
    } catch (IllegalArgumentException e) {
      malformed = true;
    }
    Map<String, String> actual = new HashMap<>();
    boolean found = false;
    PropertiesLexer lexer = new PropertiesLexer(text.toCharArray(), text.length());
    while (lexer.next()) {
      found |= lexer.isMalformed();
      actual.put(lexer.key(), lexer.value());
    }
    assertEquals(malformed, found);
    if (!malformed) {
      // A lone backslash at the end is an entry without key and value to Properties, nothing to us.
      expected.remove("");
      actual.remove("");
      assertEquals(expected, actual);
    }
  }

  @Property(tries = 500)
  void entriesKeepTheirLine(@ForAll("texts") String text) {
    String comments = text.replaceAll("[^\r\n]+", "#");
    int lines = (comments + "x").split("\r\n|\r|\n", -1).length;
    String all = comments + "\nlast = 1";
    PropertiesLexer lexer = new PropertiesLexer(all.toCharArray(), all.length());
    assertEquals(true, lexer.next());
    boolean joined = comments.endsWith("\r");
    assertEquals(joined ? lines : lines + 1, lexer.line());
  }
}
