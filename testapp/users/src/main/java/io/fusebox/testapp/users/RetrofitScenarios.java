package io.fusebox.testapp.users;

import com.google.gson.GsonBuilder;
import io.fusebox.testapp.okhttp.OkSuite;
import io.fusebox.testapp.okhttp.OkTrial;
import io.fusebox.testapp.report.Report;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.ResponseBody;
import retrofit2.Call;
import retrofit2.Callback;
import retrofit2.Response;
import retrofit2.Retrofit;
import retrofit2.converter.gson.GsonConverterFactory;
import retrofit2.http.Body;
import retrofit2.http.GET;
import retrofit2.http.POST;
import retrofit2.http.Streaming;
import retrofit2.http.Url;

/** Calls through Retrofit: executed, enqueued and as futures, their bodies converted by Gson. */
final class RetrofitScenarios {

  private static final long HANGS = 3000;

  private RetrofitScenarios() {}

  /** What is called. */
  interface Api {
    @GET
    Call<String> get(@Url String url);

    @GET
    CompletableFuture<Response<String>> future(@Url String url);

    @POST
    Call<String> post(@Url String url, @Body Order order);

    @POST
    CompletableFuture<Response<String>> postFuture(@Url String url, @Body Order order);

    @GET
    Call<ResponseBody> buffered(@Url String url);

    @Streaming
    @GET
    Call<ResponseBody> streamed(@Url String url);
  }

  /** What is posted. */
  @SuppressWarnings("UnusedVariable") // by Gson
  static final class Order {
    private final int amount;

    Order(int amount) {
      this.amount = amount;
    }
  }

  /** A way to make a call. */
  private interface Way {
    Object make(OkTrial trial, String policy, String fault) throws Exception;
  }

  static Object warmUp(OkTrial trial) throws Exception {
    return executed(trial, api(trial).get(url(trial, "total5s", "ok")))
        + future(trial, api(trial).future(url(trial, "total5s", "ok")));
  }

  static void start(OkSuite suite) throws InterruptedException {
    three(suite, "", RetrofitScenarios::get, RetrofitScenarios::getFuture);
    three(suite, "post.", RetrofitScenarios::post, RetrofitScenarios::postFuture);
    suite.start("retrofit.buffered.drip", HANGS, trial -> bytes(trial, false, "drip?every=100"));
    suite.start("retrofit.streamed.drip", HANGS, trial -> bytes(trial, true, "drip?every=100"));
    suite.start("retrofit.streamed.ok", HANGS, trial -> bytes(trial, true, "ok"));
    suite.start("retrofit.own", HANGS, RetrofitScenarios::ownTimeout);
    suite.start("retrofit.again", HANGS, RetrofitScenarios::again);
    suite.start("retrofit.cancel", HANGS, trial -> cancelled(trial, "silent", false));
    suite.start("retrofit.cancel.enqueued", HANGS, trial -> cancelled(trial, "silent", true));
    String waits = "sequence?of=503.200&after=1";
    suite.start("retrofit.cancel.wait", HANGS, trial -> cancelled(trial, waits, false));
    suite.start("retrofit.cancel.wait.enqueued", HANGS, trial -> cancelled(trial, waits, true));
    suite.start("retrofit.cancel.future", HANGS, RetrofitScenarios::cancelledFuture);
  }

  /** A call made from the trial's address. */
  private interface Made {
    Call<String> call(Api api, String url);
  }

  /** The same as a future. */
  private interface MadeFuture {
    CompletableFuture<Response<String>> future(Api api, String url);
  }

  private static Call<String> get(Api api, String url) {
    return api.get(url);
  }

  private static CompletableFuture<Response<String>> getFuture(Api api, String url) {
    return api.future(url);
  }

  private static Call<String> post(Api api, String url) {
    return api.post(url, new Order(5));
  }

  private static CompletableFuture<Response<String>> postFuture(Api api, String url) {
    return api.postFuture(url, new Order(5));
  }

  private static void three(OkSuite suite, String method, Made made, MadeFuture madeFuture)
      throws InterruptedException {
    String name = "retrofit." + method;
    each(
        suite,
        name,
        "",
        (trial, policy, fault) ->
            executed(trial, made.call(api(trial), url(trial, policy, fault))));
    each(
        suite,
        name,
        ".enqueued",
        (trial, policy, fault) ->
            enqueued(trial, made.call(api(trial), url(trial, policy, fault))));
    each(
        suite,
        name,
        ".future",
        (trial, policy, fault) ->
            future(trial, madeFuture.future(api(trial), url(trial, policy, fault))));
  }

