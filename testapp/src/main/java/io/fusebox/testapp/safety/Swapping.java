package io.fusebox.testapp.safety;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;

/**
 * Swaps its policy file as Kubernetes swaps a ConfigMap, and rewrites it as its time and length do
 * not tell: {@code DIRECTORY URL}, where {@code policies.properties} is a link to {@code
 * ..data/policies.properties} and {@code ..data} a link to {@code ..first}; the URL never answers.
 */
public final class Swapping {

  private static final String FILE = "policies.properties";

  private final Path directory;
  private final HungCall call;

  private Swapping(Path directory, URI uri) {
    this.directory = directory;
    this.call = new HungCall(uri);
  }

  /** See above. */
  public static void main(String[] args) throws Exception {
    new Swapping(Path.of(args[0]), URI.create(args[1])).run();
  }

  private void run() throws IOException, InterruptedException {
    HungCall.say("first", call.outcome());
    Path file = directory.resolve(FILE);
    FileTime time = Files.getLastModifiedTime(file);
    long size = Files.size(file);

    swap(Files.readString(file).replace("700ms", "300ms"), time);
    sayIsAlike("swapped", time, size);
    call.awaitBound("= 300ms", "swapped");

    write(file.toRealPath(), Files.readString(file).replace("300ms", "500ms"), time);
    sayIsAlike("rewritten", time, size);
    call.awaitBound("= 500ms", "rewritten");
  }

  /** The new directory is complete before one rename puts it in place of the old. */
  private void swap(String text, FileTime time) throws IOException {
    Path second = Files.createDirectory(directory.resolve("..second"));
    write(second.resolve(FILE), text, time);
    Path link = Files.createSymbolicLink(directory.resolve("..data_tmp"), Path.of("..second"));
    Files.move(link, directory.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    Files.delete(directory.resolve("..first").resolve(FILE));
    Files.delete(directory.resolve("..first"));
  }

  private void sayIsAlike(String step, FileTime time, long size) throws IOException {
    Path file = directory.resolve(FILE);
    HungCall.say(
        step + ".alike", Files.getLastModifiedTime(file).equals(time) && Files.size(file) == size);
  }

  private static void write(Path file, String text, FileTime time) throws IOException {
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, time);
  }
}
