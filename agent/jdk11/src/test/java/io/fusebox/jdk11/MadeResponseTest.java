package io.fusebox.jdk11;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Consumer;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A response that does not come off the wire is for the application one as any other: head, body
 * through its own subscriber, signals one by one, and the failures of its own code.
 */
@Timeout(20)
class MadeResponseTest {

  private final ResponseInfo info = new Head(503, "Retry-After", "1", HttpClient.Version.HTTP_2);
  private final HttpRequest request =
      HttpRequest.newBuilder(URI.create("http://a.test/x"))
          .method("PUT", HttpRequest.BodyPublishers.noBody())
          .build();
  private final CompletableFuture<HttpResponse<String>> future = new CompletableFuture<>();
  private final Application application = new Application();
  private final List<String> told = application.told;
  private final RuntimeException own = new IllegalStateException("the application's own");

  /** Notes its signals, and does in each of them what a test wants. */
  private static final class Application implements BodySubscriber<String> {
    final List<String> told = new ArrayList<>();
    final CompletableFuture<String> body = new CompletableFuture<>();
    Consumer<Subscription> inSubscribe = subscription -> {};
    Consumer<Subscription> inNext = subscription -> {};
    Runnable inComplete = () -> {};
    @Nullable Subscription subscription;

    /** After onSubscribe. */
    Subscription subscription() {
      Subscription present = subscription;
      if (present == null) {
        throw new IllegalStateException("no subscription");
      }
      return present;
    }

    @Override
    public void onSubscribe(Subscription upstream) {
      subscription = upstream;
      told.add("subscribe");
      inSubscribe.accept(upstream);
      told.add("subscribe ends");
    }

    @Override
    public void onNext(List<ByteBuffer> item) {
      String text = text(item);
      told.add(text);
      inNext.accept(subscription());
      told.add(text + " ends");
    }

    @Override
    public void onError(Throwable failure) {
      told.add("error");
    }

    @Override
    public void onComplete() {
      told.add("complete");
      inComplete.run();
      body.complete("read");
    }

    @Override
    public CompletionStage<String> getBody() {
      return body;
    }

    private static String text(List<ByteBuffer> item) {
      StringBuilder text = new StringBuilder();
      for (ByteBuffer piece : item) {
        text.append(StandardCharsets.US_ASCII.decode(piece));
      }
      return text.toString();
    }
  }

  /** What the client made of the exchange whose body was read before. */
  private static final class OfClient implements HttpResponse<String> {
    private final HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://b.test/y")).build();

    @Override
    public int statusCode() {
      return 503;
    }

    @Override
    public HttpRequest request() {
      return request;
    }

    @Override
    public Optional<HttpResponse<String>> previousResponse() {
      return Optional.of(this);
    }

    @Override
    public HttpHeaders headers() {
      throw new AssertionError("the head says it");
    }

    @Override
    public String body() {
      throw new AssertionError("there was none");
    }

    @Override
    public Optional<SSLSession> sslSession() {
      return Optional.empty();
    }

    @Override
    public URI uri() {
      return URI.create("http://b.test/redirected");
    }

    @Override
    public HttpClient.Version version() {
      throw new AssertionError("the head says it");
    }
  }

  // The response.

  @Test
  void headIsThatOfTheInfo() {
    give(BodyHandlers.ofString(), "abc");
    HttpResponse<String> response = response();
    assertEquals(503, response.statusCode());
    assertSame(info.headers(), response.headers());
    assertEquals(HttpClient.Version.HTTP_2, response.version());
  }

  @Test
  void bodyIsWhatTheApplicationsSubscriberMakesOfIt() {
    give(BodyHandlers.ofString(), "ab", "c");
    assertEquals("abc", response().body());
  }

  @Test
  void handlerIsShownTheHead() {
    List<ResponseInfo> shown = new ArrayList<>();
    give(
        head -> {
          shown.add(head);
          return HttpResponse.BodySubscribers.replacing("none");
        });
    assertEquals(List.of(info), shown);
    assertEquals("none", response().body());
  }

  @Test
  void bodyMayBeNull() {
    give(head -> HttpResponse.BodySubscribers.replacing(null), "abc");
    assertNull(response().body());
  }

  @Test
  void whatIsMadeUpIsTheAnswerToTheRequestItself() {
    give(BodyHandlers.ofString());
    HttpResponse<String> response = response();
    assertSame(request, response.request());
    assertEquals(URI.create("http://a.test/given"), response.uri());
    assertEquals(Optional.empty(), response.previousResponse());
    assertEquals(Optional.empty(), response.sslSession());
    assertEquals("(PUT http://a.test/given) 503", response.toString());
  }

  @Test
  void whatWasReadBeforeIsWhatTheClientSaysOfIt() {
    OfClient original = new OfClient();
    give(original, BodyHandlers.ofString());
    HttpResponse<String> response = response();
    assertSame(original.request(), response.request());
    assertEquals(original.uri(), response.uri());
    assertEquals(original.previousResponse(), response.previousResponse());
    assertEquals(original.sslSession(), response.sslSession());
  }

