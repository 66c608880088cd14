package io.fusebox.agent;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Looks every two seconds whether the policy files have changed. Sleeps before its first look, so
 * that nothing of it runs while the JVM starts. A change is taken when the files have stood still
 * from one look to the next: half a file may be valid and mean something else.
 */
final class PolicyWatch implements Runnable {

  private static final long POLL_MILLIS = 2_000;

  private final Reload reload;
  private final FaultReport faults;
  private List<File> files;
  private String taken;

  /**
   * A watch.
   *
   * @param files what to look at
   * @param taken what {@link #look} saw of them when they were read
   */
  PolicyWatch(List<File> files, String taken, Reload reload, FaultReport faults) {
    this.files = files;
    this.taken = taken;
    this.reload = reload;
    this.faults = faults;
  }

  /** What happens when the files have changed. */
  interface Reload {
    /** Reads them again; returns the files that count from now on. */
    List<File> reload();
  }

  @Override
  public void run() {
    String seen = taken;
    while (true) {
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException notByUs) {
        // The application interrupts its thread group, say: no reason to stop watching.
        continue;
      }
      String before = seen;
      try {
        seen = look(files);
        if (!seen.equals(taken) && seen.equals(before)) {
          seen = take(seen);
        }
      } catch (Throwable e) {
        // What could not be read today may be put right tomorrow: the watch goes on.
        faults.fault("watch", e);
      }
    }
  }

  /**
   * Reads the files again; what counts as taken is what was seen before, for they may change on.
   */
  private String take(String seen) {
    taken = seen;
    List<File> now = reload.reload();
    if (!now.equals(files)) {
      boolean asRead = look(files).equals(seen);
      files = now;
      // What has changed since it was read is to be read again.
      taken = asRead ? look(now) : "";
    }
    return taken;
  }

  /** What can be seen of the files. */
  static String look(List<File> files) {
    StringBuilder sight = new StringBuilder();
    for (File file : files) {
      sight.append(file.lastModified()).append(' ').append(file.length());
      sight.append(' ').append(sum(file)).append('\n');
    }
    return sight.toString();
  }

  /** Of its content: time and length may stay as they were, above all when a link is swapped. */
  private static long sum(File file) {
    CRC32 sum = new CRC32();
    byte[] buffer = new byte[8192];
    if (!file.isFile()) {
      return -1;
    }
    try (InputStream in = new FileInputStream(file)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        sum.update(buffer, 0, count);
      }
    } catch (IOException e) {
      return -1;
    }
    return sum.getValue();
  }
}
