package io.fusebox.jdk11;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscription;
import org.junit.jupiter.api.Test;

/**
 * What becomes of a body that is not wanted: read for the sake of its connection, up to 64 KiB, and
 * kept for the case that it is needed after all.
 */
class DiscardedBodyTest {

  private static final int MOST = 64 * 1024;

  private final ResponseInfo info = Head.busy();
  private final DiscardedBody<String> body = new DiscardedBody<>(info);
  private final List<String> asked = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  /** What the client's side is asked for. */
  private final Subscription upstream =
      new Subscription() {
        @Override
        public void request(long n) {
          asked.add(n == Long.MAX_VALUE ? "request all" : "request " + n);
        }

        @Override
        public void cancel() {
          asked.add("cancel");
        }
      };

  @Test
  void keepsTheHeadAsItCame() {
    assertSame(info, body.info);
  }

  // To its end.

  @Test
  void isReadWithoutAPause() {
    body.onSubscribe(upstream);
    assertEquals(List.of("request all"), asked);
  }

  @Test
  void isWholeWhenItHasCome() {
    body.onSubscribe(upstream);
    body.onNext(List.of(text("ab"), text("c")));
    body.onNext(List.of(text("d")));
    body.onComplete();
    assertTrue(body.isOver());
    assertEquals("abcd", whole());
    assertEquals(List.of("request all"), asked);
  }

  @Test
  void isNotWholeBeforeItsEnd() {
    body.onSubscribe(upstream);
    body.onNext(List.of(text("ab")));
    assertFalse(body.isOver());
    assertNull(body.whole());
  }

  @Test
  void withoutAByteIsWholeAllTheSame() {
    body.onSubscribe(upstream);
    body.onComplete();
    assertEquals("", whole());
  }

  @Test
  void doesNotChangeWhenTheClientUsesItsBuffersAgain() {
    byte[] bytes = {'a', 'b'};
    ByteBuffer ofClient = ByteBuffer.wrap(bytes);
    body.onSubscribe(upstream);
    body.onNext(List.of(ofClient));
    Arrays.fill(bytes, (byte) 'x');
    ofClient.clear();
    body.onComplete();
    assertEquals("ab", whole());
  }

  @Test
  void keepsWhatWasLeftInABufferAndNoMore() {
    ByteBuffer piece = text("abcd");
    piece.position(1).limit(3);
    body.onSubscribe(upstream);
    body.onNext(List.of(piece));
    body.onComplete();
    assertEquals("bc", whole());
  }

  @Test
  void holdsNothingOffTheHeapAndGivesOutNothingToWriteTo() {
    ByteBuffer offHeap = ByteBuffer.allocateDirect(1);
    body.onSubscribe(upstream);
    body.onNext(List.of(offHeap));
    body.onComplete();
    ByteBuffer kept = Objects.requireNonNull(body.whole()).get(0);
    assertFalse(kept.isDirect());
    assertTrue(kept.isReadOnly());
  }

  @Test
  void itemAfterItsEndChangesNothing() {
    body.onSubscribe(upstream);
    body.onNext(List.of(text("ab")));
    body.onComplete();
    body.onNext(List.of(text("c")));
    assertEquals("ab", whole());
  }

  // To its bound.

  @Test
  void upToTheBoundIsKept() {
    body.onSubscribe(upstream);
    body.onNext(List.of(ByteBuffer.allocate(MOST - 1), ByteBuffer.allocate(1)));
    assertFalse(body.isOver());
    body.onComplete();
    assertEquals(MOST, whole().length());
  }

  @Test
  void aByteBeyondTheBoundEndsIt() {
    body.onSubscribe(upstream);
    body.onNext(List.of(ByteBuffer.allocate(MOST)));
    body.onNext(List.of(ByteBuffer.allocate(1)));
    assertTrue(body.isOver());
    assertNull(body.whole());
    assertEquals(List.of("request all", "cancel"), asked);
  }

  @Test
  void aSinglePieceBeyondTheBoundEndsIt() {
    body.onSubscribe(upstream);
    body.onNext(List.of(ByteBuffer.allocate(MOST + 1)));
    assertTrue(body.isOver());
    assertNull(body.whole());
  }

  @Test
  void whatStillComesAfterTheBoundDoesNotMakeItWhole() {
    body.onSubscribe(upstream);
    body.onNext(List.of(ByteBuffer.allocate(MOST + 1), text("a")));
    body.onNext(List.of(text("b")));
    body.onComplete();
    assertNull(body.whole());
    assertEquals(List.of("request all", "cancel"), asked);
  }

