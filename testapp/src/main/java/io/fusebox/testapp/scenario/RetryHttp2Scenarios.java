package io.fusebox.testapp.scenario;

import io.fusebox.testapp.fault.TlsKeys;
import io.fusebox.testapp.report.Report;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Tries over HTTP/2, and what only that can say. */
final class RetryHttp2Scenarios {

  private static final long BOUND = 8_000;

  private RetryHttp2Scenarios() {}

  static void start(Suite suite) throws InterruptedException {
    HttpClient client = client();
    post(suite, client, "h2.refused-stream", "r3", "of=refused.200");
    post(suite, client, "h2.refused-always", "r3", "of=refused");
    post(suite, client, "h2.cancelled", "r3", "of=cancel.200");
    post(suite, client, "h2.internal", "r3", "of=internal.200");
    post(suite, client, "h2.post", "r3", "of=503.200");
    post(suite, client, "h2.keyed", "keyed", "of=503.internal.200");
    post(suite, client, "h2.next-hop-refused", "r3", "of=303.refused.200");
    Entrance.start(suite, "h2.refused-early", BOUND, RetryHttp2Scenarios::refusedEarly);
    for (String policy : new String[] {"none", "clocks", "mesh", "one", "r3"}) {
      Entrance.start(
          suite,
          "h2.used-up." + policy,
          BOUND,
          (door, trial) -> usedUp(client, door, trial, "POST", policy, "of=refused.200"));
    }
    post(suite, client, "h2.refused.one", "one", "of=refused.200");
    post(suite, client, "h2.refused.clocks", "clocks", "of=refused.200");
    post(suite, client, "h2.refused.key", "key", "of=refused.200");
    for (String policy : new String[] {"r3", "keyed", "one", "clocks"}) {
      Entrance.start(
          suite,
          "h2.hop-used-up." + policy,
          BOUND,
          (door, trial) -> usedUp(client, door, trial, "PUT", policy, "of=303.refused.200"));
    }
    for (String policy : new String[] {"tripped1", "tripped1-mesh"}) {
      Entrance.start(
          suite,
          "h2.refused-for-ever." + policy,
          BOUND,
          (door, trial) -> refusedForEver(door, trial, policy));
    }
    Entrance.start(
        suite,
        "h2.hop-always-refused",
        BOUND,
        (door, trial) -> put(client, door, trial, "of=303.refused"));
    get(suite, client, "h2.recovers", "r3", "of=503.503.200");
    get(suite, client, "h2.exhausted", "r3", "of=503");
    get(suite, client, "h2.get.internal", "r3", "of=internal.200");
    get(suite, client, "h2.attempt", "attempt600", "of=silent.200");
    // Their connections end.
    Entrance.start(
        suite,
        "h2.goaway",
        BOUND,
        (door, trial) -> post(client(), door, trial, "r3", "of=goaway.200"));
    Entrance.start(suite, "h2.window", BOUND, RetryHttp2Scenarios::window);
  }

  /** Each is refused once, before the server has looked at its body. */
  private static Object refusedEarly(Entrance door, Trial trial) throws Exception {
    HttpClient client = client();
    int answered = 0;
    for (int i = 0; i < 30; i++) {
      HttpRequest request =
          request(trial, "r3", "of=early.200", trial.id() + "-" + i)
              .POST(BodyPublishers.ofString("payload"))
              .build();
      answered += door.text(client, request).equals("200 200-2") ? 1 : 0;
    }
    return answered;
  }

  /** How many are not even sent. Of more the server has enough, and closes their connection. */
  private static Object refusedForEver(Entrance door, Trial trial, String policy) throws Exception {
    HttpClient client = client();
    int rejected = 0;
    for (int i = 0; i < 20; i++) {
      HttpRequest request =
          request(trial, policy, "of=early", trial.id() + "-" + i)
              .POST(BodyPublishers.ofString("payload".repeat(400)))
              .build();
      try {
        trial.put("answered", door.text(client, request));
      } catch (Exception e) {
        trial.put("failed", Report.causes(e));
        rejected += Report.causes(e).contains("FuseboxRejected") ? 1 : 0;
      }
    }
    return rejected;
  }

