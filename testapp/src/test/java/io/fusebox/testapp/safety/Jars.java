package io.fusebox.testapp.safety;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Jars of the test application's classes. */
final class Jars {

  private static final Path CLASSES = Path.of(System.getProperty("fusebox.testapp.classes"));

  private Jars() {}

  /** All of them, as an application would be. */
  static Path application(Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest());
        Stream<Path> paths = Files.walk(CLASSES)) {
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile).sorted()::iterator) {
        add(out, CLASSES.relativize(path).toString());
      }
    }
    return jar;
  }

  /** An agent that does nothing. */
  static Path noOpAgent(Path jar) throws IOException {
    Manifest manifest = manifest();
    manifest.getMainAttributes().putValue("Premain-Class", NoOpAgent.class.getName());
    // As ours, for these alone make a difference to the JVM.
    manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
    manifest.getMainAttributes().putValue("Can-Redefine-Classes", "true");
    return with(jar, manifest, List.of(NoOpAgent.class.getName().replace('.', '/') + ".class"));
  }

  private static Path with(Path jar, Manifest manifest, List<String> entries) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (String entry : entries) {
        add(out, entry);
      }
    }
    return jar;
  }

  private static void add(JarOutputStream out, String entry) throws IOException {
    out.putNextEntry(new JarEntry(entry));
    out.write(Files.readAllBytes(CLASSES.resolve(entry)));
    out.closeEntry();
  }

  private static Manifest manifest() {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    return manifest;
  }
}