  // Not to its end.

  @Test
  void failureEndsItAndIsNobodysOutcome() {
    body.onSubscribe(upstream);
    body.onNext(List.of(text("ab")));
    body.onError(new IOException("reset"));
    assertTrue(body.isOver());
    assertNull(body.whole());
    assertNull(future().getNow("not complete"));
    assertEquals(List.of("request all"), asked);
  }

  @Test
  void endAfterAFailureDoesNotMakeItWhole() {
    body.onSubscribe(upstream);
    body.onError(new IOException("reset"));
    body.onComplete();
    assertNull(body.whole());
  }

  @Test
  void stoppedBeforeItBeginsIsNotAskedFor() {
    body.stop();
    body.onSubscribe(upstream);
    assertEquals(List.of("cancel"), asked);
    assertTrue(body.isOver());
    assertNull(body.whole());
  }

  @Test
  void stoppedInTheMiddleIsCancelledOnce() {
    body.onSubscribe(upstream);
    body.onNext(List.of(text("ab")));
    body.stop();
    body.stop();
    assertEquals(List.of("request all", "cancel"), asked);
    assertTrue(body.isOver());
    assertNull(body.whole());
  }

  @Test
  void itemsAndEndAfterItWasStoppedDoNotMakeItWhole() {
    body.onSubscribe(upstream);
    body.stop();
    body.onNext(List.of(text("ab")));
    body.onComplete();
    assertNull(body.whole());
  }

  @Test
  void stoppedAfterItsEndStaysWholeAndKeepsItsConnection() {
    body.onSubscribe(upstream);
    body.onNext(List.of(text("ab")));
    body.onComplete();
    body.stop();
    assertEquals("ab", whole());
    assertEquals(List.of("request all"), asked);
  }

  @Test
  void stoppedAfterAFailureCancelsNothing() {
    body.onSubscribe(upstream);
    body.onError(new IOException("reset"));
    body.stop();
    assertEquals(List.of("request all"), asked);
  }

  // Who waits for it.

  @Test
  void clientsFutureCompletesWithTheBody() {
    body.onSubscribe(upstream);
    assertFalse(future().isDone());
    body.onComplete();
    assertNull(future().getNow("not complete"));
  }

  @Test
  void clientsFutureCompletesWhenItIsStopped() {
    body.onSubscribe(upstream);
    body.stop();
    assertNull(future().getNow("not complete"));
  }

  @Test
  void whoWaitsIsToldOnceWhenItIsOver() {
    body.onSubscribe(upstream);
    body.whenOver(this::tell);
    assertEquals(List.of(), told);
    body.onComplete();
    body.stop();
    assertEquals(List.of("null null"), told);
  }

  @Test
  void whoWaitsIsToldOfAFailureAsOfAnyEnd() {
    body.onSubscribe(upstream);
    body.whenOver(this::tell);
    body.onError(new IOException("reset"));
    assertEquals(List.of("null null"), told);
  }

  @Test
  void whoWaitsIsToldOfABoundThatIsReached() {
    body.onSubscribe(upstream);
    body.whenOver(this::tell);
    body.onNext(List.of(ByteBuffer.allocate(MOST + 1)));
    assertEquals(List.of("null null"), told);
  }

  @Test
  void whoComesLaterIsToldAtOnce() {
    body.onSubscribe(upstream);
    body.onComplete();
    body.whenOver(this::tell);
    assertEquals(List.of("null null"), told);
  }

  /** As whoever waits for the response does: it is complete by then. */
  @Test
  void whoIsToldFindsItWhole() {
    body.onSubscribe(upstream);
    body.onNext(List.of(text("ab")));
    body.whenOver((none, never) -> told.add(whole()));
    body.onComplete();
    assertEquals(List.of("ab"), told);
  }

  private CompletableFuture<String> future() {
    return body.getBody().toCompletableFuture();
  }

  private void tell(Object value, Object failure) {
    told.add(value + " " + failure);
  }

  private String whole() {
    StringBuilder text = new StringBuilder();
    for (ByteBuffer piece : Objects.requireNonNull(body.whole(), "not whole")) {
      text.append(StandardCharsets.ISO_8859_1.decode(piece.duplicate()));
    }
    return text.toString();
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
