package io.fusebox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.fusebox.policy.Key;
import io.fusebox.policy.file.LoadResult;
import io.fusebox.policy.file.PolicyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documentation says of policies is what the code does. */
class DocumentedPoliciesTest {

  private static final Path ROOT = Path.of("..");
  private static final Path REFERENCE = Path.of("docs", "policy-reference.md");
  private static final Pattern EXAMPLE = Pattern.compile("```properties\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  static Stream<Path> examplePolicies() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("policies"))) {
      return files.filter(Files::isRegularFile).collect(Collectors.toList()).stream();
    }
  }

  @ParameterizedTest
  @MethodSource("examplePolicies")
  void everyExampleFileLoadsAsItIs(Path file) {
    assertLoads(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../README.md", "docs/policy-reference.md"})
  void everyExampleInThePagesLoads(String page) throws IOException {
    Files.writeString(folder.resolve("base.properties"), "default.stream = auto\n");
    Matcher example = EXAMPLE.matcher(Files.readString(Path.of(page)));
    int count = 0;
    while (example.find()) {
      assertLoads(Files.writeString(folder.resolve("example.properties"), example.group(1)));
      count++;
    }
    assertFalse(count == 0, page + " has no example");
  }

  @Test
  void theReferenceListsEveryKeyAsTheCodeHasIt() throws IOException {
    List<String> expected = new ArrayList<>();
    for (Key key : Key.ALL) {
      expected.add(row(key));
    }
    List<String> documented =
        Files.readAllLines(REFERENCE).stream()
            .filter(line -> line.startsWith("| `"))
            .collect(Collectors.toList());
    assertEquals(expected, documented);
  }

  private static String row(Key key) {
    String where =
        (key.isIn(Key.FILE) ? "f " : "")
            + (key.isIn(Key.DEFAULT) ? "d " : "")
            + (key.isIn(Key.POLICY) ? "p " : "");
    return String.join(
        " | ",
        "| `" + key.name() + "`",
        where.trim(),
        key.allowed().replace("|", "\\|"),
        key.builtIn(),
        key.isSwitch() ? "yes | " + key.doc() + " |" : "| " + key.doc() + " |");
  }

  private static void assertLoads(Path file) {
    LoadResult result = PolicyReader.load(file.toFile(), "0.1.0", Map.of(), new Properties());
    assertEquals(List.of(), result.errorLines());
    assertEquals(List.of(), result.warningLines());
    assertNotNull(result.policies());
  }
}
