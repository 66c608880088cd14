package io.fusebox.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON strictly, numbers as their text: what the commands print has to get through it. */
final class JsonReader {

  private final String text;
  private int at;

  private JsonReader(String text) {
    this.text = text;
  }

  static @Nullable Object read(String text) {
    JsonReader reader = new JsonReader(text);
    Object value = reader.value();
    reader.skip();
    if (reader.at != text.length()) {
      throw new IllegalArgumentException("more behind the value at " + reader.at);
    }
    return value;
  }

  private @Nullable Object value() {
    char c = next();
    if (c == '{') {
      return object();
    }
    if (c == '[') {
      return array();
    }
    if (c == '"') {
      return string();
    }
    int from = at - 1;
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    String word = text.substring(from, at);
    if (word.equals("null")) {
      return null;
    }
    if (word.equals("true") || word.equals("false")) {
      return word.equals("true");
    }
    return Integer.toString(Integer.parseInt(word));
  }

  private Map<String, @Nullable Object> object() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (char c = next(); c != '}'; c = next()) {
      expect(map.isEmpty() ? '"' : ',', c);
      if (!map.isEmpty()) {
        expect('"', next());
      }
      String key = string();
      expect(':', next());
      map.put(key, value());
    }
    return map;
  }

  private List<@Nullable Object> array() {
    List<@Nullable Object> list = new ArrayList<>();
    for (char c = next(); c != ']'; c = next()) {
      if (list.isEmpty()) {
        at--;
      } else {
        expect(',', c);
      }
      list.add(value());
    }
    return list;
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    while (text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c == '\\' && text.charAt(at) == 'u') {
        c = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
        at += 5;
      } else if (c == '\\') {
        c = text.charAt(at++);
      } else if (c < ' ') {
        throw new IllegalArgumentException("a control character at " + at);
      }
      string.append(c);
    }
    at++;
    return string.toString();
  }

  private void skip() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private char next() {
    skip();
    return text.charAt(at++);
  }

  private void expect(char expected, char actual) {
    if (expected != actual) {
      throw new IllegalArgumentException(expected + " expected at " + at + ", not " + actual);
    }
  }
}
