package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A name that takes seconds to resolve does not hold the caller longer than its policy allows. */
class SlowResolverTest {

  @OnEveryJdk
  void callIsCutWhileItsHostIsLookedUp(Jdk jdk, @TempDir Path directory) throws Exception {
    Runs.Run plain = run(jdk, "plain", ForkedJvm.on(jdk), directory.resolve("hosts1"));
    Runs.Run guarded =
        run(jdk, "guarded", ForkedJvm.on(jdk).agent(Runs.policies()), directory.resolve("hosts2"));
    for (String door : List.of("resolver.send", "resolver.sendAsync")) {
      plain.of(door).assertReturned("ok");
      plain.of(door).assertElapsed(2500, 5000);
      guarded.of(door).assertCut("HttpTimeoutException", "resolver", "total", 400, "400ms");
    }
  }

  private static Runs.Run run(Jdk jdk, String kind, ForkedJvm jvm, Path pipe)
      throws IOException, InterruptedException {
    Needs.program("mkfifo");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    jvm.option("-Djdk.net.hosts.file=" + pipe).arguments(List.of("pipe=" + pipe));
    return Runs.made(jdk, "resolver", kind, jvm);
  }
}
