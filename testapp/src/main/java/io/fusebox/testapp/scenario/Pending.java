package io.fusebox.testapp.scenario;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A call under way: a thread in {@code send}, or a future. Thread-safe. */
final class Pending {

  private final CompletableFuture<String> word;
  private final Runnable ending;

  private Pending(CompletableFuture<String> word, Runnable ending) {
    this.word = word;
    this.ending = ending;
  }

  /**
   * Begins.
   *
   * @param start what a thread waits for before it calls; futures do not wait
   */
  static Pending begin(
      Door door, HttpClient client, HttpRequest request, @Nullable CountDownLatch start) {
    return door == Door.ASYNC ? future(client, request) : thread(client, request, start);
  }

  private static Pending future(HttpClient client, HttpRequest request) {
    CompletableFuture<HttpResponse<String>> future =
        Door.begin(client, request, BodyHandlers.ofString());
    return new Pending(
        future.handle((response, e) -> e == null ? Endings.word(response) : Endings.word(e)),
        () -> future.cancel(true));
  }

  private static Pending thread(
      HttpClient client, HttpRequest request, @Nullable CountDownLatch start) {
    CompletableFuture<String> word = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                if (start != null) {
                  start.await();
                }
                word.complete(Endings.word(client.send(request, BodyHandlers.ofString())));
              } catch (Throwable e) {
                word.complete(Endings.word(e));
              }
            },
            "pending");
    thread.setDaemon(true);
    thread.start();
    return new Pending(word, thread::interrupt);
  }

  /** Whether it has ended. */
  boolean isOver() {
    return word.isDone();
  }

  /** Gives the call up, as an application does: interrupts its thread, or cancels its future. */
  void cancel() {
    ending.run();
  }

  /** How it ended; waits for that. */
  String word() {
    return word.join();
  }
}
