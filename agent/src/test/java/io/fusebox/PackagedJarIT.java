package io.fusebox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Looks inside the built jar: what lives in other people's services must be small and invisible.
 */
class PackagedJarIT {

  private static final File FILE = new File(System.getProperty("fusebox.jar"));
  private static final long MEBIBYTE = 1024 * 1024;

  private JarFile jar;

  @BeforeEach
  void open() throws IOException {
    jar = new JarFile(FILE);
  }

  @AfterEach
  void close() throws IOException {
    jar.close();
  }

  @Test
  void aClassPathSeesOnlyTheLauncher() {
    List<String> classes = names(".class");
    assertFalse(classes.isEmpty());
    for (String name : classes) {
      assertTrue(name.startsWith("io/fusebox/launch/"), name);
    }
  }

  @Test
  void noServiceIsAnnounced() {
    assertEquals(List.of(), names("META-INF/services"));
    assertTrue(names("").stream().noneMatch(name -> name.startsWith("META-INF/services/")));
  }

  @Test
  void librariesGoByNamesOfOurOwn() {
    for (String name : names(".clazz")) {
      assertTrue(
          name.startsWith("payload/io/fusebox/")
              || name.startsWith("payload/java/lang/Fusebox")
              || name.startsWith("payload/java/sql/Fusebox"),
          name);
    }
  }

  @Test
  void theManifestNamesAgentAndCommand() throws IOException {
    Attributes attributes = jar.getManifest().getMainAttributes();
    assertEquals("io.fusebox.launch.Premain", attributes.getValue("Premain-Class"));
    assertEquals("io.fusebox.launch.Premain", attributes.getValue("Agent-Class"));
    assertEquals("io.fusebox.launch.Main", attributes.getValue("Main-Class"));
    assertEquals("true", attributes.getValue("Can-Retransform-Classes"));
  }

  @Test
  void everythingButTheJava11PartRunsOnJava8() throws IOException {
    for (JarEntry entry : entries()) {
      if (entry.getName().endsWith(".clazz") || entry.getName().endsWith(".class")) {
        int most = entry.getName().startsWith("payload/io/fusebox/jdk11/") ? 55 : 52;
        int version = classVersion(entry);
        assertTrue(version <= most, entry.getName() + " has version " + version);
      }
    }
  }

  @Test
  void licencesTravelAlong() {
    List<String> names = names("");
    assertTrue(names.contains("META-INF/LICENSE"));
    assertTrue(names.contains("META-INF/licenses/NOTICE.txt"));
    assertTrue(names.contains("META-INF/licenses/asm.txt"));
  }

  @Test
  void itIsSmall() {
    // A quarter of what it may have when all clients are covered.
    assertTrue(FILE.length() < MEBIBYTE * 3 / 2, FILE.length() + " bytes");
  }

  private List<String> names(String suffix) {
    return entries().stream()
        .map(JarEntry::getName)
        .filter(name -> name.endsWith(suffix))
        .collect(Collectors.toList());
  }

  private List<JarEntry> entries() {
    return new ArrayList<>(jar.stream().collect(Collectors.toList()));
  }

  private int classVersion(JarEntry entry) throws IOException {
    try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
      assertEquals(0xCAFEBABE, in.readInt());
      in.readUnsignedShort();
      return in.readUnsignedShort();
    }
  }
}
