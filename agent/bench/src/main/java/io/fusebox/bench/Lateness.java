package io.fusebox.bench;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** How long after its bound the application has the failure of a call that is cut. */
final class Lateness {

  private static final int BOUND_MILLIS = 50;

  private Lateness() {}

  static void run(Kit kit, Options options, Tables tables) throws IOException {
    String policies = Kit.policy(options.host(), "timeout.total=" + BOUND_MILLIS + "ms");
    Contender ours = kit.fusebox("timeout.total", policies);
    Contender jdk = kit.noAgent("the JDK's own HttpRequest.timeout");
    tables.title(
        String.format(
            Locale.ROOT,
            "Lateness of a cut at %d ms, %d cuts a process, µs",
            BOUND_MILLIS,
            options.cuts()),
        "",
        "at once",
        "earliest",
        "p50",
        "p99",
        "latest",
        "n");
    for (int atOnce : new int[] {1, 50}) {
      Rounds rounds =
          Rounds.run(
              "late, " + atOnce + " at once",
              List.of(ours, jdk),
              Math.min(options.rounds(), 3),
              one -> child(kit, options, one.equals(ours) ? "agent" : "jdk", one, atOnce));
      for (Contender one : rounds.contenders()) {
        row(rounds, one, atOnce, tables);
      }
    }
  }

  private static void row(Rounds rounds, Contender one, int atOnce, Tables tables) {
    tables.row(
        one.name(),
        String.valueOf(atOnce),
        Tables.number(rounds.sample(one, "min").least(), 0),
        Tables.number(rounds.sample(one, "p50").median(), 0),
        Tables.number(rounds.sample(one, "p99").median(), 0),
        Tables.number(rounds.sample(one, "max").median(), 0),
        String.valueOf(rounds.sample(one, "min").size()));
  }

  private static Child child(
      Kit kit, Options options, String who, Contender contender, int atOnce) {
    return new Child(
        kit.command(
            contender.jvmArgs(),
            "CutLoop",
            kit.url("/hang"),
            who,
            String.valueOf(BOUND_MILLIS),
            String.valueOf(options.cuts()),
            String.valueOf(atOnce)));
  }
}
