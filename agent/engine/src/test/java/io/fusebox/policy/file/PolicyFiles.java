package io.fusebox.policy.file;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** Policy files in a directory, and the overrides, as a test sets them up. */
public final class PolicyFiles {

  private final Path directory;
  private final Map<String, String> environment = new HashMap<>();
  private final Properties properties = new Properties();

  public PolicyFiles(Path directory) {
    this.directory = directory;
  }

  public PolicyFiles file(String name, String... lines) {
    return bytes(name, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  public PolicyFiles bytes(String name, byte[] content) {
    try {
      Path path = directory.resolve(name);
      Files.createDirectories(path.getParent());
      Files.write(path, content);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public PolicyFiles environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  public PolicyFiles property(String name, String value) {
    properties.setProperty(name, value);
    return this;
  }

  public LoadResult load(String name) {
    return load(name, "1.1.0");
  }

  public LoadResult load(String name, String version) {
    return PolicyReader.load(path(name), version, environment, properties);
  }

  public File path(String name) {
    return directory.resolve(name).toFile();
  }

  /** What went wrong, with the directory cut off the names. */
  public String errors(String name) {
    return relative(String.join("\n", load(name).errorLines()));
  }

  public String warnings(String name) {
    return relative(String.join("\n", load(name).warningLines()));
  }

  public String relative(String text) {
    return text.replace(directory + File.separator, "");
  }
}
