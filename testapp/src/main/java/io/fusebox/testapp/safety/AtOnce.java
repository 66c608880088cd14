package io.fusebox.testapp.safety;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes the calls that its arguments name, as {@link Caller} does, but all at once; only the first,
 * which loads the classes, by itself.
 */
public final class AtOnce {

  private AtOnce() {}

  /** Makes all calls and returns; what still hangs then is daemon threads. */
  public static void main(String[] args) throws Exception {
    Caller caller = new Caller(System.out);
    List<Thread> threads = new ArrayList<>();
    caller.call(args[0]);
    for (String arg : Arrays.asList(args).subList(1, args.length)) {
      Thread thread = new Thread(() -> call(caller, arg), "calls " + arg);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void call(Caller caller, String arg) {
    try {
      caller.call(arg);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
