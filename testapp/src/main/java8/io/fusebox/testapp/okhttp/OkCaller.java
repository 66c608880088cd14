package io.fusebox.testapp.okhttp;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.FormBody;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Makes one call after the other, each on one client: {@code NAME=WAY,METHOD,ADDRESS} with a way of
 * {@code execute} or {@code enqueue}. A line {@code NAME=...} for each.
 */
public final class OkCaller {

  private static final long PATIENCE_SECONDS = 8;

  private OkCaller() {}

  /** Makes the calls and ends the process, whatever still hangs in it. */
  public static void main(String[] args) throws InterruptedException {
    OkHttpClient client = client();
    for (String arg : args) {
      int equals = arg.indexOf('=');
      String[] what = arg.substring(equals + 1).split(",", 3);
      BlockingQueue<String> outcome = new LinkedBlockingQueue<>();
      Thread caller = new Thread(() -> outcome.add(call(client, what)));
      caller.setDaemon(true);
      caller.start();
      String came = outcome.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      System.out.println(arg.substring(0, equals) + "=" + (came == null ? "hung" : came));
    }
    System.exit(0);
  }

  /** With an interceptor of the network, if the system property of that name asks for one. */
  private static OkHttpClient client() {
    OkHttpClient.Builder client = new OkHttpClient.Builder();
    if (Boolean.getBoolean("network-interceptor")) {
      client.addNetworkInterceptor(chain -> chain.proceed(chain.request()));
    }
    return client.build();
  }

  /**
   * Makes one call and says what came of it.
   *
   * @param what way, method and address
   */
  public static String call(OkHttpClient client, String... what) {
    Request.Builder request = new Request.Builder().url(what[2]);
    if (what[1].equals("POST")) {
      request.post(new FormBody.Builder().add("a", "b").build());
    }
    Call call = client.newCall(request.build());
    try {
      return what[0].equals("execute") ? text(call.execute()) : enqueued(call);
    } catch (Throwable e) {
      return "threw " + e;
    }
  }

  private static String text(Response response) throws IOException {
    try (Response closed = response) {
      return "returned "
          + closed.code()
          + " "
          + (closed.body() == null ? "" : closed.body().string());
    }
  }

  private static String enqueued(Call call) throws InterruptedException {
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    call.enqueue(
        new Callback() {
          @Override
          public void onFailure(Call of, IOException failure) {
            told.add("threw " + failure);
          }

          @Override
          public void onResponse(Call of, Response response) {
            try {
              told.add(text(response));
            } catch (IOException e) {
              told.add("threw " + e);
            }
          }
        });
    String first = told.take();
    String again = told.poll(50, TimeUnit.MILLISECONDS);
    return again == null ? first : first + ", then " + again;
  }
}