  private static void each(OkSuite suite, String name, String ending, Way way)
      throws InterruptedException {
    if (name.endsWith("post.")) {
      suite.start(
          name + "once" + ending, HANGS, trial -> way.make(trial, "retry", "sequence?of=503.200"));
      suite.start(
          name + "key" + ending,
          HANGS,
          trial -> way.make(trial, "retry-key", "sequence?of=503.reset.200"));
      return;
    }
    suite.start(name + "silent" + ending, HANGS, trial -> way.make(trial, "total500", "silent"));
    suite.start(
        name + "drip" + ending, HANGS, trial -> way.make(trial, "total500", "drip?every=100"));
    suite.start(
        name + "recovers" + ending,
        HANGS,
        trial -> way.make(trial, "retry", "sequence?of=503.503.200"));
    suite.start(
        name + "exhausted" + ending, HANGS, trial -> way.make(trial, "retry", "sequence?of=503"));
    String policy = "users-breaker" + ending.replace('.', '-');
    suite.start(name + "breaker" + ending, HANGS, trial -> breaker(trial, policy, way));
    suite.start(
        name + "fallback" + ending, HANGS, trial -> way.make(trial, "users-fallback", "silent"));
  }

  private static Api api(OkTrial trial) {
    return api(trial.client());
  }

  private static Api api(OkHttpClient client) {
    return new Retrofit.Builder()
        .client(client)
        .baseUrl("http://127.0.0.1/")
        // Faults answer with words that are no JSON in the strict sense.
        .addConverterFactory(GsonConverterFactory.create(new GsonBuilder().setLenient().create()))
        .build()
        .create(Api.class);
  }

  private static String url(OkTrial trial, String policy, String fault) {
    return trial.request(policy, fault).build().url().toString();
  }

  private static String text(Response<String> response) throws IOException {
    ResponseBody error = response.errorBody();
    return response.code() + " " + (error == null ? response.body() : error.string());
  }

  private static String executed(OkTrial trial, Call<String> call) throws IOException {
    try {
      return text(call.execute());
    } finally {
      trial.put("executed", call.isExecuted());
    }
  }

  private static Object enqueued(OkTrial trial, Call<String> call)
      throws IOException, InterruptedException {
    Told told = enqueue(call);
    try {
      return told.await();
    } finally {
      trial.put("told-again", told.isToldAgain(100));
    }
  }

  private static Told enqueue(Call<String> call) {
    Told told = new Told();
    call.enqueue(
        new Callback<String>() {
          @Override
          public void onResponse(Call<String> of, Response<String> response) {
            try {
              told.of(of == call ? text(response) : "of another call");
            } catch (IOException e) {
              told.of(e);
            }
          }

          @Override
          public void onFailure(Call<String> of, Throwable failure) {
            told.of(of == call ? failure : "of another call");
          }
        });
    return told;
  }

  private static String future(OkTrial trial, CompletableFuture<Response<String>> future)
      throws Exception {
    try {
      return text(future.get());
    } finally {
      trial.put("failed", future.isCompletedExceptionally());
    }
  }

  /** What each of several calls comes to. */
  private static Object breaker(OkTrial trial, String policy, Way way) {
    List<String> outcomes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      try {
        outcomes.add(String.valueOf(way.make(trial, policy, "sequence?of=503")));
      } catch (Exception e) {
        Throwable met = Report.unwrapped(e);
        outcomes.add(
            met.getClass().getName() + ", an IOException: " + (met instanceof IOException));
      }
    }
    return outcomes;
  }

  private static Object bytes(OkTrial trial, boolean streams, String fault) throws IOException {
    String url = url(trial, "total500", fault);
    Call<ResponseBody> call = streams ? api(trial).streamed(url) : api(trial).buffered(url);
    Response<ResponseBody> response = call.execute();
    trial.put("code", response.code());
    try (ResponseBody body = response.body()) {
      return body == null ? "none" : body.string();
    }
  }

  /** The call's own timeout is shorter than that of the policy. */
  private static Object ownTimeout(OkTrial trial) throws IOException {
    Call<String> call = api(trial).get(url(trial, "total2s", "silent"));
    call.timeout().timeout(300, TimeUnit.MILLISECONDS);
    return executed(trial, call);
  }

  /** What was cut can be cloned and made again. */
  private static Object again(OkTrial trial) throws IOException {
    Call<String> call = api(trial).get(url(trial, "total500", "sequence?of=silent.200"));
    try {
      trial.put("first", text(call.execute()));
    } catch (IOException e) {
      trial.put("first", e.getClass().getSimpleName());
    }
    return text(call.clone().execute());
  }

  private static Object cancelled(OkTrial trial, String fault, boolean enqueues) throws Exception {
    // What OkHttp says of a cancelled call depends on whether its connection is new.
    OkHttpClient own = trial.client().newBuilder().connectionPool(new ConnectionPool()).build();
    Call<String> call = api(own).get(url(trial, "retry", fault));
    Thread canceller =
        new Thread(
            () -> {
              sleep(300);
              call.cancel();
            });
    canceller.start();
    try {
      return enqueues ? enqueued(trial, call) : executed(trial, call);
    } finally {
      trial.put("elapsed-then", trial.elapsedMillis());
      canceller.join();
      trial.put("cancelled", call.isCanceled());
      // No attempt comes after it.
      sleep(1000);
    }
  }

  private static Object cancelledFuture(OkTrial trial) throws Exception {
    CompletableFuture<Response<String>> future = api(trial).future(url(trial, "retry", "silent"));
    sleep(300);
    future.cancel(true);
    return future(trial, future);
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
