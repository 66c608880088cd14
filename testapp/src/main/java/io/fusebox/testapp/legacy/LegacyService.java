package io.fusebox.testapp.legacy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * A shop that charges cards at a payment server and reads a catalogue. Every call is a plain {@link
 * HttpClient#send} without any timeout.
 *
 * <p>What arrives on standard input stands for its users: {@code charge}, {@code receipt}, {@code
 * statement}, {@code rush}, and those of {@link Errands}; it ends with its input. What it
 * experiences it writes to standard output, as lines of fields with tabs between them.
 */
public final class LegacyService {

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI payments;
  private final URI catalogue;
  private final Errands errands;
  private final OkErrands okErrands;

  private LegacyService(URI payments, URI catalogue) {
    this.payments = payments;
    this.catalogue = catalogue;
    this.errands = new Errands(client, payments);
    this.okErrands = new OkErrands(payments);
  }

  /** Arguments: the addresses of the payment server and of the catalogue server. */
  public static void main(String[] args) throws Exception {
    new LegacyService(URI.create(args[0]), URI.create(args[1])).serve();
  }

  private void serve() throws IOException, InterruptedException {
    readCatalogue();
    say("ready");
    BufferedReader users =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String user = users.readLine(); user != null; user = users.readLine()) {
      String name = user;
      Thread worker = new Thread(() -> handle(name), name);
      worker.setDaemon(true);
      worker.start();
    }
  }

  private void handle(String user) {
    switch (user) {
      case "charge":
        timed(user, () -> bytes(charge()));
        break;
      case "receipt":
        timed(user, () -> bytes(get(payments.resolve("/pay/receipt"))));
        break;
      case "statement":
        timed(user, () -> bytes(get(payments.resolve("/pay/statement"))));
        break;
      case "rush":
        new Rush(this).run();
        break;
      default:
        if (user.startsWith("okhttp")) {
          okErrands.run(user);
        } else {
          errands.run(user);
        }
    }
  }

  /** Charges a card. */
  String charge() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(payments.resolve("/pay/charges"))
            .POST(BodyPublishers.ofString("amount=4200"))
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  /** Reads the catalogue, which is always quick. */
  String readCatalogue() throws IOException, InterruptedException {
    return get(catalogue.resolve("/catalog/items"));
  }

  private String get(URI uri) throws IOException, InterruptedException {
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
  }

  private static String bytes(String body) {
    return body.length() + " bytes";
  }

  /** Runs a call and says how it ended, and after how long. */
  static void timed(String name, Call call) {
    say(name, "began");
    long start = System.nanoTime();
    try {
      String seen = call.run();
      say(name, "returned", millisSince(start), seen);
    } catch (IOException | InterruptedException e) {
      say(name, "failed", millisSince(start), e.getClass().getName() + ": " + e.getMessage());
    }
  }

  private static String millisSince(long start) {
    return String.valueOf(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
  }

  /** Writes a line of fields. */
  static void say(String... fields) {
    System.out.println(String.join("\t", fields));
  }

  /** A call to another server. */
  @FunctionalInterface
  interface Call {

    /** Makes it; what its user sees. */
    String run() throws IOException, InterruptedException;
  }
}
