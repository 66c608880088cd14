package io.fusebox.testapp.scenario;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/**
 * A name service that takes three seconds. The JVM was told ({@code -Djdk.net.hosts.file}) to look
 * names up in a named pipe, and opening that for reading blocks, as a slow name server does, until
 * somebody writes.
 */
final class ResolverScenarios {

  /** One for all, for who looks it up second waits for the first; a digit at its end fools some. */
  private static final String HOST = "one.slow-1";

  private static final int SLOW_MILLIS = 3000;

  private ResolverScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    String pipe = suite.places().text("pipe");
    suite.start(
        "resolver.send",
        5000,
        trial -> trial.client().send(request(trial), BodyHandlers.ofString()).body());
    suite.start(
        "resolver.sendAsync",
        5000,
        trial -> trial.client().sendAsync(request(trial), BodyHandlers.ofString()).get().body());
    Thread.sleep(SLOW_MILLIS);
    try {
      answer(pipe);
    } catch (IOException e) {
      throw new IllegalStateException("cannot write " + pipe, e);
    }
  }

  private static HttpRequest request(Trial trial) {
    String port = trial.places().text("http");
    return HttpRequest.newBuilder(
            URI.create("http://" + HOST + ":" + port + "/ok?id=" + trial.id()))
        .build();
  }

  private static void answer(String pipe) throws IOException {
    // Both directions: opening it for writing alone would wait for a reader.
    try (RandomAccessFile file = new RandomAccessFile(pipe, "rw")) {
      file.write(("127.0.0.1 " + HOST + "\n").getBytes(StandardCharsets.US_ASCII));
    }
  }
}
