package io.fusebox.testapp.okhttp;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;

/** What is refused: where interceptors turn with it, and what they make of it. */
final class OkTurns {

  private static final long HANGS = 6000;

  private OkTurns() {}

  static void start(OkSuite suite) throws InterruptedException {
    suite.start("turn.name", HANGS, OkTurns::name);
    suite.start("turn.moved", HANGS, trial -> moved(trial, "turn-moved", 0, "localhost"));
    suite.start("turn.late", HANGS, OkTurns::late);
    suite.start("turn.back", HANGS, trial -> moved(trial, "turn-back", 0, "127.0.0.1"));
    suite.start("turn.shared", HANGS, trial -> moved(trial, "turn-shared", 0, "localhost"));
    suite.start("made-of-refusal", HANGS, OkTurns::madeOfRefusal);
  }

  /** An interceptor that knows where the name is, below one that tries thrice. */
  private static Object name(OkTrial trial) throws IOException {
    OkHttpClient knowing =
        OkRetries.ofItsOwn(trial.client())
            .newBuilder()
            .addInterceptor(chain -> at(chain, "127.0.0.1"))
            .build();
    Request request = trial.request("turn-name", "close").build();
    HttpUrl named = request.url().newBuilder().host("turn.test").build();
    Request wanted = request.newBuilder().url(named).build();
    fail(trial, knowing.newCall(wanted), knowing.newCall(wanted), knowing.newCall(wanted));
    OkHttpClient.Builder trying = OkRetries.ofItsOwn(trial.client()).newBuilder();
    StringBuilder met = new StringBuilder();
    trying.addInterceptor(
        chain -> {
          for (int i = 0; i < 2; i++) {
            met.append(meets(chain));
          }
          return chain.proceed(chain.request());
        });
    try {
      return trial.text(
          trying.addInterceptor(chain -> at(chain, "127.0.0.1")).build().newCall(wanted));
    } catch (IOException e) {
      return met.append(e.getClass().getSimpleName());
    }
  }

  private static String meets(Interceptor.Chain chain) {
    try (Response response = chain.proceed(chain.request())) {
      return response.code() + " ";
    } catch (IOException e) {
      return e.getClass().getSimpleName() + " ";
    }
  }

  private static Response at(Interceptor.Chain chain, String host) throws IOException {
    HttpUrl url = chain.request().url().newBuilder().host(host).build();
    return chain.proceed(chain.request().newBuilder().url(url).build());
  }

  /** Its breaker opens. */
  private static void fail(OkTrial trial, Call... calls) {
    for (int i = 0; i < calls.length; i++) {
      try {
        trial.put("failed-" + i, trial.text(calls[i]));
      } catch (IOException expected) {
        trial.put("failed-" + i, expected.getClass().getName());
      }
    }
  }

  private static void fail(OkTrial trial, String policy) {
    Request request = trial.request(policy, "close").build();
    OkHttpClient client = OkRetries.ofItsOwn(trial.client());
    fail(trial, client.newCall(request), client.newCall(request), client.newCall(request));
  }

  /** Refused, it turns to another host, which sends it on. */
  private static String moved(OkTrial trial, String policy, int delay, String host)
      throws IOException {
    fail(trial, policy);
    OkHttpClient client =
        OkRetries.ofItsOwn(trial.client())
            .newBuilder()
            .addInterceptor(
                chain -> {
                  try {
                    return chain.proceed(chain.request());
                  } catch (IOException e) {
                    trial.put("first", e.getClass().getSimpleName());
                    return at(chain, "localhost");
                  }
                })
            .build();
    String to = "http://" + host + ":" + trial.port("http") + "/" + policy + "/ok";
    String moves = "moved?status=302&delay=" + delay + "&to=" + to;
    return trial.text(client.newCall(trial.request(policy, moves).build()));
  }

  /** By then the first could be probed: that the other has answered says nothing of it. */
  private static Object late(OkTrial trial) throws IOException {
    String answered = moved(trial, "turn-late", 800, "localhost");
    fail(trial, "turn-late");
    return answered;
  }

  /** All places are taken, and an interceptor has an answer of its own for that. */
  private static Object madeOfRefusal(OkTrial trial) throws Exception {
    CountDownLatch leaves = new CountDownLatch(1);
    OkHttpClient holding =
        OkRetries.ofItsOwn(trial.client())
            .newBuilder()
            .addNetworkInterceptor(
                chain -> {
                  leaves.countDown();
                  return chain.proceed(chain.request());
                })
            .build();
    Call held = holding.newCall(trial.request("made-of-refusal", "silent").build());
    trial.enqueue(held);
    leaves.await();
    OkHttpClient making =
        OkRetries.ofItsOwn(trial.client())
            .newBuilder()
            .addInterceptor(
                chain -> {
                  try {
                    return chain.proceed(chain.request());
                  } catch (IOException e) {
                    trial.put("first", e.getClass().getSimpleName());
                    return unavailable(chain.request());
                  }
                })
            .build();
    try {
      return trial.text(making.newCall(trial.request("made-of-refusal", "ok").build()));
    } finally {
      held.cancel();
    }
  }

  private static Response unavailable(Request request) {
    return new Response.Builder()
        .request(request)
        .protocol(Protocol.HTTP_1_1)
        .code(503)
        .message("")
        .body(ResponseBody.create(MediaType.parse("text/plain"), "of its own"))
        .build();
  }
}
