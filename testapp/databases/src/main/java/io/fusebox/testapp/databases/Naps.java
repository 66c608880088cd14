package io.fusebox.testapp.databases;

/** What databases in Java call as their function {@code nap}. */
public final class Naps {

  private Naps() {}

  /** Takes so long and returns 0, as the function of that name does everywhere. */
  public static int nap(int millis) throws InterruptedException {
    Thread.sleep(millis);
    return 0;
  }
}
