package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.Needs;
import io.fusebox.testapp.OnEveryJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** The agent needs no file but its jar and the policies, and leaves none behind. */
class NoFileSystemTest {

  @OnEveryJdk
  void callsAreCutWithoutATemporaryDirectoryOrAHome(Jdk jdk) throws Exception {
    Finished finished =
        ForkedJvm.on(jdk)
            .agent(Calls.POLICIES)
            .option("-Djava.io.tmpdir=/nonexistent")
            .option("-Duser.home=/nonexistent")
            .variable("HOME", "/nonexistent")
            .arguments(Calls.two())
            .main(Calls.CALLER);
    Calls.assertGuarded(finished);
  }

  @OnEveryJdk
  void callsAreCutAndNoTemporaryFileIsLeft(Jdk jdk, @TempDir Path temporary) throws Exception {
    Finished finished =
        ForkedJvm.on(jdk)
            .agent(Calls.POLICIES)
            .option("-Djava.io.tmpdir=" + temporary)
            .arguments(Calls.two())
            .main(Calls.CALLER);
    Calls.assertGuarded(finished);
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @OnEveryJdk
  void callsAreCutOnAReadOnlyFileSystem(Jdk jdk, @TempDir Path directory) throws Exception {
    Path script = readOnly(directory);
    Needs.that(isReadOnlyUnder(script, jdk, directory), "the right to make a mount read-only");
    Path file = Files.writeString(directory.resolve("policies.properties"), Calls.POLICIES);
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.add(jdk.home().resolve("bin/java").toString());
    command.add("-javaagent:" + ForkedJvm.agentJar() + "=" + file);
    command.addAll(List.of("-cp", System.getProperty("fusebox.testapp.classes"), Calls.CALLER));
    command.addAll(Calls.two());
    Calls.assertGuarded(ForkedJvm.on(jdk).tool("/bin/sh", command));
  }

  /** Runs its arguments where nothing can be written. Whoever may not do so may as its own root. */
  private static Path readOnly(Path directory) throws IOException {
    return Files.writeString(
        directory.resolve("read-only.sh"),
        """
        unshare -m true 2>/dev/null && own=-m || own=-rm
        exec unshare $own /bin/sh -c '
          while read device place kind rest; do
            case $kind in
              proc | sysfs | dev* | cgroup*) ;;
              *) mount -o remount,bind,ro "$place" 2>/dev/null ;;
            esac
          done </proc/mounts
          exec "$0" "$@"' "$@"
        """);
  }

  private static boolean isReadOnlyUnder(Path script, Jdk jdk, Path directory)
      throws IOException, InterruptedException {
    Path probe = directory.resolve("probe");
    Finished finished =
        ForkedJvm.on(jdk).tool("/bin/sh", List.of(script.toString(), "touch", probe.toString()));
    return finished.exitCode() != 0 && finished.err().contains("Read-only");
  }
}
