package io.fusebox.policy.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A megabyte costs no more than the sum of its parts: the application's start waits for the file.
 */
@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
class LongValuesTest {

  private static final int LENGTH = 1_000_000;

  @TempDir private Path directory;

  /** The part again and again, {@code #} in it replaced by a number that no other has. */
  private static String many(String part) {
    String[] around = part.split("#", -1);
    StringBuilder text = new StringBuilder(LENGTH + 100);
    for (int i = 0; text.length() < LENGTH; i++) {
      text.append(String.join(Integer.toString(1_000_000 + i), around));
    }
    return text.toString();
  }

  private LoadResult load(String... lines) {
    return new PolicyFiles(directory).file("f", lines).load("f");
  }

  private LoadResult retries(String key, String value) {
    return load(
        "policy.a.match = a",
        "policy.a.timeout.total = 1s",
        "policy.a.retry.attempts = 2",
        "policy.a." + key + " = " + value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // start; part; end; errors
        "h/; ,; x; 0",
        "h/; x@/; x; 1",
        "jdbc:x://; a,; b/db; 0",
        "h; /x; /x; 1",
        "''; ,; ''; 1000001",
        "''; x y z,; h; 166667",
        "''; h,; h; 500000",
        "''; GET h,; GET h; 166667",
        "''; h#.internal,; h; 0",
        "''; GET|; GET h; 1",
      })
  void matchesAreReadInTheTimeOfTheirLength(String start, String part, String end, int errors) {
    LoadResult result = load("policy.a.match = " + start + many(part) + end);
    assertEquals(errors, result.errorCount(), () -> result.errorLines().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // part; end; errors; warnings
        "'+M# '; +A; 0; 0",
        "'-M# '; -A; 0; 100001",
        "'+M# '; -M1000001; 1; 0",
        "'get '; A; 0; 250000",
        "'A|B '; A; 0; 250000",
      })
  void listsAreReadInTheTimeOfTheirLength(String part, String end, int errors, int warnings) {
    LoadResult result = retries("retry.methods", many(part) + end);
    assertEquals(errors, result.errorCount());
    assertEquals(warnings, result.warningCount());
  }

  @Test
  void longListIsTakenFromALongList() {
    LoadResult result =
        load(
            "default.retry.methods = " + many("M# "),
            "policy.a.match = a",
            "policy.a.timeout.total = 1s",
            "policy.a.retry.attempts = 2",
            "policy.a.retry.methods = " + many("-X# ") + many("-M# "));
    assertEquals(0, result.errorCount());
    assertEquals(100_000, result.warningCount());
  }

  @Test
  void policiesThatExtendWhatIsNotThereAreTold() {
    LoadResult result = load(many("policy.p#.match = h#\npolicy.p#.extends = q#\n"));
    assertEquals(14_706, result.errorCount());
  }
}
