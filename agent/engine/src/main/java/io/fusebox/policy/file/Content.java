package io.fusebox.policy.file;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The characters of a file, or why there are none. Immutable. */
final class Content {

  // Fixed at construction.
  final char[] text;
  final int length;
  final int line; // of the problem; 0 where it is about the whole file
  final @Nullable String problem;

  private Content(char[] text, int length, int line, @Nullable String problem) {
    this.text = text;
    this.length = length;
    this.line = line;
    this.problem = problem;
  }

  static Content of(File file) {
    try {
      // A pipe or a device could hold up the start for ever.
      String refusal = file.isFile() ? null : ContentProblems.notAFile(file);
      if (refusal == null && file.length() > PolicyReader.MAX_BYTES) {
        refusal = ContentProblems.tooLarge(file.length());
      }
      return refusal == null ? read(file) : none(0, refusal);
    } catch (IOException | SecurityException e) {
      return none(0, ContentProblems.unreadable(e));
    }
  }

  private static Content none(int line, String problem) {
    return new Content(new char[0], 0, line, problem);
  }

  private static Content read(File file) throws IOException {
    // One byte more than expected: a file that grows meanwhile is noticed.
    byte[] bytes = new byte[(int) file.length() + 1];
    int count = 0;
    InputStream in = new FileInputStream(file);
    try {
      for (int n = in.read(bytes); n > 0; n = in.read(bytes, count, bytes.length - count)) {
        count += n;
        if (count == bytes.length) {
          if (count > PolicyReader.MAX_BYTES) {
            return none(0, ContentProblems.tooLarge(count));
          }
          byte[] more = new byte[Math.min(count * 2, PolicyReader.MAX_BYTES + 1)];
          System.arraycopy(bytes, 0, more, 0, count);
          bytes = more;
        }
      }
    } finally {
      in.close();
    }
    return decode(bytes, count);
  }

  private static Content decode(byte[] bytes, int count) {
    boolean mark =
        count >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf;
    char[] text = new char[count];
    int length = 0;
    int i = mark ? 3 : 0;
    while (i < count) {
      byte b = bytes[i];
      if (b > 0) {
        text[length++] = (char) b;
        i++;
        continue;
      }
      int size = b == 0 ? 0 : sequence(bytes, i, count);
      if (size == 0) {
        return none(ContentProblems.line(bytes, i), ContentProblems.binary(b));
      }
      int point = codePoint(bytes, i, size);
      length += Character.toChars(point, text, length);
      i += size;
    }
    return new Content(text, length, 0, null);
  }

  /** How many bytes the character has that starts there; 0 where that is not UTF-8. */
  private static int sequence(byte[] bytes, int at, int count) {
    int first = bytes[at] & 0xff;
    int size =
        first >= 0xf0 && first < 0xf5
            ? 4
            : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 && first < 0xe0 ? 2 : 0;
    if (size == 0 || at + size > count) {
      return 0;
    }
    for (int i = at + 1; i < at + size; i++) {
      if ((bytes[i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    int point = codePoint(bytes, at, size);
    boolean overlong = point < (size == 3 ? 0x800 : size == 4 ? 0x10000 : 0x80);
    return overlong || point > 0x10ffff || (point >= 0xd800 && point < 0xe000) ? 0 : size;
  }

  private static int codePoint(byte[] bytes, int at, int size) {
    int point = bytes[at] & (0x7f >> size);
    for (int i = at + 1; i < at + size; i++) {
      point = point << 6 | (bytes[i] & 0x3f);
    }
    return point;
  }
}
