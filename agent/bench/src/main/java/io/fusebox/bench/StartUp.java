package io.fusebox.bench;

import io.fusebox.bench.app.SpringApp;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** How long a process takes: to its end, or until a web application is ready. */
final class StartUp {

  private StartUp() {}

  static void hello(Kit kit, Options options, Tables tables) throws IOException {
    compare(
        "Hello world, wall of the process",
        kit,
        options,
        tables,
        one -> new Child(kit.command(one.jvmArgs(), "Hello")));
  }

  static void oneGet(Kit kit, Options options, Tables tables) throws IOException {
    compare(
        "A process that makes one java.net.http call, wall of the process",
        kit,
        options,
        tables,
        one -> new Child(kit.command(one.jvmArgs(), "OneGet", kit.url("/"))));
  }

  static void spring(Kit kit, Options options, Tables tables) throws IOException {
    compare(
        "Spring Boot 3.5.7 web, wall to ApplicationReady",
        kit,
        options,
        tables,
        one -> springChild(kit, one));
  }

  static void springGet(Kit kit, Options options, Tables tables) throws IOException {
    compare(
        "Spring Boot 3.5.7 web with one java.net.http call before it is ready, wall",
        kit,
        options,
        tables,
        one -> springChild(kit, one, kit.url("/")));
  }

  private static Child springChild(Kit kit, Contender contender, String... urls) {
    String[] args = new String[urls.length + 2];
    args[0] = "--server.port=0";
    args[1] = "--spring.main.banner-mode=off";
    System.arraycopy(urls, 0, args, 2, urls.length);
    return new Child(
        kit.commandWithLibraries(contender.jvmArgs(), "SpringApp", args), SpringApp.READY);
  }

  private static void compare(
      String title, Kit kit, Options options, Tables tables, Function<Contender, Child> child)
      throws IOException {
    List<Contender> contenders = kit.usual(true);
    Rounds rounds = Rounds.run(title, contenders, options.rounds(), child);
    Contender none = contenders.get(0);
    Contender noOp = contenders.get(2);
    tables.title(
        title,
        "",
        "ms, median",
        "over no agent, ms [95 %]",
        "over no-op agent, ms [95 %]",
        "x no agent [95 %]",
        "CPU over no-op agent, ms [95 %]",
        "n");
    for (Contender one : rounds.contenders()) {
      tables.row(
          one.name(),
          Tables.number(rounds.sample(one, Child.WALL).median(), 0),
          rounds.over(one, none, Child.WALL).text(0),
          rounds.over(one, noOp, Child.WALL).text(0),
          rounds.ratio(one, none, Child.WALL).text(3),
          rounds.over(one, noOp, Child.CPU).text(0),
          String.valueOf(rounds.sample(one, Child.WALL).size()));
    }
  }
}
