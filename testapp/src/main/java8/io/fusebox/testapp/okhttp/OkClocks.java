package io.fusebox.testapp.okhttp;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.Dns;
import okhttp3.EventListener;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import org.jspecify.annotations.Nullable;

/** What the clocks cut, and what they let pass. */
final class OkClocks {

  private static final long HANGS = 3000;

  private OkClocks() {}

  static void start(OkSuite suite) throws InterruptedException {
    total(suite);
    connect(suite);
    suite.start("attempt.silent", HANGS, trial -> trial.get("attempt300", "silent"));
    suite.start("attempt.drip-head", HANGS, trial -> trial.get("attempt300", "drip-head"));
    suite.start(
        "attempt.body", HANGS, trial -> trial.get("attempt300", "chunked?chunks=5&every=150"));
    suite.start("read.silent", HANGS, trial -> trial.get("read400", "silent"));
    suite.start("read.stall", HANGS, trial -> trial.get("read400", "stall-after-head"));
    suite.start("read.drip", HANGS, trial -> trial.get("read400", "chunked?chunks=8&every=150"));
    suite.start("read.application-pauses", HANGS, OkClocks::slowReader);
    suite.start("read.tls", HANGS, trial -> tls(trial, "read400", trial.client()));
    own(suite);
    others(suite);
  }

  private static void total(OkSuite suite) throws InterruptedException {
    suite.start("total.silent", HANGS, trial -> trial.get("total500", "silent"));
    suite.start("total.drip", HANGS, trial -> trial.get("total500", "drip?every=100"));
    suite.start("total.stall", HANGS, trial -> trial.get("total500", "stall-after-head"));
    suite.start(
        "total.redirects", HANGS, trial -> trial.get("total500", "redirect?hops=4&delay=200"));
    suite.start("total.in-time", HANGS, trial -> trial.get("total2s", "redirect?hops=2&delay=100"));
    suite.start("enqueue.silent", HANGS, trial -> enqueued(trial, "silent"));
    suite.start("enqueue.drip", HANGS, trial -> enqueued(trial, "drip?every=100"));
    suite.start("enqueue.stall", HANGS, trial -> enqueued(trial, "stall-after-head"));
    suite.start("enqueue.ok", HANGS, trial -> enqueued(trial, "ok"));
    suite.start("enqueue.queue", HANGS, OkClocks::queue);
  }

  private static String enqueued(OkTrial trial, String fault)
      throws IOException, InterruptedException {
    OkTrial.Answer answer =
        trial.enqueue(trial.client().newCall(trial.request("total500", fault).build()));
    try {
      return answer.await();
    } finally {
      trial.put("told-again", answer.isToldAgain(100));
    }
  }

  /** The second of two calls waits for the first, which hangs and meets no policy. */
  private static String queue(OkTrial trial) throws IOException, InterruptedException {
    Dispatcher one = new Dispatcher();
    one.setMaxRequestsPerHost(1);
    OkHttpClient client = trial.client().newBuilder().dispatcher(one).build();
    Call first = client.newCall(trial.request("none", "silent").build());
    trial.enqueue(first);
    trial.restartClock();
    OkTrial.Answer second = trial.enqueue(client.newCall(trial.request("total500", "ok").build()));
    try {
      return second.await();
    } finally {
      // Its turn comes now, and finds that it is over.
      first.cancel();
      trial.put("told-again", second.isToldAgain(500));
    }
  }

  private static void connect(OkSuite suite) throws InterruptedException {
    suite.start("connect.tls", HANGS, trial -> tls(trial, "connect300", trial.client()));
    suite.start("connect.proxy", HANGS, trial -> tls(trial, "connect300", behindMuteProxy(trial)));
    suite.start("connect.backlog", HANGS, trial -> backlog(trial, trial.client()));
    suite.start("connect.second-address", HANGS, OkClocks::secondAddress);
    suite.start("connect.slow-answer", HANGS, trial -> trial.get("connect300", "slow?delay=600"));
    suite.start("connect.late-socket", HANGS, OkClocks::lateSocket);
    suite.start(
        "connect.late-socket.websocket",
        HANGS,
        trial -> webSocket(trial, lateSockets(trial), "silent"));
    suite.start("connect.then-next", HANGS, OkClocks::thenNext);
    suite.start("connect.total", HANGS, trial -> tls(trial, "total500", trial.client()));
    suite.start(
        "connect.app-shorter",
        HANGS,
        trial ->
            backlog(
                trial,
                trial.client().newBuilder().connectTimeout(150, TimeUnit.MILLISECONDS).build()));
  }

