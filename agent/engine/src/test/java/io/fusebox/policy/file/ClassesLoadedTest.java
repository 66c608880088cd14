package io.fusebox.policy.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.policy.PolicySet;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every class costs some 0.4 ms of the application's start: none may join them unnoticed. */
@Timeout(30)
class ClassesLoadedTest {

  private static final int MOST = 21;

  @TempDir private Path directory;

  @Test
  void aSmallValidFileLoadsFewClasses() throws Exception {
    File file =
        new PolicyFiles(directory)
            .file(
                "f",
                "policy.a.match = a.internal:8443/v1/**, *.b.internal",
                "policy.a.timeout.total = 1s")
            .path("f");
    ProcessBuilder java =
        new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-Xshare:auto",
            "-verbose:class",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            file.getPath());
    java.environment()
        .keySet()
        .removeIf(name -> name.startsWith("FUSEBOX_") || name.equals("JAVA_TOOL_OPTIONS"));
    Process process = java.redirectErrorStream(true).start();
    List<String> ours = new ArrayList<>();
    List<String> lambdas = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains(" io.fusebox.") && !line.contains(Main.class.getName())) {
          ours.add(line);
        }
        if (line.contains("$$Lambda") && line.contains("io.fusebox")) {
          lambdas.add(line);
        }
      }
    }
    assertEquals(0, process.waitFor());
    assertTrue(!ours.isEmpty() && ours.size() <= MOST, () -> String.join("\n", ours));
    assertEquals(new ArrayList<String>(), lambdas);
  }

  /** Reads a file and looks a call up. */
  public static final class Main {
    private Main() {}

    public static void main(String[] args) {
      PolicySet set = PolicyReader.load(new File(args[0]), "1.0").policies();
      System.exit(
          set != null && set.matchHttp("GET", "https", "x.b.internal", -1, "/") != null ? 0 : 1);
    }
  }
}
