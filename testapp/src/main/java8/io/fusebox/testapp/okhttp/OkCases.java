package io.fusebox.testapp.okhttp;

import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Credentials;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** What others' users met with clients, libraries and meshes like this one. */
final class OkCases {

  private static final long HANGS = 6000;
  private static final int CROWD = 100;
  private static final RequestBody FORM = new FormBody.Builder().add("amount", "5").build();

  private OkCases() {}

  static void start(OkSuite suite) throws Exception {
    streams(suite);
    redirects(suite);
    followUps(suite);
    suite.start("connect.post", HANGS, OkCases::connectPost);
    OkRetries.both(suite, "half", "retry", "half-close", null);
    suite.start("big", HANGS, OkCases::big);
    suite.start("lower-case", HANGS, OkCases::lowerCase);
    suite.start("allowed", HANGS, OkCases::allowed);
    suite.start("budget", HANGS, OkCases::budget);
    suite.start("probes", HANGS, OkCases::probes);
    suite.start("stampede", HANGS, OkCases::stampede);
    suite.start("client-errors", HANGS, OkCases::clientErrors);
    suite.start("stream.on", HANGS, trial -> trial.get("stream-on", "drip?bytes=5"));
    OkOwnKinds.start(suite);
    OkTurns.start(suite);
    oneSend(suite);
    suite.finish();
    suite.start("callbacks", HANGS, OkCases::callbacks);
    suite.finish();
    suite.start("virtual", 2 * HANGS, OkCases::virtual);
  }

  /** HTTP/2: what a reset says of the request. */
  private static void streams(OkSuite suite) throws Exception {
    OkHttpClient client = OkHttp2.trusting(suite.client());
    suite.start(
        "h2.warm-up", HANGS, trial -> trial.text(h2(trial, client, "sequence?of=200", null)));
    suite.finish();
    OkOwnWays.start(suite, client);
    post(suite, client, "h2.refused", "sequence?of=refused.200");
    post(suite, client, "h2.refused-always", "sequence?of=refused");
    post(suite, client, "h2.cancelled", "sequence?of=cancel.200");
    post(suite, client, "h2.internal", "sequence?of=internal.200");
    OkRetries.both(
        suite, "h2.get.internal", trial -> h2(trial, client, "sequence?of=internal.200", null));
    OkRetries.both(suite, "h2.attempt", trial -> h2(trial, client, "sequence?of=silent.200", null));
    // Their connections end.
    OkRetries.both(
        suite,
        "h2.goaway",
        trial -> h2(trial, OkRetries.ofItsOwn(client), "sequence?of=goaway.200", FORM));
  }

  /** What OkHttp sends again by itself, where a policy says one send, and where it says nothing. */
  private static void oneSend(OkSuite suite) throws Exception {
    OkHttpClient overTls = OkHttp2.trusting(suite.client());
    for (String policy : new String[] {"one-send", "no-word"}) {
      OkRetries.both(suite, policy + ".h2", trial -> refusedOnce(trial, overTls, policy));
      OkRetries.both(suite, policy + ".503", policy, "sequence?of=503.200&after=0", null);
      suite.start(policy + ".stale", HANGS, trial -> stale(trial, policy));
    }
  }