  /** A body that can be read once. */
  private static Object usedUp(
      HttpClient client, Entrance door, Trial trial, String method, String policy, String query)
      throws Exception {
    InputStream once = new ByteArrayInputStream("payload".getBytes(StandardCharsets.US_ASCII));
    HttpRequest request =
        request(trial, policy, query, trial.id())
            .method(method, BodyPublishers.ofInputStream(() -> once))
            .build();
    return versioned(door, client, trial, request);
  }

  private static Object put(HttpClient client, Entrance door, Trial trial, String query)
      throws Exception {
    HttpRequest request =
        request(trial, "r3", query, trial.id()).PUT(BodyPublishers.ofString("payload")).build();
    return versioned(door, client, trial, request);
  }

  /** In a JVM of its own, for another scenario counts the threads of the agent. */
  static void startCrowd(Suite suite) throws InterruptedException {
    suite.start("h2.crowd", BOUND, RetryHttp2Scenarios::crowd);
  }

  /** More POSTs in one moment than the server has streams for. */
  private static Object crowd(Trial trial) throws Exception {
    HttpClient client = client();
    // The client knows the server's limit from the first answer on.
    client.send(limited(trial, "none", "ok", trial.id()).build(), BodyHandlers.ofString());
    List<CompletableFuture<String>> begun = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      HttpRequest request =
          limited(trial, "r9", "slow?delay=200", trial.id() + "-" + i)
              .POST(BodyPublishers.ofString("payload"))
              .build();
      begun.add(
          client
              .sendAsync(request, BodyHandlers.ofString())
              .handle((response, e) -> e == null ? Endings.word(response) : Endings.word(e)));
    }
    Endings endings = new Endings();
    endings.addSorted(begun.stream().map(CompletableFuture::join).collect(Collectors.toList()));
    return endings;
  }

  private static HttpRequest.Builder limited(Trial trial, String policy, String fault, String id) {
    return HttpRequest.newBuilder(trial.places().uri("https", "h2limited", policy, fault, id));
  }

  /** Bodies that nobody reads must not use up the connection's window. */
  private static Object window(Entrance door, Trial trial) throws Exception {
    HttpClient client = client();
    int answered = 0;
    for (int i = 0; i < 40; i++) {
      HttpRequest request =
          request(trial, "r3", "of=503.200&size=1000000", trial.id() + "-" + i).build();
      answered += door.text(client, request).equals("200 200-2") ? 1 : 0;
    }
    return answered;
  }

  private static void get(Suite suite, HttpClient client, String name, String policy, String query)
      throws InterruptedException {
    Entrance.start(
        suite,
        name,
        BOUND,
        (door, trial) ->
            versioned(door, client, trial, request(trial, policy, query, trial.id()).build()));
  }

  private static void post(Suite suite, HttpClient client, String name, String policy, String query)
      throws InterruptedException {
    Entrance.start(suite, name, BOUND, (door, trial) -> post(client, door, trial, policy, query));
  }

  private static Object post(
      HttpClient client, Entrance door, Trial trial, String policy, String query) throws Exception {
    HttpRequest request =
        request(trial, policy, query, trial.id()).POST(BodyPublishers.ofString("payload")).build();
    return versioned(door, client, trial, request);
  }

  private static Object versioned(
      Entrance door, HttpClient client, Trial trial, HttpRequest request) throws Exception {
    HttpResponse<String> response = door.call(client, request, BodyHandlers.ofString());
    trial.put("version", response.version());
    return response.statusCode() + " " + response.body();
  }

  private static HttpRequest.Builder request(Trial trial, String policy, String query, String id) {
    return HttpRequest.newBuilder(
        trial.places().uri("https", "h2sequence", policy, "sequence?" + query, id));
  }

  private static HttpClient client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_2)
        .followRedirects(HttpClient.Redirect.NORMAL)
        .sslContext(TlsKeys.clientContext())
        .build();
  }
}
