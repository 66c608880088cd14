package io.fusebox.testapp.users;

import feign.AsyncFeign;
import feign.Feign;
import feign.FeignException;
import feign.Headers;
import feign.Request.Options;
import feign.RequestLine;
import feign.Retryer;
import io.fusebox.testapp.okhttp.OkSuite;
import io.fusebox.testapp.okhttp.OkTrial;
import io.fusebox.testapp.report.Report;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;

/** Calls through OpenFeign, with and without retries and timeouts of its own. */
final class FeignScenarios {

  private static final long HANGS = 3000;
  private static final String ORDER = "{\"amount\":5}";

  private FeignScenarios() {}

  /** What is called. */
  interface Api {
    @RequestLine("GET")
    String get(URI uri);

    @RequestLine("POST")
    @Headers("Content-Type: application/json")
    String post(URI uri, String order);
  }

  /** The same, enqueued; Feign wants it public. */
  public interface AsyncApi {
    @RequestLine("GET")
    CompletableFuture<String> get(URI uri);
  }

  static Object warmUp(OkTrial trial) throws Exception {
    return once(trial).get(uri(trial, "total5s", "ok")) + async(trial, "total5s", "ok");
  }

  static void start(OkSuite suite) throws InterruptedException {
    get(suite, "silent", "total500", "silent");
    get(suite, "drip", "total500", "drip?every=100");
    get(suite, "stall", "total500", "stall-after-head");
    get(suite, "fallback", "users-fallback", "silent");
    suite.start(
        "feign.retryer", HANGS, trial -> retrying(trial, 2).get(uri(trial, "total500", "silent")));
    suite.start("feign.own-read", HANGS, FeignScenarios::ownRead);
    suite.start("feign.own-connect", HANGS, FeignScenarios::ownConnect);
    String recovers = "sequence?of=503.503.200";
    suite.start(
        "feign.recovers", HANGS, trial -> retrying(trial, 5).get(uri(trial, "retry", recovers)));
    suite.start(
        "feign.exhausted",
        HANGS,
        trial -> retrying(trial, 5).get(uri(trial, "retry", "sequence?of=503")));
    suite.start(
        "feign.both",
        HANGS,
        trial -> retrying(trial, 2).get(uri(trial, "retry", "sequence?of=503&after=0")));
    suite.start(
        "feign.post.once",
        HANGS,
        trial -> retrying(trial, 5).post(uri(trial, "retry", "sequence?of=503.200"), ORDER));
    suite.start(
        "feign.post.key",
        HANGS,
        trial -> once(trial).post(uri(trial, "retry-key", "sequence?of=503.reset.200"), ORDER));
    suite.start("feign.post.stale", HANGS, FeignScenarios::stale);
    suite.start("feign.async.silent", HANGS, trial -> async(trial, "total500", "silent"));
    suite.start("feign.async.drip", HANGS, trial -> async(trial, "total500", "drip?every=100"));
    suite.start("feign.async.recovers", HANGS, trial -> async(trial, "retry", recovers));
    suite.start("feign.breaker", HANGS, FeignScenarios::breaker);
  }

  private static void get(OkSuite suite, String name, String policy, String fault)
      throws InterruptedException {
    suite.start("feign." + name, HANGS, trial -> once(trial).get(uri(trial, policy, fault)));
  }

  /** Without retries of Feign's own. */
  private static Api once(OkTrial trial) {
    return api(builder(trial).retryer(Retryer.NEVER_RETRY));
  }

  /** With so many attempts of Feign's own: on an IOException, and on 503 with Retry-After. */
  private static Api retrying(OkTrial trial, int attempts) {
    return api(builder(trial).retryer(new Retryer.Default(50, 50, attempts)));
  }

  private static Feign.Builder builder(OkTrial trial) {
    return Feign.builder().client(new feign.okhttp.OkHttpClient(trial.client()));
  }

  private static Api api(Feign.Builder builder) {
    return builder.target(Api.class, "http://127.0.0.1");
  }

  private static URI uri(OkTrial trial, String policy, String fault) {
    return trial.request(policy, fault).build().url().uri();
  }

  private static String async(OkTrial trial, String policy, String fault) throws Exception {
    AsyncApi api =
        AsyncFeign.<Object>asyncBuilder()
            .client(new feign.okhttp.OkHttpClient(trial.client()))
            .retryer(Retryer.NEVER_RETRY)
            .target(AsyncApi.class, "http://127.0.0.1");
    return api.get(uri(trial, policy, fault)).get();
  }

  private static Api with(OkTrial trial, long connectMillis, long readMillis) {
    Options options =
        new Options(connectMillis, TimeUnit.MILLISECONDS, readMillis, TimeUnit.MILLISECONDS, true);
    return api(builder(trial).options(options).retryer(Retryer.NEVER_RETRY));
  }

  private static Object ownRead(OkTrial trial) {
    return with(trial, 10_000, 300).get(uri(trial, "total2s", "silent"));
  }

  private static Object ownConnect(OkTrial trial) {
    URI uri = trial.at("http", "backlog", "connect300", "ok").build().url().uri();
    return with(trial, 150, 60_000).get(uri);
  }

  /** A POST over a connection that the server closes when it comes. */
  private static Object stale(OkTrial trial) {
    okhttp3.OkHttpClient own =
        trial.client().newBuilder().connectionPool(new ConnectionPool()).build();
    Api api =
        api(
            Feign.builder()
                .client(new feign.okhttp.OkHttpClient(own))
                .retryer(Retryer.NEVER_RETRY));
    trial.put("warm", api.get(uri(trial, "plain-policy", "ok")));
    return api.post(uri(trial, "plain-policy", "sequence?of=close.close.200"), ORDER);
  }

  /** What each of several calls comes to. */
  private static Object breaker(OkTrial trial) {
    List<String> outcomes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      try {
        outcomes.add(once(trial).get(uri(trial, "users-breaker-feign", "sequence?of=503")));
      } catch (FeignException e) {
        outcomes.add(e.status() + " " + Report.causes(e));
      }
    }
    return outcomes;
  }
}
