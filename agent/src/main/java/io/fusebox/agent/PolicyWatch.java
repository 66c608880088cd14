package io.fusebox.agent;

import io.fusebox.policy.file.PolicyReader;
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
      look(file, sight);
    }
    return sight.toString();
  }

  /**
   * The content alone counts: time and length may stay as they were, above all when a link is
   * swapped, and a file that is touched again and again is the same file. One that is refused for
   * its length is not read here either.
   */
  private static void look(File file, StringBuilder sight) {
    long length = file.isFile() ? file.length() : -1;
    sight.append(length).append(' ');
    if (length > PolicyReader.MAX_BYTES) {
      sight.append(file.lastModified());
    } else if (length >= 0) {
      sight.append(sum(file));
    }
    sight.append('\n');
  }

  private static long sum(File file) {
    try (InputStream in = new FileInputStream(file)) {
      return sum(in);
    } catch (IOException e) {
      return -1;
    }
  }

  /** Of no more than a file may have, whatever it is meanwhile, and a byte. */
  static long sum(InputStream in) throws IOException {
    CRC32 sum = new CRC32();
    byte[] buffer = new byte[8192];
    int left = PolicyReader.MAX_BYTES + 1;
    int count = in.read(buffer);
    while (count > 0) {
      sum.update(buffer, 0, count);
      left -= count;
      count = in.read(buffer, 0, Math.min(buffer.length, left));
    }
    return sum.getValue();
  }
}
