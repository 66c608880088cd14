package io.fusebox.testapp.okhttp;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** What an application does that lives in a loader of its own: one call, then it goes. */
public final class OkOneCall {

  private OkOneCall() {}

  /** Makes the call, and leaves nothing of its client behind; called by reflection. */
  public static String call(String address) {
    ConnectionPool pool = new ConnectionPool(0, 1, TimeUnit.MILLISECONDS);
    // Without timeouts OkHttp needs no thread of its own, which would keep the loader for a minute.
    OkHttpClient client =
        new OkHttpClient.Builder()
            .connectTimeout(0, TimeUnit.MILLISECONDS)
            .readTimeout(0, TimeUnit.MILLISECONDS)
            .writeTimeout(0, TimeUnit.MILLISECONDS)
            .connectionPool(pool)
            .build();
    Request request = new Request.Builder().url(address).header("Connection", "close").build();
    try (Response response = client.newCall(request).execute()) {
      return "returned " + response.code();
    } catch (IOException e) {
      return e.getClass().getSimpleName();
    } finally {
      pool.evictAll();
    }
  }
}