  /** A POST that was redirected has become a GET. */
  @Test
  void whatWasReadBeforeNamesTheMethodThatWasSentLast() {
    give(new OfClient(), BodyHandlers.ofString());
    assertEquals("(GET http://b.test/redirected) 503", response().toString());
  }

  // Its signals.

  @Test
  void noSignalComesWithinOnSubscribe() {
    application.inSubscribe = MadeResponseTest::all;
    give("a");
    assertEquals(List.of("subscribe", "subscribe ends", "a", "a ends", "complete"), told);
  }

  @Test
  void noSignalComesWithinAnother() {
    application.inSubscribe = MadeResponseTest::one;
    application.inNext = MadeResponseTest::one;
    give("a", "b");
    assertEquals(
        List.of("subscribe", "subscribe ends", "a", "a ends", "b", "b ends", "complete"), told);
  }

  @Test
  void pieceComesWhenItIsAskedForAndTheEndWithTheLast() {
    application.inSubscribe = MadeResponseTest::one;
    give("a", "b");
    assertEquals(List.of("subscribe", "subscribe ends", "a", "a ends"), told);
    assertFalse(future.isDone());
    told.clear();
    application.subscription().request(1);
    assertEquals(List.of("b", "b ends", "complete"), told);
    assertEquals("read", response().body());
  }

  @Test
  void nothingComesUnasked() {
    give("a");
    assertEquals(List.of("subscribe", "subscribe ends"), told);
  }

  @Test
  void emptyBodyEndsWithoutBeingAskedFor() {
    give();
    assertEquals(List.of("subscribe", "subscribe ends", "complete"), told);
  }

  @Test
  void moreThanEverythingMayBeAskedFor() {
    application.inSubscribe =
        subscription -> {
          subscription.request(Long.MAX_VALUE);
          subscription.request(Long.MAX_VALUE);
          subscription.request(2);
        };
    give("a", "b");
    assertEquals(
        List.of("subscribe", "subscribe ends", "a", "a ends", "b", "b ends", "complete"), told);
  }

  @Test
  void whatAnotherThreadAsksForComesAfterThePresentSignal() {
    application.inSubscribe = MadeResponseTest::one;
    application.inNext = this::oneFromElsewhere;
    give("a", "b");
    assertEquals(
        List.of("subscribe", "subscribe ends", "a", "a ends", "b", "b ends", "complete"), told);
  }

  @Test
  void nothingComesAfterACancelWithinASignal() {
    application.inSubscribe = MadeResponseTest::all;
    application.inNext = Subscription::cancel;
    give("a", "b");
    assertEquals(List.of("subscribe", "subscribe ends", "a", "a ends"), told);
  }

  @Test
  void cancelWithTheLastPieceHoldsTheEndBack() {
    application.inSubscribe = MadeResponseTest::all;
    application.inNext = Subscription::cancel;
    give("a");
    assertEquals(List.of("subscribe", "subscribe ends", "a", "a ends"), told);
  }

  @Test
  void nothingComesAfterACancelWithinOnSubscribe() {
    application.inSubscribe =
        subscription -> {
          all(subscription);
          subscription.cancel();
        };
    give("a");
    assertEquals(List.of("subscribe", "subscribe ends"), told);
  }

  @Test
  void whatIsAskedForAfterACancelDoesNotCome() {
    give("a");
    application.subscription().cancel();
    application.subscription().request(1);
    assertEquals(List.of("subscribe", "subscribe ends"), told);
  }

  /** As the rules of Flow have it: who waits for such a subscriber would wait for ever. */
  @Test
  void askingForNothingIsAnError() {
    application.inSubscribe = subscription -> subscription.request(0);
    give("a");
    assertEquals(List.of("subscribe", "subscribe ends", "error"), told);
    assertTrue(failure() instanceof IllegalArgumentException);
  }

  @Test
  void askingForLessThanNothingIsAnErrorAfterThePresentSignal() {
    application.inSubscribe = MadeResponseTest::all;
    application.inNext = subscription -> subscription.request(-1);
    give("a", "b");
    assertEquals(List.of("subscribe", "subscribe ends", "a", "a ends", "error"), told);
  }

  @Test
  void askingForNothingAfterTheEndIsIgnored() {
    application.inSubscribe = MadeResponseTest::all;
    give("a");
    told.clear();
    application.subscription().request(0);
    assertEquals(List.of(), told);
  }

  @Test
  void streamIsGivenBeforeItIsRead() throws IOException {
    CompletableFuture<HttpResponse<InputStream>> stream = new CompletableFuture<>();
    MadeResponse.give(
        stream,
        info,
        pieces("a", "b", "c", "d", "e"),
        request,
        request.uri(),
        null,
        BodyHandlers.ofInputStream());
    assertTrue(stream.isDone());
    try (InputStream in = stream.join().body()) {
      assertEquals("abcde", new String(in.readAllBytes(), StandardCharsets.US_ASCII));
    }
  }

