package io.fusebox.agent;

/** Looks at what a class file names, without reading more of it than that. Stateless. */
final class Constants {

  private static final int FIRST = 10;

  private Constants() {}

  /** Whether any of its texts begins with that, which is how it names classes. */
  static boolean name(byte[] classFile, String prefix) {
    int count = unsigned(classFile, FIRST - 2);
    int at = FIRST;
    for (int i = 1; i < count; i++) {
      switch (classFile[at]) {
        case 1: // a text
          int length = unsigned(classFile, at + 1);
          if (startsWith(classFile, at + 3, length, prefix)) {
            return true;
          }
          at += 3 + length;
          break;
        case 5: // a long or a double takes two places
        case 6:
          at += 9;
          i++;
          break;
        case 7: // a class, a string, a method type, a module, a package
        case 8:
        case 16:
        case 19:
        case 20:
          at += 3;
          break;
        case 15: // a method handle
          at += 4;
          break;
        case 3: // numbers, members, names with types, what is made dynamically
        case 4:
        case 9:
        case 10:
        case 11:
        case 12:
        case 17:
        case 18:
          at += 5;
          break;
        default:
          return true; // Newer than this: whoever reads it wholly will know.
      }
    }
    return false;
  }

  private static boolean startsWith(byte[] text, int from, int length, String prefix) {
    if (length < prefix.length()) {
      return false;
    }
    for (int i = 0; i < prefix.length(); i++) {
      if (text[from + i] != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int unsigned(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
  }
}
