package io.fusebox.testapp.okhttp;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Credentials;
import okhttp3.Dispatcher;
import okhttp3.FormBody;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSink;
import okio.Okio;
import okio.Source;
import org.jspecify.annotations.Nullable;

/** Further attempts: of the policy, and those that OkHttp makes by itself. */
final class OkRetries {

  private static final long HANGS = 4000;
  private static final RequestBody FORM = new FormBody.Builder().add("amount", "5").build();

  private OkRetries() {}

  static void start(OkSuite suite) throws InterruptedException {
    both(suite, "recovers", "retry", "sequence?of=503.503.200", null);
    both(suite, "exhausted", "retry", "sequence?of=503", null);
    both(suite, "reset", "retry", "sequence?of=reset.200", null);
    both(suite, "post", "retry", "sequence?of=503.200", FORM);
    both(suite, "post.key", "retry-key", "sequence?of=503.reset.200", FORM);
    both(suite, "attempt", "retry-attempt", "sequence?of=silent.200", null);
    both(suite, "attempt.exhausted", "retry-attempt", "silent", null);
    both(suite, "attempt.bodiless", "retry-attempt", "sequence?of=silent.no-content", null);
    both(suite, "attempt.fallback", "retry-fallback", "silent", null);
    both(suite, "after", "retry", "sequence?of=503.200&after=1", null);
    both(suite, "after.attempt", "retry-attempt", "sequence?of=503.200&after=1", null);
    both(suite, "after.long", "retry", "sequence?of=503.200&after=3600", null);
    both(suite, "overloaded", "retry", "sequence?of=503.200&header=x-envoy-overloaded:true", null);
    both(suite, "total", "retry-total", "sequence?of=503&delay=120", null);
    both(suite, "mesh", "retry-mesh", "sequence?of=503.200", null);
    both(suite, "opens", "retry-breaker", "sequence?of=503", null);
    suite.start("refused", HANGS, OkRetries::refused);
    suite.start("once", HANGS, OkRetries::usedUp);
    suite.start("said", HANGS, trial -> put(trial, new SaidRepeatable(true)));
    suite.start("said.wrongly", HANGS, trial -> put(trial, new SaidRepeatable(false)));
    suite.start("cancel.wait", HANGS, trial -> cancelled(trial, false));
    suite.start("cancel.wait.enqueued", HANGS, trial -> cancelled(trial, true));
    suite.start("cancel.all", HANGS, OkRetries::allCancelled);
    suite.start("interrupt.wait", HANGS, OkRetries::interrupted);
    suite.start("own.exception", HANGS, trial -> ownException(trial, false));
    suite.start("own.exception.network", HANGS, trial -> ownException(trial, true));
    suite.start("within", HANGS, OkRetries::within);
    suite.start("interrupt.connect", HANGS, OkRetries::interruptedConnect);
    suite.start("thread-is-free", HANGS, OkRetries::threadIsFree);
    resends(suite);
  }

  /** A call that has not begun. */
  interface Making {
    Call of(OkTrial trial);
  }

  /** The same through execute and enqueue. */
  static void both(
      OkSuite suite, String name, String policy, String fault, @Nullable RequestBody body)
      throws InterruptedException {
    both(suite, name, trial -> call(trial, policy, fault, body));
  }

  static void both(OkSuite suite, String name, Making making) throws InterruptedException {
    suite.start(name, HANGS, trial -> trial.text(making.of(trial)));
    suite.start(
        name + ".enqueued",
        HANGS,
        trial -> {
          OkTrial.Answer answer = trial.enqueue(making.of(trial));
          try {
            return answer.await();
          } finally {
            trial.put("told-again", answer.isToldAgain(100));
          }
        });
  }

  static Call call(OkTrial trial, String policy, String fault, @Nullable RequestBody body) {
    Request.Builder request = trial.request(policy, fault);
    if (body != null) {
      request.post(body);
    }
    return trial.client().newCall(request.build());
  }

  private static Object refused(OkTrial trial) throws IOException {
    Request request = trial.at("http", "refused", "retry", "ok").post(FORM).build();
    return trial.text(trial.client().newCall(request));
  }

  /** A body of the application's own kind, which a second attempt would find empty. */
  private static Object usedUp(OkTrial trial) throws IOException {
    Source source = Okio.source(new java.io.ByteArrayInputStream(new byte[] {'x'}));
    RequestBody once =
        new RequestBody() {
          @Override
          public @Nullable MediaType contentType() {
            return null;
          }

          @Override
          public void writeTo(BufferedSink sink) throws IOException {
            sink.writeAll(source);
          }
        };
    Request request = trial.request("retry", "sequence?of=503.200").put(once).build();
    return trial.text(trial.client().newCall(request));
  }

