package io.fusebox.testapp.safety;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Changes its own policy file while a breaker is open and a bulkhead full: {@code FILE SERVER}, the
 * file as {@link #POLICIES} says with both switches on.
 */
public final class ReloadingState {

  /** What it changes: whether the mark is forced open, the main policy's total, its breaker. */
  public static final String POLICIES =
      "policy.mark.match = 127.0.0.1/mark/**\n"
          + "policy.mark.breaker = MARK\n"
          + "policy.main.match = 127.0.0.1/main/**\n"
          + "policy.main.timeout.total = TOTAL\n"
          + "policy.main.breaker = BREAKER\n"
          + "policy.main.breaker.consecutive = 2\n"
          + "policy.places.match = 127.0.0.1/places/**\n"
          + "policy.places.bulkhead = PLACES\n";

  private static final String BUSY = "/main/slow?delay=0&status=503";
  private static final long LONGEST_MILLIS = 9_000;

  private final HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
  private final Path file;
  private final URI server;

  private ReloadingState(Path file, URI server) {
    this.file = file;
    this.server = server;
  }

  /** See above. */
  public static void main(String[] args) throws Exception {
    new ReloadingState(Path.of(args[0]), URI.create(args[1])).run();
  }

  /** The file's text. */
  public static String policies(String mark, String total, String breaker, String places) {
    return POLICIES
        .replace("MARK", mark)
        .replace("TOTAL", total)
        .replace("BREAKER", breaker)
        .replace("PLACES", places);
  }

  private void run() throws IOException, InterruptedException {
    CompletableFuture<String> failsLater = begin("/main/slow?delay=16000&status=503");
    CompletableFuture<String> first = begin("/places/slow?delay=11000");
    Thread.sleep(300);
    say("before", series(BUSY, 2) + series("/main/ok", 2) + series("/places/ok", 1));

    // Other keys: what is open stays open, what is taken stays taken, and there is a place more.
    change("open", "20s", "on", "2");
    CompletableFuture<String> second = begin("/places/slow?delay=1000");
    Thread.sleep(200);
    say("kept", series("/main/ok", 2) + series("/places/ok", 1));
    say("given-back", second.join() + " " + series("/places/ok", 1));

    change("off", "20s", "off", "off");
    say("off", series(BUSY, 3) + series("/main/ok", 1) + series("/places/ok", 1));

    // What was begun under the first breaker ends under the second, and counts nothing for it.
    change("open", "20s", "on", "1");
    say("late", first.join() + " " + failsLater.join());
    say("on", series(BUSY, 2) + series("/main/ok", 2) + series("/places/ok", 2));
  }

  /** Changes the file, and waits until the mark shows that it is in force. */
  private void change(String mark, String total, String breaker, String places)
      throws IOException, InterruptedException {
    Files.writeString(file, policies(mark, total, breaker, places));
    String wanted = mark.equals("open") ? "rejected" : "200";
    long start = System.nanoTime();
    while (!begin("/mark/ok").join().equals(wanted)) {
      if (System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS)) {
        throw new IllegalStateException("the change is not taken: " + wanted);
      }
      Thread.sleep(100);
    }
  }

  private String series(String path, int times) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < times; i++) {
      words.append(begin(path).join()).append(' ');
    }
    return words.toString();
  }

  private CompletableFuture<String> begin(String path) {
    return client
        .sendAsync(HttpRequest.newBuilder(server.resolve(path)).build(), BodyHandlers.ofString())
        .handle(ReloadingState::word);
  }

  private static String word(HttpResponse<String> response, Throwable failure) {
    if (failure == null) {
      return String.valueOf(response.statusCode());
    }
    Throwable cause = failure.getCause();
    String name = (cause == null ? failure : cause).getClass().getSimpleName();
    return name.equals("FuseboxRejectedException") ? "rejected" : name;
  }

  private static void say(String name, String words) {
    System.out.println(name + "=" + words.trim());
  }
}
