package io.fusebox.bench;

import java.io.PrintStream;
import java.util.Locale;

/** Writes Markdown. */
final class Tables {

  private final PrintStream out;

  Tables(PrintStream out) {
    this.out = out;
  }

  void line(String text) {
    out.println();
    out.println(text);
    out.flush();
  }

  void title(String title, String... columns) {
    line("### " + title);
    out.println();
    row(columns);
    out.println("|" + " --- |".repeat(columns.length));
  }

  void row(String... cells) {
    out.println("| " + String.join(" | ", cells) + " |");
    out.flush();
  }

  static String number(double value, int decimals) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
