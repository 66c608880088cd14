package io.fusebox.testapp.demo;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Two columns beside a clock, written as things happen. Thread-safe. */
final class Board {

  /** Which column. */
  enum Side {
    WITHOUT,
    WITH
  }

  /** What happens on both sides within so long stands in one row. */
  private static final long JOIN_MILLIS = 60;

  private static final int WIDTH = 44;
  private static final String ROW = "%6s | %-" + WIDTH + "s | %s";

  private final PrintStream out;
  private final long startNanos = System.nanoTime();

  // Guarded by this: what waits a moment for the other side, to share a row with it.
  private Side waitingSide = Side.WITHOUT;
  private @Nullable String waitingText;
  private String waitingClock = "";
  private int tickets;

  Board(PrintStream out) {
    this.out = out;
  }

  /** What stands over the columns. */
  synchronized void titles(String without, String with) {
    line(row("clock", without, with));
    line("-".repeat(7) + "+" + "-".repeat(WIDTH + 2) + "+" + "-".repeat(WIDTH + 1));
  }

  /** A line over the whole width, with an empty row before it. */
  synchronized void heading(String text) {
    line(row("", "", ""));
    line(text);
  }

  /** Something happened on one side now. */
  synchronized void happened(Side side, String text) {
    if (waitingSide != side && waitingText != null) {
      rows(side == Side.WITHOUT ? text : waitingText, side == Side.WITHOUT ? waitingText : text);
      waitingText = null;
      return;
    }
    flush();
    waitingSide = side;
    waitingText = text;
    waitingClock = clock();
    int ticket = ++tickets;
    CompletableFuture.delayedExecutor(JOIN_MILLIS, TimeUnit.MILLISECONDS)
        .execute(() -> flush(ticket));
  }

  synchronized void line(String text) {
    flush();
    print(text);
  }

  private synchronized void flush(int ticket) {
    if (ticket == tickets) {
      flush();
    }
  }

  private void flush() {
    String text = waitingText;
    if (text != null) {
      waitingText = null;
      rows(waitingSide == Side.WITHOUT ? text : "", waitingSide == Side.WITHOUT ? "" : text);
    }
  }

  private void rows(String without, String with) {
    List<String> left = wrap(without);
    List<String> right = wrap(with);
    for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
      String clock = i == 0 ? waitingClock : "";
      print(row(clock, i < left.size() ? left.get(i) : "", i < right.size() ? right.get(i) : ""));
    }
  }

  private void print(String text) {
    out.println(text.stripTrailing());
    out.flush();
  }

  private String clock() {
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
  }

  private static String row(String clock, String without, String with) {
    return String.format(Locale.ROOT, ROW, clock, without, with);
  }

  /** Breaks a text at blanks, or within a word that is too long; what follows is indented. */
  private static List<String> wrap(String text) {
    List<String> parts = new ArrayList<>();
    String rest = text;
    while (rest.length() > WIDTH) {
      int blank = rest.lastIndexOf(' ', WIDTH);
      int end = blank > WIDTH / 2 ? blank : WIDTH;
      parts.add(rest.substring(0, end));
      rest = "  " + rest.substring(end).trim();
    }
    parts.add(rest);
    return parts;
  }
}
