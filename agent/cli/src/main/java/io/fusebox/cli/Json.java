package io.fusebox.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON (RFC 8259) in ASCII: maps as objects in their own order, iterables as arrays,
 * strings, integers, booleans and null. Stateless.
 */
final class Json {

  private Json() {}

  /** The value on lines of its own, without a line end behind it. */
  static String of(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    write(out, value, "\n");
    return out.toString();
  }

  private static void write(StringBuilder out, @Nullable Object value, String newLine) {
    if (value instanceof Map) {
      object(out, (Map<?, ?>) value, newLine);
    } else if (value instanceof Iterable) {
      array(out, (Iterable<?>) value, newLine);
    } else if (value == null || value instanceof Boolean || value instanceof Integer) {
      out.append(value);
    } else {
      string(out, value.toString());
    }
  }

  private static void object(StringBuilder out, Map<?, ?> map, String newLine) {
    out.append('{');
    String separator = newLine + "  ";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator);
      string(out, String.valueOf(entry.getKey()));
      out.append(": ");
      write(out, entry.getValue(), newLine + "  ");
      separator = "," + newLine + "  ";
    }
    out.append(map.isEmpty() ? "" : newLine).append('}');
  }

  private static void array(StringBuilder out, Iterable<?> values, String newLine) {
    out.append('[');
    String separator = newLine + "  ";
    boolean empty = true;
    for (Object value : values) {
      out.append(separator);
      write(out, value, newLine + "  ");
      separator = "," + newLine + "  ";
      empty = false;
    }
    out.append(empty ? "" : newLine).append(']');
  }

  private static void string(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c >= ' ' && c < 0x7f) {
        out.append(c);
      } else {
        out.append(String.format("\\u%04x", (int) c));
      }
    }
    out.append('"');
  }
}