  private static String tls(OkTrial trial, String policy, OkHttpClient client) throws IOException {
    return trial.text(client.newCall(trial.at("https", "mute", policy, "ok").build()));
  }

  /** One that does not say whether it tunnels. */
  private static OkHttpClient behindMuteProxy(OkTrial trial) {
    int port = Integer.parseInt(trial.port("mute"));
    InetSocketAddress mute = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return trial.client().newBuilder().proxy(new Proxy(Proxy.Type.HTTP, mute)).build();
  }

  private static String backlog(OkTrial trial, OkHttpClient client) throws IOException {
    return trial.text(client.newCall(trial.at("http", "backlog", "connect300", "ok").build()));
  }

  /** What cancels this finds no socket that could be closed. */
  private static OkHttpClient lateSockets(OkTrial trial) {
    return trial
        .client()
        .newBuilder()
        .connectionPool(new ConnectionPool())
        .socketFactory(new LateSockets())
        .build();
  }

  private static String lateSocket(OkTrial trial) throws IOException {
    Request request = trial.request("total500", "silent").build();
    return trial.text(lateSockets(trial).newCall(request));
  }

  /** A call is cut when its connection stands and is not used yet; another one comes after it. */
  private static String thenNext(OkTrial trial) throws IOException {
    EventListener late =
        new EventListener() {
          @Override
          public void connectEnd(
              Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol) {
            if (call.request().url().encodedPath().startsWith("/total500/")) {
              sleep(800);
            }
          }
        };
    OkHttpClient client =
        trial
            .client()
            .newBuilder()
            .connectionPool(new ConnectionPool())
            .eventListener(late)
            .build();
    try {
      trial.put("first", trial.text(client.newCall(trial.request("total500", "ok").build())));
    } catch (IOException e) {
      trial.put("first", e.getClass().getSimpleName());
    }
    return trial.text(client.newCall(trial.request("total1s", "ok").build()));
  }

  /** The first address does not answer; the policy bounds each attempt to connect, not the call. */
  private static String secondAddress(OkTrial trial) throws IOException {
    HttpUrl url = trial.request("connect300", "ok").build().url();
    InetAddress full = InetAddress.getByAddress(new byte[] {127, 1, random(), random()});
    try (ServerSocket never = new ServerSocket(url.port(), 1, full);
        Socket first = new Socket(full, url.port());
        Socket second = new Socket(full, url.port())) {
      Dns two = host -> Arrays.asList(full, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
      trial.put("queued", first.isConnected() && second.isConnected() && never.isBound());
      OkHttpClient client = trial.client().newBuilder().dns(two).build();
      HttpUrl named = url.newBuilder().host("two.test").build();
      return trial.text(client.newCall(new Request.Builder().url(named).build()));
    }
  }

  /** Other JVMs do the same beside this. */
  private static byte random() {
    return (byte) ThreadLocalRandom.current().nextInt(1, 255);
  }

  private static void own(OkSuite suite) throws InterruptedException {
    suite.start("own.call", HANGS, trial -> own(trial, "total2s", "silent", 300, 0));
    suite.start("own.call-longer", HANGS, trial -> own(trial, "total500", "silent", 5000, 0));
    suite.start("own.read", HANGS, trial -> own(trial, "total2s", "stall-after-head", 0, 300));
  }

  private static String own(OkTrial trial, String policy, String fault, int call, int read)
      throws IOException {
    OkHttpClient client =
        trial
            .client()
            .newBuilder()
            .callTimeout(call, TimeUnit.MILLISECONDS)
            .readTimeout(read, TimeUnit.MILLISECONDS)
            .build();
    return trial.text(client.newCall(trial.request(policy, fault).build()));
  }

  /** Four megabytes wait while the application does something else for longer than the bound. */
  private static Object slowReader(OkTrial trial) throws IOException, InterruptedException {
    Call call = trial.client().newCall(trial.request("read400", "bytes?size=4000000").build());
    try (Response response = call.execute()) {
      InputStream in = response.body().byteStream();
      int read = in.read(new byte[10]);
      Thread.sleep(1200);
      byte[] buffer = new byte[8192];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        read += count;
      }
      return read;
    }
  }