  private static Object put(OkTrial trial, RequestBody body) throws IOException {
    Request request = trial.request("retry", "sequence?of=503.200").put(body).build();
    return trial.text(trial.client().newCall(request));
  }

  /** While it waits for a second. */
  private static Object cancelled(OkTrial trial, boolean enqueued) throws Exception {
    Call call = call(trial, "retry", "sequence?of=503.200&after=1", null);
    Thread canceller =
        new Thread(
            () -> {
              sleep(300);
              call.cancel();
            });
    canceller.start();
    try {
      return enqueued ? trial.enqueued(call) : trial.text(call);
    } finally {
      canceller.join();
      trial.put("elapsed-then", trial.elapsedMillis());
      Thread.sleep(1000);
    }
  }

  /** One that waits for its second attempt, and one of another dispatcher that does, too. */
  private static Object allCancelled(OkTrial trial) throws Exception {
    OkHttpClient one = trial.client().newBuilder().dispatcher(new Dispatcher()).build();
    Request request = trial.request("retry", "sequence?of=503.200&after=1").build();
    OkTrial.Answer other =
        trial.enqueue(trial.client().newCall(OkCrowd.numbered(request, 2).build()));
    OkTrial.Answer waiting = trial.enqueue(one.newCall(request));
    Thread.sleep(300);
    one.dispatcher().cancelAll();
    try {
      trial.put("cancelled", waiting.await());
    } catch (IOException e) {
      trial.put("cancelled", e.getMessage());
    }
    trial.put("elapsed-then", trial.elapsedMillis());
    return other.await();
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Object interrupted(OkTrial trial) throws Exception {
    Thread waiting = Thread.currentThread();
    Thread interrupter =
        new Thread(
            () -> {
              sleep(300);
              waiting.interrupt();
            });
    interrupter.start();
    try {
      return trial.text(call(trial, "retry", "sequence?of=503.200&after=1", null));
    } finally {
      trial.put("flag", Thread.interrupted());
      interrupter.join();
    }
  }

  /** An interceptor of the application makes an exception of what the host has answered. */
  private static Object ownException(OkTrial trial, boolean ofTheNetwork) throws IOException {
    Interceptor own =
        chain -> {
          try (Response response = chain.proceed(chain.request())) {
            throw new IOException("own, of " + response.code());
          }
        };
    OkHttpClient.Builder builder = trial.client().newBuilder();
    OkHttpClient client =
        ofTheNetwork
            ? builder.addNetworkInterceptor(own).build()
            : builder.addInterceptor(own).build();
    return trial.text(client.newCall(trial.request("retry", "sequence?of=404").build()));
  }

  /** A call that no policy governs, within one that a policy does: OkHttp repeats it as ever. */
  private static Object within(OkTrial trial) throws IOException {
    OkHttpClient outer =
        trial
            .client()
            .newBuilder()
            .addInterceptor(
                chain -> {
                  trial.put(
                      "inner",
                      trial.text(call(trial, "none", "sequence?of=408.200.503.200", FORM)));
                  return chain.proceed(chain.request());
                })
            .build();
    Request governed = trial.request("retry", "sequence?of=408.200.503.200").build();
    return trial.text(outer.newCall(governed));
  }

  /** OkHttp 5 throws an InterruptedException then, which its methods do not declare. */
  private static Object interruptedConnect(OkTrial trial) throws Exception {
    Thread connecting = Thread.currentThread();
    Thread interrupter =
        new Thread(
            () -> {
              sleep(200);
              connecting.interrupt();
            });
    interrupter.start();
    try {
      trial.text(trial.client().newCall(trial.at("http", "backlog", "one-place", "ok").build()));
    } catch (Exception e) {
      trial.put("interrupted", e.getClass().getSimpleName());
    }
    interrupter.join();
    trial.put("flag", Thread.interrupted());
    return trial.get("one-place", "ok");
  }

  /** One thread for all calls: while the first waits for its second attempt, others go. */
  private static Object threadIsFree(OkTrial trial) throws Exception {
    Dispatcher one = new Dispatcher();
    one.setMaxRequests(1);
    OkHttpClient client = trial.client().newBuilder().dispatcher(one).build();
    OkTrial.Answer first =
        trial.enqueue(
            client.newCall(trial.request("retry", "sequence?of=503.200&after=1").build()));
    Thread.sleep(200);
    trial.restartClock();
    String second = trial.enqueued(client.newCall(trial.request("retry", "ok").build()));
    trial.put("second-after", trial.elapsedMillis());
    return second + ", " + first.await();
  }

  private static void resends(OkSuite suite) throws InterruptedException {
    suite.start("resend.stale", HANGS, OkRetries::stale);
    suite.start("resend.408", HANGS, trial -> posted(trial, "sequence?of=408.200"));
    suite.start("resend.503", HANGS, trial -> posted(trial, "sequence?of=503.200&after=0"));
    suite.start(
        "resend.long", HANGS, trial -> posted(trial, "sequence?of=503.200&after=99999999999"));
    suite.start("resend.auth", HANGS, OkRetries::authenticated);
    suite.start("resend.get", HANGS, OkRetries::staleGet);
    suite.start("resend.put", HANGS, trial -> stalePut(trial, FORM));
    suite.start("resend.used-up", HANGS, trial -> stalePut(trial, new UsedUp()));
    both(suite, "resend.buffered", trial -> buffered(trial, "retry"));
    both(suite, "resend.buffered.plain-policy", trial -> buffered(trial, "plain-policy"));
    for (String policy : new String[] {"plain-policy", "retry"}) {
      both(suite, "resend.hop." + policy, policy, hop(303, "200.close.200"), FORM);
    }
    both(suite, "resend.hop.spent", "retry", hop(303, "200.close.close.close.200"), FORM);
    both(suite, "resend.hop.once", "one-send", hop(303, "200.close.200"), FORM);
    both(suite, "resend.hop.post", "retry", hop(307, "200.close.200"), FORM);
  }

  /** With connections of its own. */
  static OkHttpClient ofItsOwn(OkHttpClient client) {
    return client.newBuilder().connectionPool(new ConnectionPool()).build();
  }

  /** A POST over a connection that the server closes when it comes. */
  private static Object stale(OkTrial trial) throws IOException {
    OkHttpClient client = ofItsOwn(trial.client());
    String warm = trial.text(client.newCall(trial.request("plain-policy", "ok").build()));
    Request post = trial.request("plain-policy", "sequence?of=close.close.200").post(FORM).build();
    return warm + ", " + trial.text(client.newCall(post));
  }

  private static Object staleGet(OkTrial trial) throws IOException {
    OkHttpClient client = ofItsOwn(trial.client());
    String warm = trial.text(client.newCall(trial.request("plain-policy", "ok").build()));
    Request get = trial.request("plain-policy", "sequence?of=close.close.200").build();
    return warm + ", " + trial.text(client.newCall(get));
  }

  private static Object stalePut(OkTrial trial, RequestBody body) throws IOException {
    OkHttpClient client = ofItsOwn(trial.client());
    String warm = trial.text(client.newCall(trial.request("plain-policy", "ok").build()));
    Request put = trial.request("plain-policy", "sequence?of=200.close.200").put(body).build();
    return warm + ", " + trial.text(client.newCall(put));
  }

  /** One that can be written once, of which an interceptor of the network makes one of bytes. */
  private static Call buffered(OkTrial trial, String policy) {
    OkHttpClient client =
        ofItsOwn(trial.client())
            .newBuilder()
            .addNetworkInterceptor(chain -> chain.proceed(inMemory(chain.request())))
            .build();
    try {
      trial.put("warm", trial.text(client.newCall(trial.request(policy, "ok").build())));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    Request.Builder put = trial.request(policy, "sequence?of=200.close.200");
    return client.newCall(put.put(new UsedUp()).build());
  }

  private static Request inMemory(Request request) throws IOException {
    RequestBody body = request.body();
    if (body == null) {
      return request;
    }
    Buffer bytes = new Buffer();
    body.writeTo(bytes);
    return request
        .newBuilder()
        .method(request.method(), RequestBody.create(null, bytes.readByteArray()))
        .build();
  }

  private static String hop(int status, String sequence) {
    return "moved?status=" + status + "&to=sequence%3Fof%3D" + sequence;
  }

  /** Has its bytes once, and does not say so. */
  static final class UsedUp extends RequestBody {
    private final AtomicBoolean written = new AtomicBoolean();

    @Override
    public @Nullable MediaType contentType() {
      return null;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      if (!written.getAndSet(true)) {
        sink.writeUtf8("amount=1");
      }
    }
  }

  private static Object posted(OkTrial trial, String fault) throws IOException {
    Call call = call(trial, "plain-policy", fault, FORM);
    try (Response response = call.execute()) {
      return OkTrial.text(response) + ", " + response.header("Retry-After");
    }
  }

  private static Object authenticated(OkTrial trial) throws IOException {
    OkHttpClient client =
        trial
            .client()
            .newBuilder()
            .authenticator(
                (route, response) ->
                    response
                        .request()
                        .newBuilder()
                        .header("Authorization", Credentials.basic("a", "b"))
                        .build())
            .callTimeout(3, TimeUnit.SECONDS)
            .build();
    Request post = trial.request("plain-policy", "auth").post(FORM).build();
    return trial.text(client.newCall(post));
  }
}
