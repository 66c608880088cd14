package io.fusebox.policy.file;

import io.fusebox.policy.Quoted;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Why a file could not be read, in words. Loaded only then. */
final class ContentProblems {

  private ContentProblems() {}

  static String notAFile(File file) {
    if (!file.exists()) {
      File closed = closedDirectory(file);
      return closed == null
          ? unseen(file)
          : "cannot be read: Permission denied for the directory " + Quoted.of(closed.getPath());
    }
    return file.isDirectory() ? "is a directory (expected a file)" : "is not a regular file";
  }

  /** The directory that may not be entered, so that the file cannot even be seen; or null. */
  private static @Nullable File closedDirectory(File file) {
    File parent = file.getAbsoluteFile().getParentFile();
    while (parent != null && !parent.exists()) {
      parent = parent.getParentFile();
    }
    return parent != null && parent.isDirectory() && !parent.canExecute() ? parent : null;
  }

  /** Why there seems to be none: behind a link may be a directory that may not be entered. */
  private static String unseen(File file) {
    try {
      new FileInputStream(file).close();
    } catch (IOException | SecurityException e) {
      String reason = reason(e.getMessage());
      return reason.startsWith("No such file") ? "no such file" : "cannot be read: " + reason;
    }
    return "came into being only now (expected a file that stays)";
  }

  static String tooLarge(long bytes) {
    return "is too large: "
        + bytes
        + " bytes (expected at most "
        + PolicyReader.MAX_BYTES
        + ", 8 MiB)";
  }

  static String unreadable(Exception e) {
    return "cannot be read: " + reason(e.getMessage());
  }

  /** The reason at the end of "NAME (REASON)". */
  private static String reason(@Nullable String message) {
    if (message == null) {
      return "unknown reason";
    }
    int open = message.lastIndexOf('(');
    boolean enclosed = open >= 0 && message.endsWith(")");
    return Quoted.of(enclosed ? message.substring(open + 1, message.length() - 1) : message);
  }

  static String binary(byte b) {
    if (b == 0) {
      return "a zero byte: this is no text file (expected UTF-8 text)";
    }
    return "byte 0x" + Integer.toHexString(b & 0xff) + " is not UTF-8 (expected UTF-8 text)";
  }

  static int line(byte[] bytes, int at) {
    int line = 1;
    for (int i = 0; i < at; i++) {
      boolean end = bytes[i] == '\n' || (bytes[i] == '\r' && bytes[i + 1] != '\n');
      line += end ? 1 : 0;
    }
    return line;
  }
}