  /** Its stream is refused on a connection that has served another, of this call alone. */
  private static Call refusedOnce(OkTrial trial, OkHttpClient overTls, String policy) {
    OkHttpClient client = OkRetries.ofItsOwn(overTls);
    Request.Builder request =
        trial.at("https", "h2sequence", policy, "sequence?of=200.refused.200");
    try {
      trial.put("warm", trial.text(client.newCall(request.build())));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return client.newCall(request.post(FORM).build());
  }

  /** A GET over a connection that the server closes when it comes. */
  private static Object stale(OkTrial trial, String policy) throws IOException {
    OkHttpClient client = OkRetries.ofItsOwn(trial.client());
    trial.put("warm", trial.text(client.newCall(trial.request(policy, "ok").build())));
    return trial.text(client.newCall(trial.request(policy, "sequence?of=close.close.200").build()));
  }

  private static void post(OkSuite suite, OkHttpClient client, String name, String fault)
      throws InterruptedException {
    OkRetries.both(suite, name, trial -> h2(trial, client, fault, FORM));
  }

  private static Call h2(
      OkTrial trial, OkHttpClient client, String fault, @Nullable RequestBody body) {
    // Only that one is to be cut.
    String policy = fault.contains("silent") ? "retry-http2" : "retry";
    Request.Builder request = trial.at("https", "h2sequence", policy, fault);
    if (body != null) {
      request.post(body);
    }
    return client.newCall(request.build());
  }

  /** A redirect to the same origin and to another, and what the next request says. */
  private static void redirects(OkSuite suite) throws InterruptedException {
    OkRetries.both(
        suite,
        "moved.here",
        trial -> OkRetries.call(trial, "retry-key", moved(trial, "127.0.0.1"), FORM));
    OkRetries.both(
        suite,
        "moved.away",
        trial -> OkRetries.call(trial, "retry-key", moved(trial, "localhost"), FORM));
    OkRetries.both(
        suite,
        "moved.get",
        trial -> OkRetries.call(trial, "retry-key", moved(trial, "localhost"), null));
  }

  /** What a proxy and a permanent redirect ask for, of a POST. */
  private static void followUps(OkSuite suite) throws InterruptedException {
    for (String policy : new String[] {"plain-policy", "retry"}) {
      String fault = "moved?status=308&to=sequence%3Fof%3D200";
      OkRetries.both(suite, "moved.308." + policy, policy, fault, FORM);
      OkRetries.both(suite, "proxy.407." + policy, trial -> proxied(trial, policy));
    }
    suite.start("underscore", HANGS, OkCases::underscore);
  }

  private static Call proxied(OkTrial trial, String policy) {
    InetSocketAddress proxy =
        new InetSocketAddress(
            InetAddress.getLoopbackAddress(), Integer.parseInt(trial.port("http")));
    OkHttpClient client =
        trial
            .client()
            .newBuilder()
            .proxy(new Proxy(Proxy.Type.HTTP, proxy))
            .proxyAuthenticator(
                (route, response) ->
                    response
                        .request()
                        .newBuilder()
                        .header("Proxy-Authorization", Credentials.basic("a", "b"))
                        .build())
            .build();
    return client.newCall(trial.request(policy, "auth?proxy=1").post(FORM).build());
  }

  /** A name that is none by the rules, and that services have nevertheless. */
  private static Object underscore(OkTrial trial) throws IOException {
    OkHttpClient client =
        trial
            .client()
            .newBuilder()
            .dns(name -> Collections.singletonList(InetAddress.getLoopbackAddress()))
            .build();
    Request request = trial.request("underscore", "silent").build();
    HttpUrl url = request.url().newBuilder().host("under_score.test").build();
    return trial.text(client.newCall(request.newBuilder().url(url).build()));
  }

  private static String moved(OkTrial trial, String host) {
    String to = "http://" + host + ":" + trial.port("http") + "/retry-key/sequence?of=503";
    try {
      return "moved?status=307&to=" + URLEncoder.encode(to, "UTF-8");
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A server that takes the connection and says nothing to the handshake: nothing has left. */
  private static Object connectPost(OkTrial trial) throws IOException {
    Request request = trial.at("https", "mute", "retry-connect", "ok").post(FORM).build();
    return trial.text(trial.client().newCall(request));
  }

  /** Bodies that nobody reads, of answers that are tried again, over a pool of one connection. */
  private static Object big(OkTrial trial) throws IOException {
    OkHttpClient client =
        trial
            .client()
            .newBuilder()
            .connectionPool(new ConnectionPool(1, 1, TimeUnit.MINUTES))
            .build();
    int answered = 0;
    int most = 0;
    for (int i = 0; i < 20; i++) {
      Request request = trial.request("retry", "sequence?of=503.200&size=1000000").build();
      Request own = OkCrowd.numbered(request, i).build();
      answered += trial.text(client.newCall(own)).equals("200-2") ? 1 : 0;
      most = Math.max(most, client.connectionPool().connectionCount());
    }
    trial.put("connections", most);
    return answered;
  }

  /**
   * Methods are case-sensitive (RFC 9110, 9.1): this one is none that is known to be idempotent.
   */
  private static Object lowerCase(OkTrial trial) throws IOException {
    Request request = trial.request("retry", "sequence?of=503.200").method("get", null).build();
    return trial.text(trial.client().newCall(request));
  }

  /** A policy that allows it: a POST over a connection that the server closes when it comes. */
  private static Object allowed(OkTrial trial) throws IOException {
    OkHttpClient client = OkRetries.ofItsOwn(trial.client());
    String warm = trial.text(client.newCall(trial.request("retry-post", "ok").build()));
    Request post = trial.request("retry-post", "sequence?of=close.close.200").post(FORM).build();
    return warm + ", " + trial.text(client.newCall(post));
  }

  /** Two clients, one host, one budget: it has one retry for both. */
  private static Object budget(OkTrial trial) throws IOException {
    int calls = 10;
    for (int i = 0; i < calls; i++) {
      OkHttpClient client = OkRetries.ofItsOwn(trial.client());
      trial.text(client.newCall(trial.request("retry-scarce", "sequence?of=503").build()));
    }
    return calls;
  }

  /** Opens the breaker by three calls, and waits until it lets probes through. */
  private static void open(OkTrial trial, String policy) throws Exception {
    for (int i = 0; i < 3; i++) {
      trial.get(policy, "sequence?of=503");
    }
    Thread.sleep(400);
  }

  /** All probes are cancelled: their places are given back, and the next ones go. */
  private static Object probes(OkTrial trial) throws Exception {
    open(trial, "probes");
    List<OkTrial.Answer> probes = new ArrayList<>();
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Call call = trial.client().newCall(trial.request("probes", "silent").build());
      calls.add(call);
      probes.add(trial.enqueue(call));
    }
    Thread.sleep(300);
    for (int i = 0; i < 2; i++) {
      calls.get(i).cancel();
      trial.put("probe-" + i, ending(probes.get(i)));
    }
    return trial.get("probes", "ok") + trial.get("probes", "ok") + trial.get("probes", "ok");
  }

  private static String ending(OkTrial.Answer answer) throws InterruptedException {
    try {
      return answer.await();
    } catch (IOException e) {
      return e.getClass().getSimpleName();
    }
  }

  /** So many at once as the breaker is about to try again: only its probes go. */
  private static Object stampede(OkTrial trial) throws Exception {
    open(trial, "stampede");
    AtomicInteger answered = new AtomicInteger();
    AtomicInteger rejected = new AtomicInteger();
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> crowd = new ArrayList<>();
    for (int i = 0; i < CROWD; i++) {
      Thread caller =
          new Thread(
              () -> {
                try {
                  start.await();
                  trial.get("stampede", "slow?delay=1500");
                  answered.incrementAndGet();
                } catch (IOException e) {
                  rejected.incrementAndGet();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      caller.start();
      crowd.add(caller);
    }
    start.countDown();
    for (Thread caller : crowd) {
      caller.join();
    }
    return answered + " answered, " + rejected + " rejected";
  }

  /** What the caller has done wrong says nothing about the host. */
  private static Object clientErrors(OkTrial trial) throws IOException {
    for (String status : new String[] {"400", "401", "404", "409", "429"}) {
      for (int i = 0; i < 4; i++) {
        trial.get("probes-4xx", "sequence?of=" + status);
      }
    }
    return trial.get("probes-4xx", "ok");
  }

  /** Callbacks that take their time hold up nobody's clock. */
  private static Object callbacks(OkTrial trial) throws Exception {
    List<OkTrial.Answer> slow = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Call call = trial.client().newCall(trial.request("total500", "silent").build());
      slow.add(new OkTrial.Answer(call, 1500));
    }
    Thread.sleep(700);
    trial.restartClock();
    try {
      return trial.get("total500", "silent");
    } finally {
      trial.put("elapsed-then", trial.elapsedMillis());
      for (OkTrial.Answer answer : slow) {
        ending(answer);
      }
    }
  }

  /** A thousand virtual threads that wait for their second attempt at a time. */
  private static Object virtual(OkTrial trial) throws Exception {
    java.lang.reflect.Method start;
    try {
      start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    } catch (NoSuchMethodException none) {
      return "no virtual threads";
    }
    int callers = 1000;
    AtomicInteger answered = new AtomicInteger();
    CountDownLatch over = new CountDownLatch(callers);
    for (int i = 0; i < callers; i++) {
      Request request = trial.request("retry-virtual", "sequence?of=503.200").build();
      Call call = trial.client().newCall(OkCrowd.numbered(request, i).build());
      Runnable caller =
          () -> {
            try (Response response = call.execute()) {
              answered.addAndGet(OkTrial.text(response).equals("200-2") ? 1 : 0);
            } catch (IOException e) {
              trial.put("exception", e);
            } finally {
              over.countDown();
            }
          };
      start.invoke(null, caller);
    }
    over.await();
    return answered;
  }
}
