package io.fusebox.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lines on the process's stderr, with one prefix. Written straight to the descriptor: System.err
 * may have been replaced by the application, and its code must not run within ours, least of all
 * while a class is being loaded. Thread-safe.
 *
 * <p>A stderr that nobody reads blocks who writes to it. What is said while calls are served goes
 * through {@link #later}: one thread writes, a bounded queue waits, and what does not fit is
 * counted.
 */
final class Log implements Runnable {

  private static final int LONGEST_QUEUE = 256;

  private final OutputStream err;
  private final AtomicBoolean writing = new AtomicBoolean();
  private volatile @Nullable ThreadFactory threads;

  // Guarded by itself; held for a few instructions, never while anything is written.
  private final ArrayDeque<String> queue = new ArrayDeque<>();
  private int dropped;

  Log() {
    this(new FileOutputStream(FileDescriptor.err));
  }

  Log(OutputStream err) {
    this.err = err;
  }

  /** Who makes the thread that writes; until then {@link #later} writes at once. */
  void writeBy(ThreadFactory factory) {
    threads = factory;
  }

  /** Writes one line, now. A stderr that cannot be written to is nothing to fail for. */
  void line(String text) {
    try {
      err.write(("fusebox: " + text + System.lineSeparator()).getBytes(Charset.defaultCharset()));
    } catch (IOException closed) {
      // Nowhere to say it: that is what this was.
      return;
    }
  }

  /** Writes one line soon; never blocks. */
  void later(String text) {
    ThreadFactory factory = threads;
    if (factory == null) {
      line(text);
      return;
    }
    synchronized (queue) {
      if (queue.size() >= LONGEST_QUEUE) {
        dropped++;
        return;
      }
      queue.add(text);
    }
    if (writing.compareAndSet(false, true)) {
      boolean started = false;
      try {
        factory.newThread(this).start();
        started = true;
      } finally {
        if (!started) {
          writing.set(false);
        }
      }
    }
  }

  /** Writes what waits. */
  void flush() {
    for (String next = take(); next != null; next = take()) {
      line(next);
    }
  }

  @Override
  public void run() {
    do {
      flush();
      writing.set(false);
      // A line that came between the last look and this would otherwise wait for the next one.
    } while (hasMore() && writing.compareAndSet(false, true));
  }

  private boolean hasMore() {
    synchronized (queue) {
      return !queue.isEmpty();
    }
  }

  private @Nullable String take() {
    synchronized (queue) {
      if (dropped > 0 && queue.isEmpty()) {
        String text = dropped + " lines were not written: stderr did not take them";
        dropped = 0;
        return text;
      }
      return queue.poll();
    }
  }
}
