package io.fusebox.testapp.safety;

import java.util.Arrays;

/**
 * Makes calls of {@link Caller} before its end and others in a shutdown hook, beside one that takes
 * a while, and then kills the process if it was given as a negative number: {@code NUMBER-BEFORE
 * MILLIS CALL...}.
 */
public final class CallsAtExit {

  private CallsAtExit() {}

  /** The program. */
  public static void main(String[] args) throws Exception {
    int before = 2 + Integer.parseInt(args[0]);
    long millis = Long.parseLong(args[1]);
    Caller caller = new Caller(System.out);
    Runtime hooks = Runtime.getRuntime();
    hooks.addShutdownHook(
        new Thread(() -> calls(caller, Arrays.copyOfRange(args, before, args.length))));
    hooks.addShutdownHook(new Thread(() -> pause(millis)));
    calls(caller, Arrays.copyOfRange(args, 2, before));
  }

  private static void calls(Caller caller, String[] calls) {
    try {
      for (String call : calls) {
        caller.call(call);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(Math.abs(millis));
      if (millis < 0) {
        Runtime.getRuntime().halt(0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
