package io.fusebox.testapp.okhttp;

import io.fusebox.testapp.report.Places;
import io.fusebox.testapp.report.Report;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** One run of one scenario: where to send what, and where to report. One thread. */
public final class OkTrial {

  private final Places places;
  private final String id;
  private final Report report;
  private final OkHttpClient client;
  private long startNanos = System.nanoTime();

  public OkTrial(Places places, String name, Report report, OkHttpClient client) {
    this.places = places;
    this.id = name + "." + places.text("run");
    this.report = report;
    this.client = client;
  }

  /** The client that all scenarios share: without timeouts of its own. */
  public OkHttpClient client() {
    return client;
  }

  public Request.Builder request(String policy, String fault) {
    return at("http", "http", policy, fault);
  }

  /** At the server whose port that argument gives. */
  public Request.Builder at(String scheme, String place, String policy, String fault) {
    return new Request.Builder().url(places.uri(scheme, place, policy, fault, id).toString());
  }

  /** That argument, a port. */
  String port(String place) {
    return places.text(place);
  }

  /** The text that a call's response has. */
  public String text(Call call) throws IOException {
    try (Response response = call.execute()) {
      return text(response);
    }
  }

  public static String text(Response response) throws IOException {
    return response.body() == null ? "" : response.body().string();
  }

  /** The same, sent by the shared client. */
  public String get(String policy, String fault) throws IOException {
    return text(client.newCall(request(policy, fault).build()));
  }

  /** The same through {@code enqueue}: what the callback gets, or what reading there throws. */
  public String enqueued(Call call) throws IOException, InterruptedException {
    return new Answer(call).await();
  }

  /** Begins to wait for what an enqueued call brings. */
  public Answer enqueue(Call call) {
    return new Answer(call);
  }

  public void put(String field, @Nullable Object value) {
    report.put(field, value);
  }

  public void restartClock() {
    startNanos = System.nanoTime();
  }

  public long elapsedMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }

  /** What an enqueued call has brought, and how often its callback was told. */
  public static final class Answer implements Callback {
    private final Call call;
    private final long takesMillis;
    private final BlockingQueue<Object> told = new LinkedBlockingQueue<>();

    Answer(Call call) {
      this(call, 0);
    }

    /**
     * With a callback that takes its time.
     *
     * @param takesMillis to come back from a failure
     */
    Answer(Call call, long takesMillis) {
      this.call = call;
      this.takesMillis = takesMillis;
      call.enqueue(this);
    }

    @Override
    public void onFailure(Call of, IOException failure) {
      told.add(of == call ? failure : new IllegalStateException("of another call"));
      try {
        Thread.sleep(takesMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void onResponse(Call of, Response response) throws IOException {
      try (Response closed = response) {
        told.add(of == call ? text(closed) : "of another call");
      } catch (IOException e) {
        told.add(e);
      }
    }

    public String await() throws IOException, InterruptedException {
      Object first = told.take();
      if (first instanceof IOException) {
        throw (IOException) first;
      }
      return String.valueOf(first);
    }

    /** Whether it was told again within that time. */
    public boolean isToldAgain(long millis) throws InterruptedException {
      return told.poll(millis, TimeUnit.MILLISECONDS) != null;
    }
  }
}