  private static void others(OkSuite suite) throws InterruptedException {
    suite.start("stream.events", HANGS, trial -> trial.get("total500", "events?count=8&every=150"));
    suite.start("cancel", HANGS, OkClocks::cancelled);
    suite.start("derived", HANGS, OkClocks::derived);
    suite.start("inner", HANGS, OkClocks::inner);
    suite.start("none", HANGS, trial -> trial.get("none", "slow?delay=800"));
    suite.start("off", HANGS, trial -> trial.get("off", "slow?delay=800"));
    suite.start("websocket.open", HANGS, trial -> webSocket(trial, trial.client(), "websocket"));
    suite.start("websocket.silent", HANGS, trial -> webSocket(trial, trial.client(), "silent"));
    suite.start("head", HANGS, OkClocks::head);
  }

  /** By the application, before the bound. */
  private static Object cancelled(OkTrial trial) throws Exception {
    // What OkHttp says of a cancelled call depends on whether its connection is new.
    OkHttpClient own = trial.client().newBuilder().connectionPool(new ConnectionPool()).build();
    Call call = own.newCall(trial.request("total2s", "silent").build());
    Thread canceller =
        new Thread(
            () -> {
              sleep(200);
              call.cancel();
            });
    canceller.start();
    try {
      return trial.text(call);
    } finally {
      canceller.join();
      trial.put("cancelled", call.isCanceled());
    }
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A client that is derived from one that has made calls shows nothing of ours, and is cut. */
  private static Object derived(OkTrial trial) throws IOException {
    trial.get("total5s", "ok");
    OkHttpClient derived = trial.client().newBuilder().build();
    trial.put("interceptors", derived.interceptors().size() + derived.networkInterceptors().size());
    return trial.text(derived.newCall(trial.request("total500", "silent").build()));
  }

  /** A client that is used within another's interceptor: each call meets its own policy. */
  private static Object inner(OkTrial trial) throws IOException {
    OkHttpClient outer =
        trial
            .client()
            .newBuilder()
            .addInterceptor(
                chain -> {
                  try {
                    trial.get("total300", "silent");
                    trial.put("inner", "returned");
                  } catch (IOException e) {
                    trial.put("inner", e.getClass().getSimpleName());
                  }
                  return chain.proceed(chain.request());
                })
            .build();
    return trial.text(outer.newCall(trial.request("total500", "slow?delay=100").build()));
  }

  private static Object head(OkTrial trial) throws IOException {
    Request head = trial.request("total500", "no-content").head().build();
    try (Response response = trial.client().newCall(head).execute()) {
      return response.code();
    }
  }

  /** What a WebSocket hears within a second, or what ended it. */
  private static @Nullable Object webSocket(OkTrial trial, OkHttpClient client, String fault)
      throws Exception {
    BlockingQueue<Object> told = new LinkedBlockingQueue<>();
    WebSocket socket =
        client.newWebSocket(
            trial.request("total500", fault).build(),
            new WebSocketListener() {
              @Override
              public void onOpen(WebSocket opened, Response response) {
                told.add("open");
              }

              @Override
              public void onFailure(
                  WebSocket failed, Throwable failure, @Nullable Response response) {
                told.add(failure);
              }
            });
    Object first = told.take();
    if (first instanceof Exception) {
      throw (Exception) first;
    }
    Object second = told.poll(1000, TimeUnit.MILLISECONDS);
    socket.cancel();
    return first + ", " + (second == null ? "stays" : second.toString());
  }
}