  // The application's own code.

  @Test
  void handlerThatThrowsIsTheOutcome() {
    give(
        head -> {
          throw own;
        },
        "a");
    assertSame(own, failure());
  }

  @Test
  void handlerWithoutASubscriberIsAFailure() {
    give(head -> null, "a");
    assertTrue(failure() instanceof NullPointerException);
  }

  @Test
  void subscriberThatThrowsAtItsSubscriptionIsTheOutcome() {
    application.inSubscribe =
        subscription -> {
          all(subscription);
          fail(subscription);
        };
    give("a");
    assertSame(own, failure());
    assertEquals(List.of("subscribe", "error"), told);
  }

  @Test
  void subscriberThatThrowsAtAPieceIsTheOutcomeAndGetsNoMore() {
    application.inSubscribe = MadeResponseTest::all;
    application.inNext = this::fail;
    give("a", "b");
    assertSame(own, failure());
    assertEquals(List.of("subscribe", "subscribe ends", "a", "error"), told);
  }

  /** Nobody else would free whoever waits for it. */
  @Test
  void subscriberThatThrowsAtAPieceThatItAskedForLaterIsTheOutcome() {
    application.inNext = this::fail;
    give("a", "b");
    application.subscription().request(1);
    assertTrue(future.isDone());
    assertSame(own, failure());
  }

  @Test
  void streamThatThrowsAtAPieceIsToldSoThatItsReaderIsFreed() {
    application.body.complete("being read");
    application.inNext = this::fail;
    give("a", "b");
    assertEquals("being read", response().body());
    told.clear();
    application.subscription().request(1);
    assertEquals(List.of("a", "error"), told);
  }

  @Test
  void subscriberThatCancelsAndThrowsIsToldNothingMore() {
    application.inSubscribe = MadeResponseTest::all;
    application.inNext =
        subscription -> {
          subscription.cancel();
          fail(subscription);
        };
    give("a", "b");
    assertSame(own, failure());
    assertEquals(List.of("subscribe", "subscribe ends", "a"), told);
  }

  @Test
  void subscriberThatThrowsAtTheEndIsTheOutcome() {
    application.inSubscribe = MadeResponseTest::all;
    application.inComplete =
        () -> {
          throw own;
        };
    give("a");
    assertSame(own, failure());
    assertEquals(List.of("subscribe", "subscribe ends", "a", "a ends", "complete"), told);
  }

  @Test
  void bodyThatFailsIsTheOutcome() {
    application.inSubscribe = MadeResponseTest::all;
    application.body.completeExceptionally(own);
    give("a");
    assertSame(own, failure());
  }

  @Test
  void subscriberWhoseBodyCannotBeHadIsTheOutcome() {
    give(
        head ->
            new BodySubscriber<>() {
              @Override
              public CompletionStage<String> getBody() {
                throw own;
              }

              @Override
              public void onSubscribe(Subscription subscription) {}

              @Override
              public void onNext(List<ByteBuffer> item) {}

              @Override
              public void onError(Throwable failure) {}

              @Override
              public void onComplete() {}
            },
        "a");
    assertSame(own, failure());
  }

  @Test
  void whoCancelledGetsNoResponse() {
    future.cancel(true);
    give(BodyHandlers.ofString(), "a");
    assertTrue(future.isCancelled());
  }

  private void give(String... pieces) {
    give(head -> application, pieces);
  }

  private void give(BodyHandler<String> handler, String... pieces) {
    give(null, handler, pieces);
  }

  private void give(
      @Nullable HttpResponse<String> original, BodyHandler<String> handler, String... pieces) {
    URI uri = URI.create("http://a.test/given");
    MadeResponse.give(future, info, pieces(pieces), request, uri, original, handler);
  }

  private static List<ByteBuffer> pieces(String... texts) {
    List<ByteBuffer> pieces = new ArrayList<>();
    for (String text : texts) {
      pieces.add(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    }
    return pieces;
  }

  private HttpResponse<String> response() {
    assertTrue(future.isDone(), "nobody is told");
    return future.join();
  }

  /** As the caller of {@code send} sees it. */
  private @Nullable Throwable failure() {
    assertTrue(future.isDone(), "nobody is told");
    return assertThrows(ExecutionException.class, future::get).getCause();
  }

  private static void one(Subscription subscription) {
    subscription.request(1);
  }

  private static void all(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  private void fail(Subscription subscription) {
    throw own;
  }

  private void oneFromElsewhere(Subscription subscription) {
    Thread elsewhere = new Thread(() -> subscription.request(1));
    elsewhere.start();
    try {
      elsewhere.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
