package io.fusebox.testapp.users;

import io.fusebox.testapp.okhttp.OkSuite;
import io.fusebox.testapp.okhttp.OkTrial;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;

/** Calls over TLS, trust and own certificate made by okhttp-tls. */
final class TlsScenarios {

  private static final long HANGS = 3000;
  private static final String KEYS = "/io/fusebox/testapp/fault/fault-server.p12";

  private TlsScenarios() {}

  static Object warmUp(OkTrial trial) throws Exception {
    return trial.text(call(trial, trusting(trial), "https", "total5s", "ok"));
  }

  static void start(OkSuite suite) throws InterruptedException {
    start(suite, "silent", "https", "total1s", "silent");
    start(suite, "drip", "https", "total1s", "drip?every=100&bytes=20");
    start(suite, "stall", "https", "users-read", "stall-after-head");
    start(suite, "recovers", "https", "retry", "sequence?of=503.reset.200");
    start(suite, "mute", "mute", "connect300", "ok");
    suite.start("tls.then-next", HANGS, TlsScenarios::thenNext);
    suite.start(
        "tls.enqueued",
        HANGS,
        trial ->
            trial.enqueued(
                call(trial, trusting(trial), "https", "total1s", "drip?every=100&bytes=20")));
    suite.start(
        "tls.unknown",
        HANGS,
        trial ->
            trial.text(
                call(
                    trial,
                    with(
                        trial, Certificates.OF_ANOTHER, Certificates.OF_ANOTHER.sslSocketFactory()),
                    "https",
                    "retry",
                    "ok")));
  }

  private static void start(OkSuite suite, String name, String place, String policy, String fault)
      throws InterruptedException {
    suite.start(
        "tls." + name,
        HANGS,
        trial -> trial.text(call(trial, trusting(trial), place, policy, fault)));
  }

  private static Call call(
      OkTrial trial, OkHttpClient client, String place, String policy, String fault) {
    return client.newCall(trial.at("https", place, policy, fault).build());
  }

  /** A call is cut when its connection stands and is not used yet; another one comes after it. */
  private static String thenNext(OkTrial trial) throws IOException {
    EventListener late =
        new EventListener() {
          @Override
          public void connectEnd(
              Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol) {
            if (call.request().url().encodedPath().startsWith("/total500/")) {
              LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(800));
            }
          }
        };
    OkHttpClient client =
        trusting(trial)
            .newBuilder()
            .connectionPool(new ConnectionPool())
            .eventListener(late)
            .build();
    try {
      trial.put("first", trial.text(call(trial, client, "https", "total500", "ok")));
    } catch (IOException e) {
      trial.put("first", e.getClass().getSimpleName());
    }
    return trial.text(call(trial, client, "https", "total1s", "ok"));
  }

  private static OkHttpClient trusting(OkTrial trial) {
    return with(trial, Certificates.OF_THE_SERVER, Certificates.SOCKETS);
  }

  private static OkHttpClient with(
      OkTrial trial, HandshakeCertificates certificates, SSLSocketFactory sockets) {
    return trial
        .client()
        .newBuilder()
        .sslSocketFactory(sockets, certificates.trustManager())
        .build();
  }

  /** Made once, in the warm-up: that takes its time. */
  private static final class Certificates {

    /** Trusts the fault server, and has a certificate of its own. */
    static final HandshakeCertificates OF_THE_SERVER =
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(server())
            .heldCertificate(held("user"))
            .build();

    static final SSLSocketFactory SOCKETS = OF_THE_SERVER.sslSocketFactory();

    /** Trusts somebody else. */
    static final HandshakeCertificates OF_ANOTHER =
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(held("other").certificate())
            .build();

    private static HeldCertificate held(String name) {
      return new HeldCertificate.Builder().commonName(name).build();
    }

    private static X509Certificate server() {
      try (InputStream in = TlsScenarios.class.getResourceAsStream(KEYS)) {
        if (in == null) {
          throw new IOException("no " + KEYS);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(in, "not-a-secret".toCharArray());
        return (X509Certificate) store.getCertificate("fault");
      } catch (GeneralSecurityException | IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
