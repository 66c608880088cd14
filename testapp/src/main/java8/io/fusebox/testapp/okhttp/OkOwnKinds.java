package io.fusebox.testapp.okhttp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.FormBody;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.BufferedSink;
import okio.BufferedSource;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/** Interceptors and bodies of the application's own, which may do as they like. */
final class OkOwnKinds {

  private static final long HANGS = 6000;

  private OkOwnKinds() {}

  static void start(OkSuite suite) throws InterruptedException {
    suite.start("left-open", HANGS, OkOwnKinds::leftOpen);
    suite.start("closed-and-given", HANGS, OkOwnKinds::closedAndGiven);
    suite.start("turned-post", HANGS, OkOwnKinds::turnedPost);
    suite.start("own-body", HANGS, OkOwnKinds::ownBody);
    suite.start("multipart", HANGS, OkOwnKinds::multipart);
    suite.start("cleared-timeout", HANGS, OkOwnKinds::clearedTimeout);
    suite.start("cancelled-unread", HANGS, OkOwnKinds::cancelledUnread);
  }

  private static OkHttpClient with(OkTrial trial, Interceptor interceptor) {
    return OkRetries.ofItsOwn(trial.client()).newBuilder().addInterceptor(interceptor).build();
  }

  /** It answers by itself, and does not close what it was answered. */
  private static Object leftOpen(OkTrial trial) throws IOException {
    OkHttpClient client =
        with(
            trial,
            chain -> {
              Response answered = chain.proceed(chain.request());
              return answered.isSuccessful()
                  ? answered
                  : answered
                      .newBuilder()
                      .code(502)
                      .body(ResponseBody.create(null, "of its own"))
                      .build();
            });
    Call call = client.newCall(trial.request("retry", "sequence?of=503&size=100000").build());
    String outcome = trial.text(call);
    Request other = trial.request("none", "ok").build();
    return outcome + ", " + trial.text(client.newCall(OkCrowd.numbered(other, 1).build()));
  }

  private static Object closedAndGiven(OkTrial trial) throws IOException {
    OkHttpClient client =
        with(
            trial,
            chain -> {
              Response answered = chain.proceed(chain.request());
              if (!answered.isSuccessful()) {
                answered.close();
              }
              return answered;
            });
    Request request = trial.request("retry", "sequence?of=503.503.200").build();
    return trial.text(client.newCall(request));
  }

  private static Object turnedPost(OkTrial trial) throws IOException {
    RequestBody form = new FormBody.Builder().add("amount", "5").build();
    OkHttpClient client =
        with(trial, chain -> chain.proceed(chain.request().newBuilder().post(form).build()));
    return trial.text(client.newCall(trial.request("retry", "sequence?of=503.200").build()));
  }

  /** A body that counts how often it is closed. */
  private static Object ownBody(OkTrial trial) throws IOException {
    AtomicInteger closed = new AtomicInteger();
    OkHttpClient client =
        with(
            trial,
            chain -> {
              Response answered = chain.proceed(chain.request());
              return answered.newBuilder().body(new Counting(answered.body(), closed)).build();
            });
    Request request = trial.request("plain-policy", "ok").build();
    try (Response response = client.newCall(request).execute()) {
      trial.put("text", OkTrial.text(response));
    }
    return closed.get() > 0;
  }

  private static final class Counting extends ResponseBody {
    private final ResponseBody body;
    private final AtomicInteger closed;

    Counting(ResponseBody body, AtomicInteger closed) {
      this.body = body;
      this.closed = closed;
    }

    @Override
    public @Nullable MediaType contentType() {
      return body.contentType();
    }

    @Override
    public long contentLength() {
      return body.contentLength();
    }

    @Override
    public BufferedSource source() {
      return body.source();
    }

    @Override
    public void close() {
      closed.incrementAndGet();
      body.close();
    }
  }

  /** One part of it reads a stream that is used up then, of a length that is known. */
  private static Object multipart(OkTrial trial) throws IOException {
    ByteArrayInputStream stream = new ByteArrayInputStream(new byte[] {'x', 'y'});
    RequestBody part =
        new RequestBody() {
          @Override
          public @Nullable MediaType contentType() {
            return null;
          }

          @Override
          public long contentLength() {
            return 2;
          }

          @Override
          public void writeTo(BufferedSink sink) throws IOException {
            sink.writeAll(Okio.source(stream));
          }
        };
    RequestBody parts = new MultipartBody.Builder().addPart(part).build();
    Request request = trial.request("retry", "sequence?of=503.200").put(parts).build();
    return trial.text(trial.client().newCall(request));
  }

  /** The client has a call timeout, and this call has given it up. */
  private static Object clearedTimeout(OkTrial trial) throws Exception {
    OkHttpClient client =
        trial.client().newBuilder().callTimeout(500, TimeUnit.MILLISECONDS).build();
    Call call = client.newCall(trial.request("retry", "sequence?of=503.200&delay=400").build());
    call.timeout().clearTimeout();
    return trial.enqueued(call);
  }

  /** A response that nobody reads or closes, but whose call is cancelled. */
  private static Object cancelledUnread(OkTrial trial) throws IOException {
    Call call = trial.client().newCall(trial.request("one-room", "drip").build());
    try (Response response = call.execute()) {
      trial.put("code", response.code());
      call.cancel();
      // Before it is closed.
      return trial.get("one-room", "ok");
    }
  }
}
