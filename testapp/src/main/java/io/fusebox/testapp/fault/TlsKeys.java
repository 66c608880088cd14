package io.fusebox.testapp.fault;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The test servers' key, for {@code localhost} and {@code 127.0.0.1}, and the trust in it. */
public final class TlsKeys {

  /** Protects nothing: key and password are public. */
  public static final String PASSWORD = "not-a-secret";

  private static final String ALIAS = "fault";

  private TlsKeys() {}

  /** What a server presents. */
  public static SSLContext serverContext() {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(keyStore(), PASSWORD.toCharArray());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("no TLS for the test servers", e);
    }
  }

  /** What a client needs to trust {@link #serverContext}. */
  public static SSLContext clientContext() {
    try {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      trusted.setCertificateEntry(ALIAS, keyStore().getCertificate(ALIAS));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("no TLS for the test clients", e);
    }
  }

  /** The key store, loaded anew. */
  public static KeyStore keyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = TlsKeys.class.getResourceAsStream("fault-server.p12")) {
      if (in == null) {
        throw new FileNotFoundException("fault-server.p12");
      }
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }
}
