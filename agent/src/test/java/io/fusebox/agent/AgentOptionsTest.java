package io.fusebox.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentOptionsTest {

  @TempDir File folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pay.properties             | pay.properties        | false",
        "pay.properties,strict      | pay.properties        | true",
        "my policies/a b.properties | my policies/a b.properties | false",
        "a,b.properties             | a,b.properties        | false",
        "a,b.properties,strict      | a,b.properties        | true",
        "strict.properties          | strict.properties     | false",
        "a,strict,strict            | a,strict              | true"
      })
  void onlyAStrictAtTheEndIsAnOption(String argument, String file, boolean strict) {
    AgentOptions options = AgentOptions.parse(argument, jar());
    assertEquals(new File(file), options.file());
    assertEquals(strict, options.strict());
    assertTrue(options.hasFile());
  }

  @Test
  void withoutAFileTheOneBesideTheJarIsRead() throws IOException {
    assertFalse(AgentOptions.parse(null, jar()).hasFile());
    assertFalse(AgentOptions.parse("", jar()).hasFile());
    File beside = new File(folder, "fusebox.properties");
    assertTrue(beside.createNewFile());
    assertTrue(AgentOptions.parse("", jar()).hasFile());
    assertEquals(beside, AgentOptions.parse(null, jar()).file());
    assertTrue(AgentOptions.parse("strict", jar()).strict());
    assertEquals(beside, AgentOptions.parse("strict", jar()).file());
  }

  @Test
  void aMisspeltOptionIsNamed() throws IOException {
    File file = new File(folder, "pay.properties");
    assertTrue(file.createNewFile());
    AgentOptions options = AgentOptions.parse(file.getPath() + ",strikt", jar());
    assertEquals("'strikt' is no option (the only one is: strict)", options.hint());
    assertEquals("", AgentOptions.parse(file.getPath(), jar()).hint());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "FILE,Strict | 'Strict'",
        "FILE,strict,foo | 'foo'",
        "FILE,foo,strict | 'foo'",
        "FILE,Strict,foo,bar | 'Strict', 'foo', 'bar'",
        "FILE, strict | ' strict'",
        "FILE,,strict | ''",
        "missing.properties,STRICT | 'STRICT'",
        "Strict | 'Strict'",
      })
  void whateverStandsInTheWayOfAnOptionIsNamed(String argument, String named) throws IOException {
    File file = new File(folder, "pay.properties");
    assertTrue(file.createNewFile());
    AgentOptions options = AgentOptions.parse(argument.replace("FILE", file.getPath()), jar());
    assertEquals(named + " is no option (the only one is: strict)", options.hint());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"missing.properties", "a,b.properties", "a,b.properties,strict"})
  void aFileThatIsNotThereIsNoMisspeltOption(String argument) {
    assertEquals("", AgentOptions.parse(argument, jar()).hint());
  }

  private File jar() {
    return new File(folder, "fusebox.jar");
  }
}
