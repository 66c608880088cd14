package io.fusebox.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lines on the process's stderr, with one prefix. Written straight to the descriptor: System.err
 * may have been replaced by the application, and its code must not run within ours, least of all
 * while a class is being loaded. Thread-safe.
 *
 * <p>A stderr that nobody reads blocks who writes to it. So one thread writes, started at need, and
 * a queue waits. What is said while calls are served goes through {@link #later}, which never waits
 * and drops what is too much. What is said at start, on a reload or when something of ours fails
 * goes through {@link #line}, which waits until it is written, but not for long, and not at all
 * while nothing is taken.
 */
final class Log implements Runnable {

  private static final int LONGEST_QUEUE = 256;
  private static final long PATIENCE_MILLIS = 1_000;

  private final OutputStream err;
  private final AtomicBoolean writing = new AtomicBoolean();
  private volatile @Nullable ThreadFactory threads;

  // Guarded by the queue; held for a few instructions, never while anything is written.
  private final ArrayDeque<String> queue = new ArrayDeque<>();
  private int inHand;
  private int dropped;
  private boolean stuck;

  Log() {
    this(new FileOutputStream(FileDescriptor.err));
  }

  Log(OutputStream err) {
    this.err = err;
  }

  /** Who makes the thread that writes; until then, everything is written at once. */
  void writeBy(ThreadFactory factory) {
    threads = factory;
  }

  /** Writes one line, and returns when it is written or stderr has not taken it for a second. */
  void line(String text) {
    lines(Collections.singletonList(text));
  }

  /** The same for several. */
  void lines(List<String> texts) {
    if (texts.isEmpty()) {
      return;
    }
    synchronized (queue) {
      queue.addAll(texts);
    }
    if (!startWriting()) {
      flush();
    }
    awaitWritten();
  }

  /** Writes one line soon; never blocks. Where no thread can be had it waits for the next line. */
  void later(String text) {
    if (threads == null) {
      write(text);
      return;
    }
    synchronized (queue) {
      if (queue.size() >= LONGEST_QUEUE) {
        dropped++;
        return;
      }
      queue.add(text);
    }
    // Where no thread can be had it stays in the queue: it is not worth failing a cut for.
    boolean unused = startWriting();
  }

  /** Writes what waits, on this thread. */
  void flush() {
    for (String next = take(); next != null; next = take()) {
      write(next);
      put();
    }
  }

  /** Writes one line, on this thread. A stderr that cannot be written to is nothing to fail for. */
  void write(String text) {
    try {
      err.write(("fusebox: " + text + System.lineSeparator()).getBytes(Charset.defaultCharset()));
    } catch (IOException closed) {
      // Nowhere to say it: that is what this was.
      return;
    }
  }

  @Override
  public void run() {
    do {
      try {
        flush();
      } finally {
        // Whatever ends this thread, the next line gets another.
        writing.set(false);
      }
      // A line that came between the last look and this would otherwise wait for the next one.
    } while (hasMore() && writing.compareAndSet(false, true));
  }

  /** Whether somebody writes now, or will. */
  private boolean startWriting() {
    ThreadFactory factory = threads;
    if (factory == null) {
      return false;
    }
    if (!writing.compareAndSet(false, true)) {
      return true;
    }
    boolean started = false;
    try {
      factory.newThread(this).start();
      started = true;
      return true;
    } catch (OutOfMemoryError noThread) {
      return false;
    } finally {
      if (!started) {
        writing.set(false);
      }
    }
  }

  private void awaitWritten() {
    long start = System.nanoTime();
    synchronized (queue) {
      while (!stuck && (inHand > 0 || !queue.isEmpty())) {
        long left = PATIENCE_MILLIS - (System.nanoTime() - start) / 1_000_000;
        if (left <= 0) {
          stuck = true;
          return;
        }
        try {
          queue.wait(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  private boolean hasMore() {
    synchronized (queue) {
      return !queue.isEmpty();
    }
  }

  private @Nullable String take() {
    synchronized (queue) {
      String text = queue.poll();
      if (text == null && dropped > 0) {
        text = dropped + " lines were not written: stderr did not take them";
        dropped = 0;
      }
      inHand += text == null ? 0 : 1;
      return text;
    }
  }

  /** What was taken has been written. */
  private void put() {
    synchronized (queue) {
      inHand--;
      stuck = false;
      queue.notifyAll();
    }
  }
}
