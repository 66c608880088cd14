package io.fusebox.jdk11;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals to the application's subscriber come one after the other, whenever the cut comes. */
class GuardedSubscriberTest {

  private final IOException cut = new IOException("cut");

  @TempDir Path directory;

  private final InPlaceServices services = new InPlaceServices();
  private final List<String> told = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();
  private Application application = new Application();
  private GuardedSubscriber<String> guarded;
  private Attempt<String> attempt;

  /** What the client's side is asked for. */
  private final Subscription upstream =
      new Subscription() {
        @Override
        public void request(long n) {
          asked.add("request " + n);
        }

        @Override
        public void cancel() {
          asked.add("cancel");
        }
      };

  /** Writes down what it is told, and does something in the middle of it. */
  private final class Application implements BodySubscriber<String> {
    private @Nullable Runnable within;

    @Override
    public CompletionStage<String> getBody() {
      return new CompletableFuture<>();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      tell("subscribe");
    }

    @Override
    public void onNext(List<ByteBuffer> item) {
      tell("next");
    }

    @Override
    public void onError(Throwable failure) {
      tell("error " + failure.getMessage());
    }

    @Override
    public void onComplete() {
      tell("complete");
    }

    private void tell(String signal) {
      told.add(signal);
      Runnable action = within;
      within = null;
      if (action != null) {
        action.run();
        told.add(signal + " ends");
      }
    }
  }

  @BeforeEach
  void call() throws IOException {
    GuardedCall call = services.call(directory, "policy.p.timeout.total = 1s");
    attempt = call.opening.firstAttempt(BodyHandlers.ofString());
    guarded = new GuardedSubscriber<>(call, application);
    call.takeBody(attempt, guarded);
  }

  @Test
  void cutBetweenPiecesIsToldAtOnce() {
    guarded.onSubscribe(upstream);
    guarded.onNext(List.of());
    guarded.cut(cut);
    assertEquals(List.of("subscribe", "next", "error cut"), told);
    assertEquals(List.of("cancel"), asked);
  }

  @Test
  void cutWhileAPieceIsTakenIsToldAfterIt() {
    guarded.onSubscribe(upstream);
    application.within = () -> guarded.cut(cut);
    guarded.onNext(List.of());
    assertEquals(List.of("subscribe", "next", "next ends", "error cut"), told);
  }

  @Test
  void cutBeforeTheSubscriptionCancelsItAndIsToldAfterIt() {
    guarded.cut(cut);
    assertEquals(List.of(), told);
    guarded.onSubscribe(upstream);
    assertEquals(List.of("subscribe", "error cut"), told);
    assertEquals(List.of("cancel"), asked);
  }

  @Test
  void cutWhileTheSubscriptionIsTakenIsToldAfterIt() {
    application.within = () -> guarded.cut(cut);
    guarded.onSubscribe(upstream);
    assertEquals(List.of("subscribe", "subscribe ends", "error cut"), told);
  }

  @Test
  void pieceAfterTheCutIsNotTold() {
    guarded.onSubscribe(upstream);
    guarded.cut(cut);
    guarded.onNext(List.of());
    assertEquals(List.of("subscribe", "error cut"), told);
  }

  @Test
  void secondCutIsNotTold() {
    guarded.onSubscribe(upstream);
    guarded.cut(cut);
    guarded.cut(new IOException("again"));
    assertEquals(List.of("subscribe", "error cut"), told);
  }

  @Test
  void subscriptionThatTheApplicationRefusesDoesNotHoldTheCutBack() {
    application.within =
        () -> {
          throw new IllegalStateException("no");
        };
    assertThrows(IllegalStateException.class, () -> guarded.onSubscribe(upstream));
    guarded.cut(cut);
    assertEquals(List.of("subscribe", "error cut"), told);
  }

  @Test
  void subscriberIsNotKeptByACallThatHasEnded() {
    guarded.onSubscribe(upstream);
    assertSame(guarded, attempt.body);
    guarded.onComplete();
    assertNull(attempt.body);
  }

  @Test
  void nothingOfOursFails() {
    cutWhileAPieceIsTakenIsToldAfterIt();
    assertEquals(List.of(), services.faults);
  }
}
