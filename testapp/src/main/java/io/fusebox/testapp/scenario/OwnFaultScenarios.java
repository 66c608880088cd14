package io.fusebox.testapp.scenario;

import java.io.IOException;
import java.net.CookieHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The application's own code throws, five times, of a host that always answers 200. The breaker
 * would open at the third failure: a last call shows whether it did. The policy tries POSTs again.
 */
final class OwnFaultScenarios {

  private static final String POLICY = "row3-keyed";

  /** Where its code throws. */
  private enum Where {
    ON_SUBSCRIBE,
    ON_NEXT,
    GET_BODY,
    COOKIES_OF_REQUEST,
    COOKIES_OF_RESPONSE
  }

  private OwnFaultScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    Series.start(suite, "own.on-subscribe", POLICY, c -> body(c, faulty(Where.ON_SUBSCRIBE)));
    Series.start(suite, "own.on-next", POLICY, c -> body(c, faulty(Where.ON_NEXT)));
    Series.start(suite, "own.get-body", POLICY, c -> body(c, faulty(Where.GET_BODY)));
    Path missing = Path.of("no-such-directory", "body.txt");
    Series.start(suite, "own.file", POLICY, c -> body(c, BodyHandlers.ofFile(missing)));
    Series.start(suite, "own.row.on-subscribe", "row3", c -> row(c, faulty(Where.ON_SUBSCRIBE)));
    Series.start(suite, "own.row.on-next", "row3", c -> row(c, faulty(Where.ON_NEXT)));
    Series.start(suite, "own.row.file", "row3", c -> row(c, BodyHandlers.ofFile(missing)));
    Series.start(suite, "own.cookies.get", POLICY, c -> cookies(c, Where.COOKIES_OF_REQUEST));
    Series.start(suite, "own.cookies.put", POLICY, c -> cookies(c, Where.COOKIES_OF_RESPONSE));
  }

  private static Series body(Series calls, BodyHandler<?> handler) throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      calls.one(calls.client(), calls.request("ok"), handler);
    }
    return calls.ok(1);
  }

  /**
   * Two failures, its own fault in the midst of a long body, one more: a row, if that is neither.
   */
  private static Series row(Series calls, BodyHandler<?> handler) throws InterruptedException {
    calls.busy(2).one(calls.client(), calls.request("bytes?size=200000"), handler);
    return calls.busy(1).ok(1);
  }

  private static BodyHandler<String> faulty(Where where) {
    return info -> new Faulty(where);
  }

  private static Series cookies(Series calls, Where where) throws InterruptedException {
    Cookies cookies = new Cookies(where);
    HttpClient client =
        HttpClient.newBuilder().version(Version.HTTP_1_1).cookieHandler(cookies).build();
    for (int i = 0; i < 5; i++) {
      calls.one(client, calls.post("ok"), BodyHandlers.ofString());
    }
    calls.trial().put("asked", cookies.asked.get());
    return calls.ok(1);
  }

  private static final class Faulty implements BodySubscriber<String> {

    private final Where where;
    private final BodySubscriber<String> text =
        BodySubscribers.ofString(StandardCharsets.ISO_8859_1);

    Faulty(Where where) {
      this.where = where;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      if (where == Where.ON_SUBSCRIBE) {
        throw new IllegalStateException("the application's own fault");
      }
      text.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> item) {
      if (where == Where.ON_NEXT) {
        throw new IllegalStateException("the application's own fault");
      }
      text.onNext(item);
    }

    @Override
    public void onError(Throwable throwable) {
      text.onError(throwable);
    }

    @Override
    public void onComplete() {
      text.onComplete();
    }

    @Override
    public CompletionStage<String> getBody() {
      if (where == Where.GET_BODY) {
        throw new IllegalStateException("the application's own fault");
      }
      return text.getBody();
    }
  }

  private static final class Cookies extends CookieHandler {

    private final Where where;
    private final AtomicInteger asked = new AtomicInteger();

    Cookies(Where where) {
      this.where = where;
    }

    @Override
    public Map<String, List<String>> get(URI uri, Map<String, List<String>> headers)
        throws IOException {
      asked.incrementAndGet();
      if (where == Where.COOKIES_OF_REQUEST) {
        throw new IOException("the application's own fault");
      }
      return Map.of();
    }

    @Override
    public void put(URI uri, Map<String, List<String>> headers) throws IOException {
      throw new IOException("the application's own fault");
    }
  }
}
