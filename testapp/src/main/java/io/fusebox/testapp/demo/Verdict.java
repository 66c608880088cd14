package io.fusebox.testapp.demo;

import io.fusebox.testapp.demo.Shop.Ending;
import io.fusebox.testapp.fault.Hit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Compares what was seen with what the demo claims, and sums it up. One thread. */
final class Verdict {

  private static final long BOUND_MILLIS = 800;
  private static final long LATEST_MILLIS = 1200;

  /** The request reaches the server a little after the call began. */
  private static final long EARLIEST_CLOSE_MILLIS = 600;

  private static final String CUT_BY = "policy payments, timeout.total = 800ms";
  private static final String ROW = "  %-46s %-24s %s";

  private final Shop without;
  private final Shop with;
  private final Claims claims = new Claims();
  private final List<String> table = new ArrayList<>();
  private final List<String> closes = new ArrayList<>();

  Verdict(Shop without, Shop with) {
    this.without = without;
    this.with = with;
  }

  /** A step is over: takes down how it went on both sides. */
  void saw(Step step) throws InterruptedException {
    Ending plain = without.ending(step.user).getNow(new Ending("hangs", 0, ""));
    Ending guarded = with.ending(step.user).getNow(new Ending("hangs", 0, ""));
    checkPlain(step, plain);
    claims.check(step + " with: fails", Ending.isFailed(guarded), guarded.how);
    claims.checkRange(step + " with: cut at, ms", BOUND_MILLIS, LATEST_MILLIS, guarded.millis);
    claims.check(
        step + " with: HttpTimeoutException that names its policy",
        guarded.text.startsWith("java.net.http.HttpTimeoutException: ")
            && guarded.text.contains(CUT_BY),
        guarded.text);
    long closed = with.closedAfterMillis(step.path, 0);
    claims.checkRange(
        step + " with: server sees the close at, ms", EARLIEST_CLOSE_MILLIS, LATEST_MILLIS, closed);
    closes.add(String.valueOf(closed));
    row(rowName(step), told(plain), guarded.how + " after " + guarded.millis + " ms");
  }

  private void checkPlain(Step step, Ending plain) throws InterruptedException {
    if (step == Step.RECEIPT) {
      claims.check(step + " without: returns", plain.how.equals("returned"), plain.how);
      claims.checkRange(step + " without: takes, ms", 2900, 4000, plain.millis);
    } else {
      claims.check(step + " without: hangs", plain.how.equals("hangs"), plain.how);
      long closed = without.closedAfterMillis(step.path, 0);
      claims.check(
          step + " without: server sees no close", closed == Hit.STILL_OPEN, closed + " ms");
    }
  }

  /** The rush hour is over. */
  void sawRush(@Nullable Ending plain, @Nullable Ending guarded) {
    String[] stuck = plain == null ? new String[5] : plain.text.split(" ", -1);
    String[] flows = guarded == null ? new String[5] : guarded.text.split(" ", -1);
    claims.check("rush without: catalogue refused 5 times", "5".equals(stuck[2]), stuck[2]);
    claims.check("rush without: all 4 workers in payments", "4".equals(stuck[4]), stuck[4]);
    claims.check("rush with: catalogue never refused", "0".equals(flows[2]), flows[2]);
    claims.check("rush with: catalogue answers 8 times", "8".equals(flows[3]), flows[3]);
    claims.check("rush with: at most 2 workers in payments", "2".equals(flows[4]), flows[4]);
    row("4. workers in payments at once, at most", stuck[4] + " of 4", flows[4] + " of 4");
    row("   catalogue refused", stuck[2] + " of 8", flows[2] + " of 8");
    row(
        "server saw the connections close, when hung",
        "never",
        "at " + String.join(", ", closes) + " ms");
  }

  /** Prints the table and the verdict; whether every claim held. */
  boolean print(Board board) {
    board.line("");
    board.line(String.format(Locale.ROOT, ROW, "In short", "without", "with Fusebox"));
    table.forEach(board::line);
    board.line("");
    for (String failed : claims.failed()) {
      board.line("NOT OBSERVED: " + failed);
    }
    boolean all = claims.failed().isEmpty();
    if (all) {
      board.line("All " + claims.checked() + " claims were checked and observed.");
    }
    board.line("Read on: " + Demo.POLICY + " is the policy, line by line; README.md says how to");
    board.line("attach it to a service of yours.");
    return all;
  }

  Claims claims() {
    return claims;
  }

  /** A line of the table. */
  void row(String what, String plain, String guarded) {
    table.add(String.format(Locale.ROOT, ROW, what, plain, guarded));
  }

  private static String rowName(Step step) {
    switch (step) {
      case CHARGE:
        return "1. a server that never answers";
      case RECEIPT:
        return "2. a body that drips";
      default:
        return "3. a body that stops";
    }
  }

  private static String told(Ending ending) {
    return ending.how + (ending.millis == 0 ? "" : " after " + ending.millis + " ms");
  }
}
