package io.fusebox.testapp.safety;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * Changes its own policy file while it calls: {@code FILE URL LONGER}, the file broken at first and
 * both URLs of what never answers.
 */
public final class Reloading {

  private final Path file;
  private final HungCall call;
  private final HungCall longer;

  private Reloading(Path file, URI uri, URI longer) {
    this.file = file;
    this.call = new HungCall(uri);
    this.longer = new HungCall(longer);
  }

  /** See above. */
  public static void main(String[] args) throws Exception {
    new Reloading(Path.of(args[0]), URI.create(args[1]), URI.create(args[2])).run();
  }

  private void run() throws IOException, InterruptedException {
    HungCall.say("broken-at-start", call.outcome());
    write("6", "8s");
    Thread.sleep(HungCall.LONGEST_MILLIS / 2);
    write("700ms", "8s");
    call.awaitBound("= 700ms", "fixed");
    CompletableFuture<?> before = longer.start();
    write("5", "8s");
    Thread.sleep(HungCall.LONGEST_MILLIS / 2);
    HungCall.say("broken-later", call.outcome());
    write("300ms", "1s");
    call.awaitBound("= 300ms", "changed");
    HungCall.say("begun.before", HungCall.outcome(before, HungCall.LONGEST_MILLIS));
  }

  private void write(String total, String longer) throws IOException {
    Files.writeString(
        file,
        "policy.pay.match = 127.0.0.1/pay/**\npolicy.pay.timeout.total = "
            + total
            + "\npolicy.longer.match = 127.0.0.1/longer/**\npolicy.longer.timeout.total = "
            + longer
            + "\n");
  }
}
