package io.fusebox.testapp.okhttp;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Call;
import okhttp3.Cookie;
import okhttp3.CookieJar;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Interceptors that send besides, turn elsewhere, translate or linger; callers who leave. */
final class OkOwnWays {

  private static final long HANGS = 6000;
  private static final RequestBody FORM = new FormBody.Builder().add("amount", "5").build();

  private OkOwnWays() {}

  static void start(OkSuite suite, OkHttpClient overTls) throws InterruptedException {
    OkRetries.both(suite, "h2.moved-refused", trial -> moved(trial, overTls));
    suite.start("h2.token-refused", HANGS, trial -> token(trial, overTls));
    suite.start("dropped-unread", HANGS, OkOwnWays::droppedUnread);
    suite.start(
        "late-place", HANGS, trial -> latePlace(trial, "late-place", lingering(trial.client())));
    suite.start(
        "late-cookies",
        HANGS,
        trial -> latePlace(trial, "late-cookies", slowCookies(trial.client())));
    OkRetries.both(suite, "h2.gone-before", trial -> goneBefore(trial, overTls));
    suite.start("lost-cancel", HANGS, OkOwnWays::lostCancel);
    suite.start("fail-over", HANGS, OkOwnWays::failOver);
    suite.start("translated", HANGS, OkOwnWays::translated);
    suite.start("replaced-503", HANGS, OkOwnWays::replaced);
  }

  private static OkHttpClient with(OkHttpClient client, Interceptor interceptor) {
    return OkRetries.ofItsOwn(client).newBuilder().addInterceptor(interceptor).build();
  }

  /** A POST that is answered by a redirect, and its target refused. */
  private static Call moved(OkTrial trial, OkHttpClient client) {
    return client.newCall(
        trial.at("https", "h2sequence", "retry", "sequence?of=303.refused").post(FORM).build());
  }

  /** A POST for a token goes out first. */
  private static Object token(OkTrial trial, OkHttpClient client) throws IOException {
    OkHttpClient asking =
        with(
            client,
            chain -> {
              Request wanted = chain.request();
              chain.proceed(wanted.newBuilder().post(FORM).build()).close();
              return chain.proceed(wanted);
            });
    Request request = trial.at("https", "h2sequence", "retry", "sequence?of=200.refused").build();
    return trial.text(asking.newCall(request));
  }

  /** Nobody reads it, closes it or holds it any more. */
  private static Object droppedUnread(OkTrial trial) throws IOException, InterruptedException {
    String status = String.valueOf(drop(trial));
    for (int i = 0; i < 40; i++) {
      System.gc();
      Thread.sleep(50);
      try {
        return status + " " + trial.get("dropped", "ok");
      } catch (IOException rejected) {
        trial.put("rejected", rejected.getClass().getSimpleName());
      }
    }
    return status + " kept";
  }

  private static int drop(OkTrial trial) throws IOException {
    Request large = trial.request("dropped", "bytes?size=4000000").build();
    return OkRetries.ofItsOwn(trial.client()).newCall(large).execute().code();
  }

  /** Its time is up before it asks for a connection. */
  private static Object latePlace(OkTrial trial, String policy, OkHttpClient slow)
      throws IOException {
    for (int i = 0; i < 2; i++) {
      try {
        return trial.text(slow.newCall(trial.request(policy, "ok").build()));
      } catch (IOException expected) {
        trial.put("late-" + i, expected.getClass().getName());
      }
    }
    return trial.get(policy, "ok");
  }

  private static OkHttpClient lingering(OkHttpClient client) {
    return with(
        client,
        chain -> {
          OkRetries.sleep(1200);
          return chain.proceed(chain.request());
        });
  }

  /** Behind the last place at which OkHttp looks whether it was cancelled. */
  private static OkHttpClient slowCookies(OkHttpClient client) {
    CookieJar slow =
        new CookieJar() {
          @Override
          public void saveFromResponse(HttpUrl url, List<Cookie> cookies) {}

          @Override
          public List<Cookie> loadForRequest(HttpUrl url) {
            OkRetries.sleep(1200);
            return Collections.emptyList();
          }
        };
    return OkRetries.ofItsOwn(client).newBuilder().cookieJar(slow).build();
  }

