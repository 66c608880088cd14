package io.fusebox.bench;

import io.fusebox.bench.app.HostsHeap;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** What is retained after one call to each of 1,000 hosts. */
final class Heap {

  private static final int HOSTS = 1_000;

  private Heap() {}

  static void run(Kit kit, Options options, Tables tables) throws IOException {
    List<Contender> contenders = new ArrayList<>();
    contenders.add(kit.noAgent("no agent"));
    contenders.add(kit.noAgent("no agent, once more"));
    contenders.add(kit.noOpAgent());
    contenders.add(kit.fusebox("nothing matches", Kit.policy("elsewhere", "timeout.total=5s")));
    contenders.add(kit.fusebox("one policy for all", Kit.policy("*", "timeout.total=5s")));
    contenders.add(kit.fusebox("1,000 policies, one a host", thousand()));
    contenders.add(kit.openTelemetry());
    String names = names(kit);
    // Few rounds: these figures hardly move.
    Rounds rounds =
        Rounds.run(
            "heap", contenders, Math.min(options.rounds(), 5), one -> child(kit, one, names));
    table(rounds, tables);
  }

  private static Child child(Kit kit, Contender contender, String names) {
    List<String> jvmArgs = new ArrayList<>(contender.jvmArgs());
    jvmArgs.add("-XX:+UseSerialGC");
    jvmArgs.add("-Djdk.net.hosts.file=" + names);
    String port = String.valueOf(kit.port());
    return new Child(kit.command(jvmArgs, "HostsHeap", port, String.valueOf(HOSTS)));
  }

  private static void table(Rounds rounds, Tables tables) {
    Contender none = rounds.contenders().get(0);
    tables.title(
        "Retained after one call to each of 1,000 hosts",
        "",
        "heap, MB",
        "over no agent, MB",
        "metaspace, MB",
        "over no agent, MB",
        "classes over no agent",
        "n");
    for (Contender one : rounds.contenders()) {
      tables.row(
          one.name(),
          megabytes(rounds.sample(one, "heap")),
          megabytes(rounds.over(one, none, "heap")),
          megabytes(rounds.sample(one, "metaspace")),
          megabytes(rounds.over(one, none, "metaspace")),
          Tables.number(rounds.over(one, none, "classes").median(), 0),
          String.valueOf(rounds.sample(one, "heap").size()));
    }
  }

  private static String megabytes(Sample bytes) {
    return Tables.number(bytes.median() / 1e6, 2);
  }

  private static String names(Kit kit) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < HOSTS; i++) {
      text.append("127.0.0.1 ").append(HostsHeap.host(i)).append('\n');
    }
    return Files.writeString(kit.file("hosts"), text).toString();
  }

  private static String thousand() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < HOSTS; i++) {
      String prefix = "policy.p" + i + ".";
      text.append(prefix).append("match=").append(HostsHeap.host(i)).append('\n');
      text.append(prefix).append("timeout.total=5s\n");
    }
    return text.toString();
  }
}
