package io.fusebox.testapp.scenario;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Requests whose first answers are bad: by status, by method, by what the policy says. */
final class RetryScenarios {

  private static final long BOUND = 8_000;

  /** What has waited for so long waits. */
  private static final long WAITS_MILLIS = 4_000;

  private RetryScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    statuses(suite);
    methods(suite);
    failures(suite);
    retryAfter(suite);
    bounds(suite);
    settings(suite);
  }

  /** Of a JVM whose client sends everything again by itself, and of any other. */
  static void startResends(Suite suite) throws InterruptedException {
    get(suite, "resend.get", "r3", "sequence?of=close");
    post(suite, "resend.post", "r3", "sequence?of=close");
    post(suite, "resend.keyed", "keyed", "sequence?of=close");
    get(suite, "resend.recovers", "r3", "sequence?of=close.200");
    // The hop behind it is the server's second and third request.
    for (String policy : new String[] {"clocks", "r3"}) {
      post(suite, "resend.hop." + policy, policy, hop(303, "200.close.200"));
    }
    post(suite, "resend.hop.spent", "r3", hop(303, "200.close.close.close.200"));
    post(suite, "resend.hop.once", "r1", hop(303, "200.close.200"));
    post(suite, "resend.hop.post", "r3", hop(307, "200.close.200"));
    get(suite, "resend.hop.get", "r3", hop(302, "200.close.200"));
    for (String policy : new String[] {"none", "clocks", "key", "mesh"}) {
      get(suite, "resend.left." + policy, policy, "sequence?of=close.200");
      Entrance.start(
          suite, "resend.used-up." + policy, BOUND, (door, trial) -> usedUp(door, trial, policy));
    }
  }

  private static void statuses(Suite suite) throws InterruptedException {
    get(suite, "status.recovers", "r3", "sequence?of=503.503.200");
    get(suite, "status.exhausted", "r3", "sequence?of=503");
    get(suite, "status.unmatched", "none", "sequence?of=503.200");
    for (int status : new int[] {408, 425, 429, 502, 504, 400, 404, 409, 500, 501}) {
      one(suite, "status." + status, "GET", "r3", "sequence?of=" + status + ".200");
    }
    String[] forbidding = {
      "x-envoy-overloaded:true", "x-envoy-ratelimited:true", "grpc-retry-pushback-ms:-1"
    };
    for (int i = 0; i < forbidding.length; i++) {
      get(suite, "forbidden." + i, "r3", "sequence?of=503.200&header=" + forbidding[i]);
    }
  }

  private static void methods(Suite suite) throws InterruptedException {
    String[] methods = {"HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "PATCH", "PROPFIND", "get"};
    for (String method : methods) {
      one(suite, "method." + method, method, "r3", "sequence?of=503.200");
    }
    post(suite, "method.POST", "r3", "sequence?of=503.200");
    post(suite, "keyed.POST", "keyed", "sequence?of=503.200");
    one(suite, "keyed.PATCH", "PATCH", "keyed", "sequence?of=503.200");
    one(suite, "keyed.PROPFIND", "PROPFIND", "keyed", "sequence?of=503.200");
  }

  private static void failures(Suite suite) throws InterruptedException {
    String[] faults = {"reset", "half-close", "garbage"};
    for (String fault : faults) {
      get(suite, fault + ".get", "r3", "sequence?of=" + fault + ".200");
      post(suite, fault + ".post", "r3", "sequence?of=" + fault + ".200");
      post(suite, fault + ".keyed", "keyed", "sequence?of=" + fault + ".200");
    }
    for (String clock : new String[] {"attempt", "read"}) {
      get(suite, clock + ".get", clock + "600", "sequence?of=silent.200");
      get(suite, clock + ".get.always", clock + "600", "sequence?of=silent");
      post(suite, clock + ".post", clock + "600", "sequence?of=silent.200");
    }
  }

  private static void retryAfter(Suite suite) throws InterruptedException {
    String[][] rows = {
      {"0", "after=0"},
      {"1", "after=1"},
      {"padded", "after=%20%201%20"},
      {"date", "after=date%2B2"},
      {"past", "after=date%2B-50"},
      {"two", "after=0&after2=1"},
      {"fraction", "after=1.5"},
      {"negative", "after=-3"},
      {"words", "after=abc"},
      {"empty", "after="},
      {"beyond", "after=99999999999999999999"},
    };
    for (String[] row : rows) {
      get(suite, "after." + row[0], "r2", "sequence?of=503.200&" + row[1]);
    }
    Entrance.start(
        suite,
        "after.long",
        WAITS_MILLIS,
        (door, trial) ->
            door.text(trial.client(), trial.get("r2", "sequence?of=503.200&after=30")));
    get(suite, "after.total", "total1s", "sequence?of=503.200&after=30");
    get(suite, "after.total.429", "total1s", "sequence?of=429.200&after=30");
    get(suite, "after.max", "after500", "sequence?of=503.200&after=1");
  }

  private static void bounds(Suite suite) throws InterruptedException {
    get(suite, "left.status", "left400", "sequence?of=503&delay=150");
    get(suite, "left.silent", "total700", "sequence?of=503.silent");
    get(suite, "left.wait", "total1s-slow", "sequence?of=503.200");
    Entrance.start(
        suite, "own.statuses", BOUND, (door, trial) -> own(door, trial, "503&delay=200"));
    Entrance.start(suite, "own.silent", BOUND, (door, trial) -> own(door, trial, "silent"));
    Entrance.start(suite, "own.second", BOUND, (door, trial) -> own(door, trial, "503.silent"));
  }

  private static void settings(Suite suite) throws InterruptedException {
    get(suite, "floor0", "floor0", "sequence?of=503.200");
    get(suite, "mesh", "mesh", "sequence?of=503.200");
    get(suite, "forced-open", "forced", "sequence?of=503.200");
    one(suite, "added.PATCH", "PATCH", "patch", "sequence?of=503.200");
    post(suite, "added.POST", "patch", "sequence?of=503.200");
    get(suite, "added.500", "s500", "sequence?of=500.200");
    get(suite, "removed.503", "s500", "sequence?of=503.200");
    get(suite, "header.renamed", "renamed", "sequence?of=503.200");
    get(suite, "header.none", "unnamed", "sequence?of=503.200");
    get(suite, "observed.status", "observed", "sequence?of=503.200");
    get(suite, "observed.reset", "observed", "sequence?of=reset.200");
  }

  private static void get(Suite suite, String name, String policy, String fault)
      throws InterruptedException {
    Entrance.start(
        suite, name, BOUND, (door, trial) -> door.text(trial.client(), trial.get(policy, fault)));
  }

  private static void post(Suite suite, String name, String policy, String fault)
      throws InterruptedException {
    Entrance.start(
        suite,
        name,
        BOUND,
        (door, trial) -> door.text(trial.client(), request(trial, "POST", policy, fault)));
  }

  private static String hop(int status, String sequence) {
    return "moved?status=" + status + "&to=sequence%3Fof%3D" + sequence;
  }

  /** A body that can be read once. */
  private static Object usedUp(Entrance door, Trial trial, String policy) throws Exception {
    InputStream once = new ByteArrayInputStream("query".getBytes(StandardCharsets.US_ASCII));
    HttpRequest request =
        trial
            .request(policy, "sequence?of=close.200")
            .method("GET", BodyPublishers.ofInputStream(() -> once))
            .build();
    return door.text(trial.client(), request);
  }

  /** Through one door only: what differs is not the door's business. */
  private static void one(Suite suite, String name, String method, String policy, String fault)
      throws InterruptedException {
    suite.start(
        name,
        BOUND,
        trial -> Entrance.SEND.text(trial.client(), request(trial, method, policy, fault)));
  }

  private static HttpRequest request(Trial trial, String method, String policy, String fault) {
    boolean withBody = method.startsWith("P");
    BodyPublisher body = withBody ? BodyPublishers.ofString("amount=1") : BodyPublishers.noBody();
    return trial.request(policy, fault).method(method, body).build();
  }

  /** The application's own timeout is for all attempts together. */
  private static Object own(Entrance door, Trial trial, String answers) throws Exception {
    HttpRequest request =
        trial.request("r9", "sequence?of=" + answers).timeout(Duration.ofMillis(500)).build();
    return door.text(trial.client(), request);
  }
}