  /** Its connection is being given up when it comes, and nothing of it is written there. */
  private static Call goneBefore(OkTrial trial, OkHttpClient overTls) {
    OkHttpClient sharing = OkRetries.ofItsOwn(overTls);
    AtomicBoolean first = new AtomicBoolean(true);
    try {
      // 3.x takes a connection over which nothing has come yet for a route that fails.
      trial.put("warm", trial.text(sharing.newCall(goingAway(trial, "none").build())));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    OkHttpClient client =
        sharing
            .newBuilder()
            .addNetworkInterceptor(
                chain -> {
                  if (first.getAndSet(false)) {
                    Request other = goingAway(trial, "none").build();
                    trial.put("other", trial.text(sharing.newCall(other)));
                  }
                  return chain.proceed(chain.request());
                })
            .build();
    return client.newCall(goingAway(trial, "plain-policy").post(new OkRetries.UsedUp()).build());
  }

  private static Request.Builder goingAway(OkTrial trial, String policy) {
    return trial.at("https", "h2sequence", policy, "sequence?of=200.goaway.200");
  }

  /** It is cancelled while an interceptor lingers over an attempt that we have ended. */
  private static Object lostCancel(OkTrial trial) throws IOException {
    OkHttpClient lingering =
        with(
            trial.client(),
            chain -> {
              try {
                return chain.proceed(chain.request());
              } catch (IOException e) {
                OkRetries.sleep(600);
                throw e;
              }
            });
    Call call = lingering.newCall(trial.request("retry-attempt", "sequence?of=silent.200").build());
    new Thread(
            () -> {
              OkRetries.sleep(600);
              call.cancel();
            })
        .start();
    return trial.text(call);
  }

  /** What a policy keeps away from one host goes to another, that has none. */
  private static Object failOver(OkTrial trial) throws IOException {
    for (int i = 0; i < 3; i++) {
      try {
        return trial.get("fail-over", "close");
      } catch (IOException expected) {
        trial.put("failed-" + i, expected.getClass().getName());
      }
    }
    OkHttpClient client =
        with(
            trial.client(),
            chain -> {
              try {
                return chain.proceed(chain.request());
              } catch (IOException e) {
                trial.put("first", e.getClass().getSimpleName());
                HttpUrl other = chain.request().url().newBuilder().host("localhost").build();
                return chain.proceed(chain.request().newBuilder().url(other).build());
              }
            });
    return trial.text(client.newCall(trial.request("fail-over", "ok").build()));
  }

  /** The application's own exception for whatever went wrong. */
  private static final class Translated extends IOException {
    private static final long serialVersionUID = 1;

    Translated(IOException cause) {
      super(cause);
    }
  }

  private static Object translated(OkTrial trial) throws IOException {
    OkHttpClient client =
        with(
            trial.client(),
            chain -> {
              try {
                return chain.proceed(chain.request());
              } catch (IOException e) {
                throw new Translated(e);
              }
            });
    StringBuilder met = new StringBuilder();
    for (int i = 0; i < 4; i++) {
      try {
        return trial.text(client.newCall(trial.request("translated", "close").build()));
      } catch (Translated e) {
        met.append(e.getCause() instanceof IOException ? "translated " : "lost ");
      } catch (IOException e) {
        met.append(e.getClass().getSimpleName()).append(' ');
      }
    }
    return met.toString().trim();
  }

  /** The interceptor's own answer has no header of the one that it replaces. */
  private static Object replaced(OkTrial trial) throws IOException {
    OkHttpClient client =
        with(
            trial.client(),
            chain -> {
              Response answered = chain.proceed(chain.request());
              return answered.newBuilder().code(200).removeHeader("Retry-After").build();
            });
    Request request = trial.request("plain-policy", "sequence?of=503&after=99999999999").build();
    try (Response response = client.newCall(request).execute()) {
      return response.code() + " " + response.header("Retry-After");
    }
  }
}
