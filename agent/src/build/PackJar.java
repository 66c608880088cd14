import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Enumeration;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Packs the product: PackJar GATHERED.jar FUSEBOX.jar VERSION LICENCES LICENSE.
 *
 * <p>Only io.fusebox.launch stays a class that a class path can see. Everything else is renamed to
 * payload/….clazz, which no loader but our own looks for. Entries are sorted and carry one fixed
 * time, so the same input gives the same bytes.
 */
public final class PackJar {

  private static final String VISIBLE = "io/fusebox/launch/";
  // 1980-02-01 UTC-independent: the DOS fields of a zip entry hold local time.
  private static final long TIME =
      new java.util.GregorianCalendar(1980, java.util.Calendar.FEBRUARY, 1).getTimeInMillis();

  public static void main(String[] args) throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    try (ZipFile gathered = new ZipFile(args[0])) {
      for (Enumeration<? extends ZipEntry> all = gathered.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        if (!entry.isDirectory() && !entry.getName().startsWith("META-INF/")) {
          entries.put(placeOf(entry.getName()), read(gathered.getInputStream(entry)));
        }
      }
    }
    for (File licence : new File(args[3]).listFiles()) {
      entries.put("META-INF/licenses/" + licence.getName(), Files.readAllBytes(licence.toPath()));
    }
    entries.put("META-INF/LICENSE", Files.readAllBytes(new File(args[4]).toPath()));
    try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(args[1]))) {
      put(out, "META-INF/MANIFEST.MF", manifest(args[2]).getBytes(StandardCharsets.UTF_8));
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        put(out, entry.getKey(), entry.getValue());
      }
    }
  }

  private static String placeOf(String name) {
    if (name.startsWith(VISIBLE)) {
      return name;
    }
    return "payload/"
        + (name.endsWith(".class") ? name.substring(0, name.length() - 5) + "clazz" : name);
  }

  private static String manifest(String version) {
    return "Manifest-Version: 1.0\r\n"
        + "Premain-Class: io.fusebox.launch.Premain\r\n"
        + "Agent-Class: io.fusebox.launch.Premain\r\n"
        + "Main-Class: io.fusebox.launch.Main\r\n"
        + "Can-Redefine-Classes: true\r\n"
        + "Can-Retransform-Classes: true\r\n"
        + "Implementation-Title: Fusebox\r\n"
        + "Implementation-Version: "
        + version
        + "\r\n"
        + "\r\n";
  }

  private static void put(ZipOutputStream out, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTime(TIME);
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }

  private static byte[] read(InputStream in) throws IOException {
    try (InputStream input = in) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      input.transferTo(bytes);
      return bytes.toByteArray();
    }
  }
}
