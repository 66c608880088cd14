package io.fusebox.testapp.legacy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.TimeUnit;

/**
 * What else users of the shop do: {@code order}, {@code once} and {@code loop} with a path to pay
 * at, {@code stock}, {@code prices}. Thread-safe.
 */
final class Errands {

  private static final int LOOPS = 3;
  private static final int STOCK_CALLS = 24;
  private static final long STOCK_EVERY_MILLIS = 250;
  private static final int STOCK_CALLS_A_LINE = 8;

  // Fixed at construction.
  private final HttpClient client;
  private final URI server;

  Errands(HttpClient client, URI server) {
    this.client = client;
    this.server = server;
  }

  void run(String user) {
    String[] words = user.split(" ", 2);
    switch (words[0]) {
      case "order":
        LegacyService.timed(user, () -> "status " + get(client, "/orders/17"));
        break;
      case "once":
        LegacyService.timed(user, () -> "status " + pay(words[1]));
        break;
      case "loop":
        LegacyService.timed(user, () -> "status " + payInALoop(words[1]));
        break;
      case "stock":
        stock();
        break;
      case "prices":
        prices();
        break;
      default:
        LegacyService.say("unknown", user);
    }
  }

  private int pay(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.resolve(path))
            .POST(BodyPublishers.ofString("amount=4200"))
            .build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  /** As it stands in many a service: whatever has gone wrong, do it again. */
  private int payInALoop(String path) throws IOException, InterruptedException {
    for (int i = 1; i < LOOPS; i++) {
      try {
        return pay(path);
      } catch (IOException e) {
        LegacyService.say("loop", "again", e.getClass().getSimpleName() + ", so it pays again");
      }
    }
    return pay(path);
  }

  /** Looks four times a second how much there is, and remembers a letter for each look. */
  private void stock() {
    StringBuilder letters = new StringBuilder();
    long longestRefusal = 0;
    long start = System.nanoTime();
    try {
      for (int i = 0; i < STOCK_CALLS; i++) {
        long due = start + TimeUnit.MILLISECONDS.toNanos(i * STOCK_EVERY_MILLIS);
        TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
        long begin = System.nanoTime();
        char letter = look(client, "/stock/items");
        letters.append(letter);
        if (letter == '.') {
          longestRefusal = Math.max(longestRefusal, System.nanoTime() - begin);
        }
        if ((i + 1) % STOCK_CALLS_A_LINE == 0) {
          LegacyService.say("stock", "looks", letters.substring(i + 1 - STOCK_CALLS_A_LINE));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(longestRefusal);
    LegacyService.say("stock", "over", letters.toString(), String.valueOf(millis));
  }

  /** Another part of the service, with a client of its own, has learnt nothing by itself. */
  private void prices() {
    try {
      String letters = "";
      for (int i = 0; i < 3; i++) {
        letters += look(client, "/prices/today");
      }
      LegacyService.say("prices", "looks", letters);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    HttpClient second = HttpClient.newHttpClient();
    LegacyService.timed("prices", () -> "status " + get(second, "/prices/today"));
  }

  /** O for an answer that is one, F for a failure, a point for a call that was not even made. */
  private char look(HttpClient with, String path) throws InterruptedException {
    try {
      return get(with, path) == 200 ? 'O' : 'F';
    } catch (IOException e) {
      return e.getClass().getName().equals("java.lang.FuseboxRejectedException") ? '.' : 'F';
    }
  }

  private int get(HttpClient with, String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(server.resolve(path)).build();
    return with.send(request, BodyHandlers.discarding()).statusCode();
  }
}
