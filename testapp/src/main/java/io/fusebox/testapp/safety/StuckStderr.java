package io.fusebox.testapp.safety;

/**
 * Writes to its standard error until nothing more is taken, if nobody reads it, and then makes the
 * calls of {@link Caller}.
 */
public final class StuckStderr {

  private static final int STANDSTILL_MILLIS = 500;

  private static volatile long written;

  private StuckStderr() {}

  /** The program. */
  public static void main(String[] args) throws Exception {
    Thread writer = new Thread(StuckStderr::writeForEver, "writer");
    writer.setDaemon(true);
    writer.start();
    long before = -1;
    while (written != before) {
      before = written;
      Thread.sleep(STANDSTILL_MILLIS);
    }
    System.out.println("stuck.after=" + written);
    Caller.main(args);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes it.
  private static void writeForEver() {
    while (true) {
      System.err.println("a line of the application");
      written++;
    }
  }
}
