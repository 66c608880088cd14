package io.fusebox.testapp.okhttp;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** Streams of one HTTP/2 connection: one is cut, the others must not notice. */
final class OkHttp2 {

  private static final long HANGS = 3500;

  private OkHttp2() {}

  static void start(OkSuite suite) throws Exception {
    OkHttpClient client = trusting(suite.client());
    suite.start("h2.first", HANGS, trial -> get(trial, client, "none", "ok"));
    suite.finish();
    suite.start("h2.sibling", HANGS, trial -> get(trial, client, "total2s", "slow?delay=1200"));
    suite.start("h2.silent", HANGS, trial -> get(trial, client, "total500", "silent"));
    suite.start("h2.stall", HANGS, trial -> get(trial, client, "total500", "stall-after-head"));
    suite.start("h2.drip", HANGS, trial -> get(trial, client, "total500", "drip"));
    suite.start("h2.read", HANGS, trial -> get(trial, client, "read400", "silent"));
    suite.start("h2.duplex", HANGS, trial -> duplex(trial, client));
    suite.start(
        "h2.enqueued", HANGS, trial -> trial.enqueued(call(trial, client, "total500", "silent")));
    suite.start(
        "h2.after",
        HANGS,
        trial -> {
          Thread.sleep(1500);
          return get(trial, client, "total500", "ok");
        });
  }

  private static Call call(OkTrial trial, OkHttpClient client, String policy, String fault) {
    return client.newCall(trial.at("https", "http2", policy, fault).build());
  }

  private static String get(OkTrial trial, OkHttpClient client, String policy, String fault)
      throws IOException {
    try (Response response = call(trial, client, policy, fault).execute()) {
      trial.put("protocol", response.protocol());
      return OkTrial.text(response);
    }
  }

  /**
   * Request and response go both ways at once, since 3.13: a call that lasts as long as it likes.
   */
  private static String duplex(OkTrial trial, OkHttpClient client) throws IOException {
    RequestBody both =
        new RequestBody() {
          @Override
          public @Nullable MediaType contentType() {
            return null;
          }

          @SuppressWarnings({"EffectivelyPrivate", "unused"}) // 3.12 knows nothing of it.
          public boolean isDuplex() {
            return true;
          }

          @Override
          public void writeTo(BufferedSink sink) throws IOException {
            sink.writeUtf8("ping");
            sink.close();
          }
        };
    Request request = trial.at("https", "http2", "total500", "drip").post(both).build();
    return trial.text(client.newCall(request));
  }

  /** The server has a certificate that it has made for itself. */
  static OkHttpClient trusting(OkHttpClient client) throws GeneralSecurityException {
    X509TrustManager anybody =
        new X509TrustManager() {
          @Override
          public void checkClientTrusted(X509Certificate[] chain, String type) {
            // This is no server.
          }

          @Override
          public void checkServerTrusted(X509Certificate[] chain, String type) {
            // It is one of the test's own.
          }

          @Override
          public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
          }
        };
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, new TrustManager[] {anybody}, new SecureRandom());
    return client
        .newBuilder()
        .sslSocketFactory(tls.getSocketFactory(), anybody)
        .hostnameVerifier((host, session) -> true)
        .build();
  }
}
