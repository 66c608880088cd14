package io.fusebox.agent;

import java.io.File;
import java.util.List;

/**
 * Looks every two seconds whether the policy files have changed. Sleeps before its first look, so
 * that nothing of it runs while the JVM starts. A change is taken when the files have stood still
 * from one look to the next: half a file may be valid and mean something else.
 */
final class PolicyWatch implements Runnable {

  private static final long POLL_MILLIS = 2_000;

  private final Reload reload;
  private List<File> files;
  private String taken;

  PolicyWatch(List<File> files, Reload reload) {
    this.files = files;
    this.reload = reload;
    this.taken = look(files);
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
      } catch (InterruptedException e) {
        return;
      }
      String before = seen;
      seen = look(files);
      if (!seen.equals(taken) && seen.equals(before)) {
        files = reload.reload();
        seen = look(files);
        taken = seen;
      }
    }
  }

  /** What can be seen of the files without reading them; follows links, so a swapped one shows. */
  private static String look(List<File> files) {
    StringBuilder sight = new StringBuilder();
    for (File file : files) {
      sight.append(file.lastModified()).append(' ').append(file.length()).append('\n');
    }
    return sight.toString();
  }
}
