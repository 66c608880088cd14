package io.fusebox.testapp.demo;

import java.util.ArrayList;
import java.util.List;

/** What the demo says, and whether it was so. One thread. */
final class Claims {

  private final List<String> failed = new ArrayList<>();
  private int checked;

  /**
   * Checks one.
   *
   * @param seen what was observed, for the message if it was not so
   */
  void check(String claim, boolean holds, Object seen) {
    checked++;
    if (!holds) {
      failed.add(claim + " (seen: " + seen + ")");
    }
  }

  /** A number has to lie in a range, both ends included. */
  void checkRange(String claim, long from, long to, long seen) {
    check(claim + ", " + from + " to " + to, seen >= from && seen <= to, seen);
  }

  int checked() {
    return checked;
  }

  List<String> failed() {
    return failed;
  }
}
