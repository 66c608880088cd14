package io.fusebox.weaving;

import java.util.concurrent.Callable;

/** Methods of every shape that a watch may meet. */
public class WatchedClass implements Callable<String> {

  /** Made by the test. */
  public WatchedClass() {}

  @Override
  public String call() {
    return "called";
  }

  /** Several returns, a loop, a switch, two-word locals. */
  public long many(int kind, long seed) {
    long sum = seed;
    double half = 0.5;
    for (int i = 0; i < kind; i++) {
      long square = (long) i * i;
      if (square > 50) {
        return -square;
      }
      sum += square;
    }
    switch (kind) {
      case 1:
        return sum;
      case 2:
        return (long) (half * 4);
      default:
        return sum * 2;
    }
  }

  /** Handlers of its own. */
  public String handled(String text) {
    try {
      if (text == null) {
        throw new IllegalArgumentException("none");
      }
      return text.trim();
    } catch (IllegalArgumentException e) {
      return "handled " + e.getMessage();
    } finally {
      many(0, 0);
    }
  }

  /** Ends by an exception only. */
  public void throwing(String message) {
    throw new IllegalStateException(message);
  }

  /** A lock, and nothing to give. */
  public synchronized void locked(boolean fails) {
    synchronized (this) {
      if (fails) {
        throw new IllegalStateException("locked");
      }
    }
  }

  /** No receiver. */
  public static boolean flag(String first, String second) {
    return first.equals(second);
  }

  /** Never comes back by itself. */
  public int endless(int[] values) {
    int i = 0;
    while (true) {
      values[i++]++;
    }
  }
}
