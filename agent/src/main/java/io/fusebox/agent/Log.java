package io.fusebox.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Lines on the process's stderr, with one prefix. Written straight to the descriptor: System.err
 * may have been replaced by the application, and its code must not run within ours, least of all
 * while a class is being loaded. Thread-safe.
 */
final class Log {

  private final OutputStream err;

  Log() {
    this(new FileOutputStream(FileDescriptor.err));
  }

  Log(OutputStream err) {
    this.err = err;
  }

  /** Writes one line. A stderr that cannot be written to is nothing to fail for. */
  void line(String text) {
    try {
      err.write(("fusebox: " + text + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
    } catch (IOException closed) {
      // Nowhere to say it: that is what this was.
      return;
    }
  }
}
