package io.fusebox.testapp.safety;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Changes what its policy file includes, then which file that is, then that one: {@code DIRECTORY
 * URL}, where {@code policies.properties} includes {@code first.properties}; the URL never answers.
 */
public final class Including {

  private final Path directory;
  private final HungCall call;

  private Including(Path directory, URI uri) {
    this.directory = directory;
    this.call = new HungCall(uri);
  }

  /** See above. */
  public static void main(String[] args) throws Exception {
    new Including(Path.of(args[0]), URI.create(args[1])).run();
  }

  private void run() throws IOException, InterruptedException {
    HungCall.say("first", call.outcome());
    replace("first.properties", "700ms", "300ms");
    call.awaitBound("= 300ms", "changed");

    Path second = directory.resolve("second.properties");
    Files.writeString(second, "policy.pay.timeout.total = 500ms\n");
    replace("policies.properties", "first", "second");
    call.awaitBound("= 500ms", "another");

    replace("second.properties", "500ms", "600ms");
    call.awaitBound("= 600ms", "another.changed");
  }

  private void replace(String name, String old, String present) throws IOException {
    Path file = directory.resolve(name);
    Files.writeString(file, Files.readString(file).replace(old, present));
  }
}
