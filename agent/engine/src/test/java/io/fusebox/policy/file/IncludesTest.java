package io.fusebox.policy.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.fusebox.policy.PolicySet;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class IncludesTest {

  @TempDir private Path directory;

  private PolicyFiles files() {
    return new PolicyFiles(directory);
  }

  private String total(PolicyFiles files) {
    LoadResult result = files.load("f");
    PolicySet set = result.policies();
    assertNotNull(set, () -> result.errorLines().toString());
    return files.relative(set.policies().get(0).setting("timeout.total").toString());
  }

  private static String total(String value) {
    return "policy.a.timeout.total = " + value;
  }

  @Test
  void namesAreRelativeToTheIncludingFileAndMayHoldSpaces() {
    PolicyFiles files =
        files()
            .file(
                "f",
                "policy.a.match = a",
                "include = sub dir/one.properties ,/abs".replace(",/abs", ""))
            .file("sub dir/one.properties", "include = ../two, three")
            .file("two", total("2s"))
            .file("sub dir/three");
    assertEquals("policy.a.timeout.total = 2s (sub dir/../two:1)", total(files));
    List<String> names = new ArrayList<>();
    for (File file : files.load("f").files()) {
      names.add(files.relative(file.getPath()));
    }
    assertEquals(
        Arrays.asList("f", "sub dir/one.properties", "sub dir/../two", "sub dir/three"), names);
  }

  @Test
  void anAbsoluteNameIsTakenAsItIs() {
    PolicyFiles files = files().file("two", total("2s"));
    files.file("f", "policy.a.match = a", "include = " + files.path("two").getAbsolutePath());
    assertEquals("policy.a.timeout.total = 2s (two:1)", total(files));
  }

  @Test
  void aFileThatIsIncludedTwiceCountsAtItsLastPlace() {
    PolicyFiles files =
        files()
            .file("f", "policy.a.match = a", "include = base, one, two")
            .file("base", total("1s"))
            .file("one", total("2s"))
            .file("two", "include = ./base");
    assertEquals("policy.a.timeout.total = 1s (./base:1)", total(files));
    files.file("f", "policy.a.match = a", "include = one, base, one");
    assertEquals("policy.a.timeout.total = 2s (one:1)", total(files));
  }

  @Test
  void doublingIncludesAreReadOnceEach() {
    PolicyFiles files = files().file("f", "policy.a.match = a", "include = l0, l0");
    for (int i = 0; i < 40; i++) {
      files.file("l" + i, "include = l" + (i + 1) + ", ./l" + (i + 1));
    }
    files.file("l40", total("1s"));
    assertEquals("policy.a.timeout.total = 1s (", total(files).substring(0, 29));
  }

  @Test
  void aCycleIsAnErrorThatNamesTheChain() {
    PolicyFiles files =
        files().file("f", "include = a").file("a", "", "include = b").file("b", "include = a");
    assertEquals(
        "b:1: include = a (a cycle: f includes a includes b includes a)", files.errors("f"));
    assertEquals(
        "s:1: include = s (a cycle: s includes s)", files.file("s", "include = s").errors("s"));
  }

  @Test
  void includesHaveAGreatestDepth() {
    PolicyFiles files = files();
    for (int i = 0; i < 70; i++) {
      files.file("d" + i, "include = d" + (i + 1));
    }
    files.file("d70");
    assertEquals(
        "d64:1: include = d65 (expected at most 64 levels of includes)", files.errors("d0"));
    assertEquals("", files.errors("d6"));
  }

  @Test
  void aMissingFileIsNotHeldAgainstThePoliciesThatMayStandInIt() {
    PolicyFiles files =
        files()
            .file(
                "f",
                "include = gone",
                "policy.a.match = a",
                "policy.a.extends = b",
                "policy.b.mode = off");
    assertEquals("f:1: include = gone (gone: no such file)", files.errors("f"));
    assertEquals(2, files.load("f").files().size());
  }

  @Test
  void theSameKeyInTwoFilesIsNoDuplicate() {
    PolicyFiles files =
        files()
            .file("f", "policy.a.match = a", "include = b", total("1s"))
            .file("b", total("2s"), total("3s"));
    assertEquals(
        "b:2: policy.a.timeout.total = 3s (a duplicate: it is set in line 1 already)",
        files.errors("f"));
  }
}
