package io.fusebox.launch;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.Permissions;
import java.security.ProtectionDomain;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Loads what our jar carries under {@code payload/}, straight from the jar: no temporary file, and
 * nothing that a class path could see. Its parent is the platform loader, so the application's
 * classes are out of reach and ours are out of theirs.
 */
final class PayloadLoader extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  private final File file;
  private final JarFile jar;
  private final ProtectionDomain domain;

  private PayloadLoader(File file, JarFile jar, CodeSource source) {
    super(ClassLoader.getSystemClassLoader().getParent());
    this.file = file;
    this.jar = jar;
    Permissions all = new Permissions();
    all.add(new AllPermission());
    this.domain = new ProtectionDomain(source, all, this, null);
  }

  /**
   * A loader over the jar that this class came from.
   *
   * @throws IOException if the jar cannot be found or opened
   */
  static PayloadLoader open() throws IOException {
    CodeSource source = PayloadLoader.class.getProtectionDomain().getCodeSource();
    URL location = source.getLocation();
    try {
      File file = new File(location.toURI());
      return new PayloadLoader(file, new JarFile(file, false), source);
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new IOException("cannot find the jar at " + location, e);
    }
  }

  /** The jar. */
  File file() {
    return file;
  }

  /** The version that the jar's manifest gives. */
  String version() throws IOException {
    String version = jar.getManifest().getMainAttributes().getValue("Implementation-Version");
    return version == null ? "unknown" : version;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    // The gate lies in the jar too, but only the boot loader may define it.
    byte[] bytes = name.startsWith("java.") ? null : read(name.replace('.', '/') + ".clazz");
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length, domain);
  }

  /** Also gives class files by their usual name, for what is defined elsewhere than here. */
  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    byte[] bytes =
        read(
            name.endsWith(".class")
                ? name.substring(0, name.length() - "class".length()) + "clazz"
                : name);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  private byte @Nullable [] read(String name) {
    ZipEntry entry = jar.getEntry("payload/" + name);
    if (entry == null) {
      return null;
    }
    byte[] bytes = new byte[(int) entry.getSize()];
    try (InputStream in = jar.getInputStream(entry)) {
      int filled = 0;
      while (filled < bytes.length) {
        int count = in.read(bytes, filled, bytes.length - filled);
        if (count < 0) {
          throw new IOException(name + " ends early");
        }
        filled += count;
      }
      return bytes;
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + name + " in " + file, e);
    }
  }
}
