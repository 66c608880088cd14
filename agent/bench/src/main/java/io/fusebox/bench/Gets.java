package io.fusebox.bench;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** What one GET on a kept connection takes and allocates, once the JVM is warm. */
final class Gets {

  private Gets() {}

  static void send(Kit kit, Options options, Tables tables) throws IOException {
    compare("send", kit, options, tables);
  }

  static void sendAsync(Kit kit, Options options, Tables tables) throws IOException {
    compare("sendAsync", kit, options, tables);
  }

  static void execute(Kit kit, Options options, Tables tables) throws IOException {
    okHttp("execute", kit, options, tables);
  }

  static void enqueue(Kit kit, Options options, Tables tables) throws IOException {
    okHttp("enqueue", kit, options, tables);
  }

  private static void compare(String way, Kit kit, Options options, Tables tables)
      throws IOException {
    String calls = String.valueOf(options.calls());
    String title = "java.net.http GET on loopback, " + way + ", " + calls + " calls a process";
    compare(
        title,
        kit.usual(false),
        options,
        tables,
        one -> new Child(kit.command(one.jvmArgs(), "GetLoop", kit.url("/"), way, calls, calls)));
  }

  /** The same calls through OkHttp, and through the module that Failsafe has for it. */
  private static void okHttp(String way, Kit kit, Options options, Tables tables)
      throws IOException {
    String calls = String.valueOf(options.calls());
    String title = "OkHttp 4.12 GET on loopback, " + way + ", " + calls + " calls a process";
    List<Contender> contenders = kit.usual(false);
    Contender failsafe = kit.noAgent("Failsafe's OkHttp module, Timeout");
    if (way.equals("execute")) {
      contenders.add(failsafe);
    }
    compare(
        title,
        contenders,
        options,
        tables,
        one ->
            new Child(
                kit.commandWithLibraries(
                    one.jvmArgs(),
                    "OkGetLoop",
                    kit.url("/"),
                    one.equals(failsafe) ? "failsafe" : way,
                    calls,
                    calls)));
  }

  private static void compare(
      String title,
      List<Contender> contenders,
      Options options,
      Tables tables,
      Function<Contender, Child> children)
      throws IOException {
    Rounds rounds = Rounds.run(title, contenders, options.rounds(), children);
    Contender none = contenders.get(0);
    tables.title(
        title,
        "",
        "p50 µs",
        "x [95 %]",
        "p99 µs",
        "x [95 %]",
        "calls/s x [95 %]",
        "B/call, caller",
        "B/call, all threads",
        "over no agent, B [95 %]",
        "n");
    for (Contender one : rounds.contenders()) {
      tables.row(
          one.name(),
          Tables.number(rounds.sample(one, "p50").median(), 1),
          rounds.ratio(one, none, "p50").text(3),
          Tables.number(rounds.sample(one, "p99").median(), 0),
          rounds.ratio(one, none, "p99").text(3),
          rounds.ratio(one, none, "callsPerSecond").text(3),
          Tables.number(rounds.sample(one, "callerBytes").median(), 0),
          Tables.number(rounds.sample(one, "allBytes").median(), 0),
          rounds.over(one, none, "allBytes").text(0),
          String.valueOf(rounds.sample(one, "p50").size()));
    }
  }
}
